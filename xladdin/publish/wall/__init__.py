"""Pages made to be printed and pinned up: type as large as the paper allows."""
