"""The Calculator with random inputs: what LibreOffice shows, and what the rules say."""
