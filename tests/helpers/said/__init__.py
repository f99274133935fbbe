"""Every figure that a club says anywhere, by what it is of: to find one that is said otherwise."""
