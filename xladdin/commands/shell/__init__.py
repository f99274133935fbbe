"""How commands meet a terminal: their parameters, what they print, completion, answers for other programs."""
