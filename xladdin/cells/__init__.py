"""Cells as they travel between a host and the core: tables of them, their addresses, texts and limits."""
