"""Commands for what comes in and goes out: imports, exports, the spelling of names."""
