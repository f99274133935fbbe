"""The games, events and steps of one player: the ground of the report of a player."""
