"""Every word in French, by what it is in English: a table for each subject."""
