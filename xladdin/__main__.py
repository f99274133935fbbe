"""`xladdin`, and `python -m xladdin`: the command line."""

import sys

from xladdin import __version__


def main() -> None:
    """Run the command line. It answers `--version` alone without loading the commands."""
    if sys.argv[1:] == ["--version"]:
        print(f"xladdin {__version__}")
        return
    from xladdin.commands.main import main as run

    run()


if __name__ == "__main__":
    main()
