"""Sheets over many evenings."""
