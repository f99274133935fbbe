"""Macros for club workbooks: a VBA project and buttons, made without Excel on any system."""

from xladdin.vba.buttons import Button
from xladdin.workbook.macros.attaching import attach_macros

__all__ = ["Button", "attach_macros"]
