"""Macros for club workbooks: a VBA project and buttons, made without Excel on any system."""

from xladdin.workbook.vba.attaching import attach_macros
from xladdin.workbook.vba.buttons import Button

__all__ = ["Button", "attach_macros"]
