"""How commands meet a terminal: their parameters, what they print, answers for other programs."""
