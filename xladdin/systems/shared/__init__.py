"""What systems share beside their rules: sessions, tables, the least score for a goal, and the words for it."""
