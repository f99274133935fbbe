"""LibreOffice interprets VBA: it runs a macro of a workbook headless, and tells what its first sheet then holds."""

from __future__ import annotations

import atexit
import csv
import functools
import shutil
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

from tests.helpers.programs.finding import ProgramError, find_program, run_program

LIBRARY = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE library:library PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "library.dtd">
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard"
 library:readonly="false" library:passwordprotected="false"><library:element library:name="Runner"/></library:library>
"""
MODULE = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE script:module PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "module.dtd">
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Runner"
 script:language="StarBasic">{code}</script:module>
"""
RUNNER = """
Sub Main
  Dim opening(1) As New com.sun.star.beans.PropertyValue
  opening(0).Name = "Hidden" : opening(0).Value = True
  opening(1).Name = "MacroExecutionMode" : opening(1).Value = com.sun.star.document.MacroExecMode.ALWAYS_EXECUTE_NO_WARN
  book = StarDesktop.loadComponentFromURL("{workbook}", "_blank", 0, opening())
  Dim indexes(), changed()
  On Error GoTo failed
  script = "vnd.sun.star.script:VBAProject.{macro}?language=Basic&location=document"
  book.getScriptProvider().getScript(script).invoke(Array(), indexes, changed)
  Dim saving(1) As New com.sun.star.beans.PropertyValue
  saving(0).Name = "FilterName" : saving(0).Value = "Text - txt - csv (StarCalc)"
  saving(1).Name = "FilterOptions" : saving(1).Value = "44,34,76"
  book.storeToURL("{result}", saving())
  GoTo done
failed:
  Open "{failure}" For Output As #1
  Print #1, Error$
  Close #1
done:
  book.close(True)
  StarDesktop.terminate
End Sub
"""


@functools.cache
def _profile() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="libreoffice-macros-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    _run(folder, "--terminate_after_init")  # the first start fills the folder of macros
    return folder


def _run(profile: Path, *arguments: str, timeout: float = 120) -> None:
    office = find_program("soffice", "libreoffice")
    command = [office, f"-env:UserInstallation={profile.as_uri()}", "--headless", "--norestore", *arguments]
    run_program(command, timeout=timeout)


def run_basic(code: str, *, timeout: float = 120) -> None:
    """Run the Sub Main of a module in LibreOffice's own Basic, which ends with StarDesktop.terminate."""
    library = _profile() / "user" / "basic" / "Standard"
    (library / "script.xlb").write_text(LIBRARY, encoding="utf-8")
    (library / "Runner.xba").write_text(MODULE.format(code=escape(code)), encoding="utf-8")
    _run(_profile(), "macro:///Standard.Runner.Main", timeout=timeout)


def run_macro(workbook: Path, macro: str, into: Path) -> list[list[str]]:
    """Run "Module.Macro" of an .xlsm with LibreOffice's own Basic, and return the rows of the first sheet afterwards.

    `into` is a folder for what passes between the processes. A macro that fails raises ProgramError.
    """
    result, failure = into / "result.csv", into / "failure.txt"
    for file in (result, failure):
        file.unlink(missing_ok=True)
    code = RUNNER.format(workbook=workbook.as_uri(), macro=macro, result=result.as_uri(), failure=failure)
    run_basic(code)
    if failure.exists():
        raise ProgramError(f"{macro} of {workbook.name}: {failure.read_text(encoding='utf-8')}")
    if not result.exists():
        raise ProgramError(f"LibreOffice did not run {macro} of {workbook.name}")
    with result.open(encoding="utf-8", newline="") as rows:
        return list(csv.reader(rows))
