"""The pages, one file a group of them. Each names its files, and makes them."""
