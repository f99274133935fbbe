"""Render a described report: on a sheet, on the web, in a terminal."""
