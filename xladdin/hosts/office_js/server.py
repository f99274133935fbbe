"""`xladdin server`: the project folder from which xlwings Server (1.20 or later) serves our functions and our button.

xlwings Server imports the packages custom_functions and custom_scripts, the task pane from templates, and
routers/custom.py from the folder that it is started in; settings come from pyproject.toml and .env.
"""

from __future__ import annotations

import os
import uuid
from collections.abc import Sequence
from contextlib import suppress
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from xladdin.errors import FileProblem
from xladdin.files.safety.new_file import EVERYBODY, OWNER_ALONE
from xladdin.files.safety.safekeeping import safely_create
from xladdin.hosts.office_js.wheel import write_wheel
from xladdin.workbook.macros.settings import WHEEL_NAME

ENVIRONMENTS = ("dev", "qa", "uat", "staging", "prod")
"""Each has an identity of its own in Office, so that a trial and the real thing can stand side by side."""

LABELS = {
    "hello-ribbon": "recalculate",
    "Hello World": "Recalculate",
    "Click to call the hello function": "Compute every rating again from the first game on",
    "MyGroup": "Club ratings",
    "Show Taskpane": "Show pane",
}
"""What xlwings Server's own manifest calls things, and what ours does."""

START = """
0. On the machine that is to serve: pip install "{wheel}[server]"
1. Write a licence key for xlwings Server into {folder}/.env; the file says which.
2. Start it in that folder: xlwings-server
   Excel itself wants https: put a certificate into certs, or a proxy in front.
3. Load manifest.xml from its address into Excel as an add-in; Recalculate stands in the ribbon and in the pane."""

_FUNCTIONS = '''"""The worksheet functions of xladdin."""

from xladdin.functions import *  # noqa: F403
'''

_SCRIPTS = '''"""The scripts of xladdin."""

from xladdin.hosts.office_js.scripts import *  # noqa: F403
'''

LARGEST_BODY = 5 << 20
"""Bytes of a request: Excel on the web sends no more (Office.js, limits of resources)."""
SECONDS = 60
"""For a request to arrive, and for its answer."""
AT_ONCE = 4
"""Requests that are computed at once, at most."""

_ROUTERS = '''"""A formula's error reaches the cell with its message, and is not tried again; requests have limits."""

from xladdin.hosts.office_js.server_limits import Limits

from fastapi import APIRouter
from fastapi.responses import HTMLResponse, PlainTextResponse
from xladdin.errors import XladdinError
from xladdin.hosts.office_js.help_page import page
from xlwings_server.main import app

router = APIRouter()
app.add_middleware(Limits)


@app.exception_handler(XladdinError)
async def wrong_arguments(request, error):
    return PlainTextResponse(str(error), status_code=400)


@router.get("/help", include_in_schema=False)
async def help():
    return HTMLResponse(page())
'''

_TASK_PANE = """{% extends "base.html" %}

{% block content %}
  <div class="container-fluid pt-3 ps-3">
    <h1>Club ratings</h1>
    <p>Type the games into the workbook, then:</p>
    <button xw-click="recalculate" class="btn btn-primary" type="button">Recalculate</button>
    <p class="pt-3">Mark who is here on the sheet Tonight, then:</p>
    <button xw-click="pair_tonight" class="btn btn-secondary" type="button">Pair tonight</button>
    <p class="pt-3">Paste games, or a tournament's file, onto a sheet called Import, then:</p>
    <button xw-click="import_games" class="btn btn-secondary" type="button">Import games</button>
  </div>
{% endblock content %}
"""

_RIBBON = """async function recalculate(event) {
  const { token, provider } = globalThis.getAuth ? await globalThis.getAuth() : { token: "", provider: "" };
  await xlwings.runPython({
    scriptName: "recalculate",
    auth: token,
    headers: { "Auth-Provider": provider },
    errorDisplayMode: "taskpane",
  });
  event.completed();
}
Office.actions.associate("recalculate", recalculate);
"""

_SETTINGS = """[project]
name = "club-ratings-server"
version = "1"
requires-python = ">=3.11"
dependencies = ["xladdin[server]"]

[tool.uv.sources]
xladdin = { path = "{wheel}" }

[tool.xlwings_server]
project_name = "Club ratings"
# Empty: in the environment "prod" the functions bear the names that they have everywhere, such as LEXCHANGE.
functions_namespace = ""
# Seconds; the server itself gives up as late as that.
request_timeout = 60
# Nothing here streams: without sockets any server behind a balancer answers any request.
enable_socketio = false
"""

_SECRETS = """# xlwings Server is free for noncommercial use: then the key is the word noncommercial.
# For any other use buy a licence, https://www.xlwings.org/pricing, and write its key here.
XLWINGS_LICENSE_KEY=""

# "prod" once it serves clubs; "dev" adds DEV to the names of functions, and shows what goes wrong.
XLWINGS_ENVIRONMENT="prod"

# Where Excel's link to a function's help leads: this server's own page, by the address that it has on the net.
XLADDIN_HELP=""  # https://ratings.example.org/help

# Excel on the web calls the functions from another origin.
XLWINGS_CORS_ALLOW_ORIGINS=["*"]
"""

_README = f"""# Club ratings, served

`xlwings-server`, started in this folder, serves the worksheet functions of xladdin and its button.

**It has no login.** Whoever reaches its address may call the functions, and press the button for a workbook of his own.
It keeps nothing of what it is sent, and takes at most {LARGEST_BODY >> 20} MiB a request. Formulas and buttons are
computed in processes of their own, at most {AT_ONCE} at once. One that is not done after {SECONDS} seconds is ended
with its work; the cell shows an error, and the server goes on. Still, a machine that many may reach wants something in
front:

- The simplest: let it listen to your own network or VPN alone, and never forward its port on the router.
- People with accounts of an organisation: in .env set `XLWINGS_AUTH_PROVIDERS=["entraid"]`, with
  `XLWINGS_AUTH_ENTRAID_CLIENT_ID` and `XLWINGS_AUTH_ENTRAID_TENANT_ID`; Excel then signs them in.
- Any other login: `xlwings-server add auth custom` writes a provider to fill in.
- On the open net: a proxy (Caddy, nginx) that speaks https, admits known addresses, and limits requests a minute.

The file .env holds the licence key. It is readable for you alone; leave it so, and keep it out of copies and archives.
"""


def write_project(folder: Path) -> Sequence[Path]:
    """Writes the files of a project folder and gives their paths.

    Raises FileProblem where the folder has one of them already or cannot be written, or xlwings Server is missing.
    """
    if find_spec("xlwings_server") is None:
        raise FileProblem("xlwings Server is not installed: pip install xlwings-server, with Python 3.11 or later.")
    identities = "".join(f'manifest_id_{environment} = "{uuid.uuid4()}"\n' for environment in ENVIRONMENTS)
    contents = {
        "custom_functions/__init__.py": _FUNCTIONS,
        "custom_scripts/__init__.py": _SCRIPTS,
        "routers/__init__.py": "",
        "routers/custom.py": _ROUTERS,
        "templates/taskpane.html": _TASK_PANE,
        "templates/manifest.xml": _manifest(),
        "static/js/ribbon.js": _RIBBON,
        "pyproject.toml": _SETTINGS.replace("{wheel}", WHEEL_NAME) + identities,
        ".env": _SECRETS,
        "README.md": _README,
    }
    folders = {name.partition("/")[0] for name in contents if "/" in name}
    there = [name for name in contents if os.path.lexists(folder / name)]
    there += sorted(name for name in folders if (folder / name).is_symlink())
    if there:
        raise FileProblem(f"{folder} has {', '.join(there)} already. Name a new folder.")
    made: list[Path] = []
    try:
        for name, text in contents.items():
            _make_folders((folder / name).parent, made)
            mode = OWNER_ALONE if name == ".env" else EVERYBODY
            safely_create(folder / name, lambda target, text=text: target.write(text.encode()), mode=mode)  # type: ignore[misc]
            made.append(folder / name)
    except (OSError, FileProblem) as error:
        for path in reversed(made):  # nothing half is left behind
            with suppress(OSError):
                path.rmdir() if path.is_dir() else path.unlink()
        why = error.strerror if isinstance(error, OSError) else error
        raise FileProblem(f"{folder} cannot be written ({why}). Name a folder of your own.") from None
    return [*(folder / name for name in contents), write_wheel(folder)]


def _make_folders(folder: Path, made: list[Path]) -> None:
    if not folder.is_dir():
        _make_folders(folder.parent, made)
        folder.mkdir()
        made.append(folder)


def _manifest() -> str:
    """The add-in as Office sees it: the installed xlwings Server's own manifest with our labels."""
    manifest = files("xlwings_server").joinpath("templates", "manifest.xml").read_text(encoding="utf-8")
    for theirs, ours in LABELS.items():
        manifest = manifest.replace(theirs, ours)
    return manifest
