"""`xladdin`, and `python -m xladdin`: the command line."""

import gc
import sys

from xladdin import __version__

# The number of new objects after which Python collects cyclic garbage. With its default of 700, the collections during
# imports and the reading of a log take a tenth of the time of a recalculation, and find next to nothing.
GARBAGE_THRESHOLD = 200_000


def main() -> None:
    """Run the command line. `--version` is answered without importing the commands, which takes longer."""
    if sys.argv[1:] == ["--version"]:
        print(f"xladdin {__version__}")
        return
    gc.set_threshold(GARBAGE_THRESHOLD)
    from xladdin.commands.main import main as run

    run()


if __name__ == "__main__":
    main()
