"""The words of the director's own sheets in French."""
