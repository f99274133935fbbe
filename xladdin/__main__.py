"""`python -m xladdin` is the command line."""

from xladdin.cli import main

main()
