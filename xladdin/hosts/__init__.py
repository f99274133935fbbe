"""What each host does: a file, Excel, a browser, a printer."""
