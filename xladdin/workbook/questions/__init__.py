"""Please look: what is worth a look, asked once."""
