"""`xladdin server`: the project folder from which xlwings Server (1.20 or later) serves our functions and our button.

xlwings Server imports the packages custom_functions and custom_scripts, the task pane from templates, and
routers/custom.py from the folder that it is started in; settings come from pyproject.toml and .env.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from xladdin.errors import FileProblem

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
1. Write a licence key for xlwings Server into {folder}/.env; the file says which.
2. Start it in that folder: xlwings-server
   Excel itself wants https: put a certificate into certs, or a proxy in front.
3. Load manifest.xml from its address into Excel as an add-in; Recalculate stands in the ribbon and in the pane."""

_FUNCTIONS = '''"""The worksheet functions of xladdin."""

from xladdin.functions import *  # noqa: F403
'''

_SCRIPTS = '''"""The scripts of xladdin."""

from xladdin.hosts.scripts import *  # noqa: F403
'''

_ROUTERS = '''"""A formula's error reaches the cell with its message, and is not tried again."""

from fastapi import APIRouter
from fastapi.responses import PlainTextResponse
from xladdin.errors import XladdinError
from xlwings_server.main import app

router = APIRouter()


@app.exception_handler(XladdinError)
async def wrong_arguments(request, error):
    return PlainTextResponse(str(error), status_code=400)
'''

_TASK_PANE = """{% extends "base.html" %}

{% block content %}
  <div class="container-fluid pt-3 ps-3">
    <h1>Club ratings</h1>
    <p>Type the games into the workbook, then:</p>
    <button xw-click="recalculate" class="btn btn-primary" type="button">Recalculate</button>
    <p class="pt-3">Mark who is here on the sheet Tonight, then:</p>
    <button xw-click="pair_tonight" class="btn btn-secondary" type="button">Pair tonight</button>
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

[tool.xlwings_server]
project_name = "Club ratings"
# Empty: in the environment "prod" the functions bear the names that they have everywhere, such as LEXCHANGE.
functions_namespace = ""
# Nothing here streams: without sockets any server behind a balancer answers any request.
enable_socketio = false
"""

_SECRETS = """# xlwings Server is free for noncommercial use: then the key is the word noncommercial.
# For any other use buy a licence, https://www.xlwings.org/pricing, and write its key here.
XLWINGS_LICENSE_KEY=""

# "prod" once it serves clubs; "dev" adds DEV to the names of functions, and shows what goes wrong.
XLWINGS_ENVIRONMENT="prod"

# Excel on the web calls the functions from another origin.
XLWINGS_CORS_ALLOW_ORIGINS=["*"]
"""


def write_project(folder: Path) -> Sequence[Path]:
    """Writes the files of a project folder and gives their paths.

    Raises FileProblem where the folder has one of them already or cannot be written, or xlwings Server is missing.
    """
    if find_spec("xlwings_server") is None:
        raise FileProblem('xlwings Server is not installed: pip install "xladdin[server]", with Python 3.11 or later.')
    identities = "".join(f'manifest_id_{environment} = "{uuid.uuid4()}"\n' for environment in ENVIRONMENTS)
    contents = {
        "custom_functions/__init__.py": _FUNCTIONS,
        "custom_scripts/__init__.py": _SCRIPTS,
        "routers/__init__.py": "",
        "routers/custom.py": _ROUTERS,
        "templates/taskpane.html": _TASK_PANE,
        "templates/manifest.xml": _manifest(),
        "static/js/ribbon.js": _RIBBON,
        "pyproject.toml": _SETTINGS + identities,
        ".env": _SECRETS,
    }
    there = [name for name in contents if (folder / name).exists()]
    if there:
        raise FileProblem(f"{folder} has {', '.join(there)} already. Name a new folder.")
    try:
        for name, text in contents.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileProblem(f"{folder} cannot be written ({error.strerror}). Name a folder of your own.") from None
    return [folder / name for name in contents]


def _manifest() -> str:
    """The add-in as Office sees it: the installed xlwings Server's own manifest with our labels."""
    manifest = files("xlwings_server").joinpath("templates", "manifest.xml").read_text(encoding="utf-8")
    for theirs, ours in LABELS.items():
        manifest = manifest.replace(theirs, ours)
    return manifest
