"""A VBA project made without Excel: compound file, compression, project. It knows no club."""
