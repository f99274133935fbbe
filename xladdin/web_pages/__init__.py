"""The club's page: a folder of plain HTML, made from a replay, that any web host or memory stick can serve."""
