"""Files that are replaced whole or not at all: copies, locks and the one step."""
