"""Inputs that could hurt, each with its stated outcome: accepted, to be fixed at a named place, or refused whole."""
