"""Rows and cells of a sheet as XML."""
