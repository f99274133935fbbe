"""The report sheets: what goes where on each, under the name of its report in `xladdin.reports`."""
