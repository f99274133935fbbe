"""What may leave the club: names as they may be shown, and the codes of lists."""
