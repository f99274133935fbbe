"""Inputs that could hurt, each with its stated outcome: we accept it, name the place to fix, or refuse it whole."""
