"""Sheets for one evening: who plays whom tonight, score slips, the weekly sheet."""
