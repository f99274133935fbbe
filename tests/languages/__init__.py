"""Messages, catalogues, and every face in another language."""
