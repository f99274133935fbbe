"""What a director has to fix before a rating, and what xladdin writes until then."""
