"""The games, events and steps of one player, for the report of a player."""
