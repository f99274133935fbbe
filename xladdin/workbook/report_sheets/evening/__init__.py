"""Sheets for one evening: tonight's pairings, score slips, the weekly sheet."""
