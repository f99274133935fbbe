"""Excel judged by machine: workbooks to open there, scripts that open them, and who reads what they found."""
