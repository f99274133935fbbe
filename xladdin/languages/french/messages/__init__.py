"""The French of messages about rows, about files and by commands."""
