"""What may leave the club: names in their public form, and the codes of lists."""
