"""The pages, one file a group of them: each says which files it makes, and makes them."""
