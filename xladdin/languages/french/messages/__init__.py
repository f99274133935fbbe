"""What is said of rows, of files and by commands in French."""
