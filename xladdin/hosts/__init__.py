"""The code of each host: a workbook file, Excel, a browser, a printer."""
