"""Excel with Office.js: the task pane of xlwings Lite, Excel Labs."""
