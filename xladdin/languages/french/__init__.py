"""Every word in French, by its English: a table for each subject."""
