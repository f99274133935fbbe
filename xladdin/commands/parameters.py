"""Arguments that several commands take."""

from __future__ import annotations

from pathlib import Path

import click

A_PATH = click.Path(path_type=Path)
"""A file or folder, there or not: what is wrong with it, the command says in its own words."""

club_workbook = click.argument("file", metavar="FILE", type=A_PATH, help="A club workbook, .xlsx or .xlsm.")
