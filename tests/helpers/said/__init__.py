"""Every figure that a club says anywhere, by its subject, so that we find one that is said differently."""
