"""Commands for files that come in and go out: imports, exports, the spelling of names."""
