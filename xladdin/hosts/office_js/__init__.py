"""Excel with Office.js: the task pane of xlwings Lite, a server of your own, Excel Labs."""
