"""Combine the workbooks of many clubs: a register of persons, tables in Parquet, lists of players and a web page."""
