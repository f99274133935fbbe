"""Who plays whom tonight: what the log says about the evening so far, and the pairing that suits it best."""
