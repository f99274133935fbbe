"""`xladdin server`: the project folder from which xlwings Server (1.20 or later) serves our functions and our button.

xlwings Server imports the packages custom_functions and custom_scripts, the task pane from templates, and
routers/custom.py from the folder that it is started in; settings come from pyproject.toml and .env.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from pathlib import Path

from xladdin.errors import FileProblem

ENVIRONMENTS = ("dev", "qa", "uat", "staging", "prod")
"""Each has an identity of its own in Office, so that a trial and the real thing can stand side by side."""

START = """
1. pip install "xladdin[server]"
2. Write a licence key for xlwings Server into {folder}/.env; the file says which.
3. Start it in that folder: xlwings-server
   Excel itself wants https: put a certificate into certs, or a proxy in front.
4. Load {{address}}/manifest.xml into Excel as an add-in, and press Recalculate in its task pane."""

_FUNCTIONS = '''"""The worksheet functions of xladdin."""

from xladdin.functions import *  # noqa: F403
'''

_SCRIPTS = '''"""The scripts of xladdin."""

from xladdin.scripts import *  # noqa: F403
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
  </div>
{% endblock content %}
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
    """Writes the files of a project folder and gives their paths; files that are there already stay as they are.

    Raises FileProblem where the folder has one of them, or cannot be written.
    """
    identities = "".join(f'manifest_id_{environment} = "{uuid.uuid4()}"\n' for environment in ENVIRONMENTS)
    files = {
        "custom_functions/__init__.py": _FUNCTIONS,
        "custom_scripts/__init__.py": _SCRIPTS,
        "routers/__init__.py": "",
        "routers/custom.py": _ROUTERS,
        "templates/taskpane.html": _TASK_PANE,
        "pyproject.toml": _SETTINGS + identities,
        ".env": _SECRETS,
    }
    there = [name for name in files if (folder / name).exists()]
    if there:
        raise FileProblem(f"{folder} has {', '.join(there)} already; name a new folder")
    try:
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FileProblem(f"{folder} cannot be written ({error.strerror})") from None
    return [folder / name for name in files]
