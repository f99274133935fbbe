"""Please look: rows that deserve a look. Each question is asked once."""
