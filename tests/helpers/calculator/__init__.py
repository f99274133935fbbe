"""The Calculator with random inputs. We hold what LibreOffice shows against what the rules say."""
