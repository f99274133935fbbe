"""Whose a name in a file is: a player's for certain, like one, or nobody's."""
