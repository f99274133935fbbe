"""Excel on a desktop: its open workbook, its macros and the way to start them."""
