"""The report sheets: the place of everything on each, under the name of its report in `xladdin.reports`."""
