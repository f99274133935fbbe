"""What systems share beside their rules: sessions, tables, what a game must bring, and the words for it."""
