"""A VBA project made without Excel: compound file, compression, project; knows no club."""
