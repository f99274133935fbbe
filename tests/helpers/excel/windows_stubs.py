"""Stand-ins for the Windows modules under xlwings' classic host, so that its own code runs anywhere.

Only what `import xlwings` and a function call touch is here. There is no Excel behind it.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import ctypes
import ctypes.util
import datetime as dt
import importlib
import logging
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from types import ModuleType, SimpleNamespace
from unittest import mock

PREPARED = f"{__name__}:install"
RANGE_IID = "{00020846-0000-0000-C000-000000000046}"
MISSING_ARGUMENT = -2147352572
"""An optional argument arrives as this when the formula leaves it out: DISP_E_PARAMNOTFOUND."""

ALREADY_IMPORTED = (asyncio, concurrent.futures, logging, subprocess, tempfile, ctypes.util)
"""Standard modules that xlwings imports too. They must not find themselves on "Windows"."""


class TimeType(dt.datetime):
    """A date as COM delivers it (pywintypes.datetime)."""


class CDispatch:
    """A COM object without type information."""


class ComError(Exception):
    """pywintypes.com_error."""

    __module__ = "pywintypes"


class ComRange(CDispatch):
    """Cells as a worksheet function receives them. `Value` is a scalar or a tuple of rows."""

    def __init__(self, rows: Sequence[Sequence[object]]) -> None:
        one_cell = len(rows) == 1 and len(rows[0]) == 1
        self.Value = rows[0][0] if one_cell else tuple(map(tuple, rows))
        self.Rows = SimpleNamespace(Count=len(rows))
        self.Columns = SimpleNamespace(Count=len(rows[0]))
        self.Count = len(rows) * len(rows[0])
        self.Row = self.Column = 1
        workbook = SimpleNamespace(Application=SimpleNamespace(Hwnd=1))
        self.Worksheet = SimpleNamespace(Name="Sheet1", Parent=workbook)
        type_information = SimpleNamespace(GetTypeAttr=lambda: SimpleNamespace(iid=RANGE_IID))
        self._oleobj_ = SimpleNamespace(GetTypeInfo=lambda: type_information)


def _module(name: str, **members: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(members)
    sys.modules[name] = module
    return module


def _not_wrapped(value: object) -> object:
    raise ValueError(f"{value!r} is not wrapped")


def install() -> None:
    """Puts the stand-ins in place and imports xlwings as if on Windows."""
    if "xlwings" in sys.modules:
        raise RuntimeError("xlwings is imported already: call this in an interpreter of its own")
    ole32 = SimpleNamespace(CLSIDFromString=lambda text, identifier: None)
    ctypes.windll, ctypes.oledll = SimpleNamespace(), SimpleNamespace(ole32=ole32)
    library = SimpleNamespace(PyCom_PyObjectFromIUnknown=SimpleNamespace())
    for name in ("win32api", "win32con", "win32event", "win32gui"):
        _module(name)
    _module("win32process", GetWindowThreadProcessId=lambda window: (1, 1))
    _module("pywintypes", TimeType=TimeType, com_error=ComError, IID=str)
    utc = SimpleNamespace(utc=lambda: dt.UTC)
    _module("win32timezone", TimeZoneInfo=utc)
    _module(
        "pythoncom",
        __file__="",
        CoInitialize=lambda: None,
        DISPATCH_PROPERTYGET=2,
        IID_IDispatch="IDispatch",
        IID_IEnumVARIANT="IEnumVARIANT",
        TypeIIDs={"IDispatch": type("PyIDispatch", (), {})},
    )
    client = _module(
        "win32com.client",
        CDispatch=CDispatch,
        CoClassBaseClass=type("CoClassBaseClass", (), {}),
        DispatchBaseClass=type("DispatchBaseClass", (), {}),
        Dispatch=lambda value: value,
        DispatchEx=lambda value: value,
    )
    util = _module("win32com.server.util", unwrap=_not_wrapped)
    server = _module(
        "win32com.server",
        util=util,
        dispatcher=_module("win32com.server.dispatcher"),
        policy=_module("win32com.server.policy"),
    )
    _module("win32com", client=client, server=server)
    with mock.patch.object(sys, "platform", "win32"), mock.patch.object(ctypes, "PyDLL", lambda _: library):
        import xlwings
    if xlwings.func.__module__ != "xlwings.udfs":
        raise RuntimeError("xlwings did not take its Windows path")
    for module in ("openpyxl", "xladdin.functions", "xladdin.macros"):  # what every call imports
        importlib.import_module(module)
