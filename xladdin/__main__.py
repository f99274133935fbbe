"""`python -m xladdin` is the command line."""

from xladdin.commands.main import main

main()
