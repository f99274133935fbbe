"""`xladdin`, and `python -m xladdin`: the command line."""

import gc
import sys

from xladdin import __version__

# For rubbish that refers to itself.
#
# Python begins at 700, and searches the modules that it loads and a log of games so often that it takes a tenth of a
# recalculation. A command hardly makes such rubbish before it ends.
OBJECTS_BEFORE_A_SEARCH = 200_000


def main() -> None:
    """Run the command line. It answers `--version` alone without loading the commands."""
    if sys.argv[1:] == ["--version"]:
        print(f"xladdin {__version__}")
        return
    gc.set_threshold(OBJECTS_BEFORE_A_SEARCH)
    from xladdin.commands.main import main as run

    run()


if __name__ == "__main__":
    main()
