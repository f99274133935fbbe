"""Macros for club workbooks: a VBA project and buttons, made without Excel on any system."""
