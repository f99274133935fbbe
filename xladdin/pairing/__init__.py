"""Who plays whom tonight: what the log says of the evening so far, and the pairing that suits it best."""
