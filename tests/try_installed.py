"""Make, recalculate and publish a club with the xladdin that is installed beside this Python: try_installed.py FOLDER.

Runs without the checkout on the path and without the packages of the tests. Exits with 1 and the reason on a fault.
"""

import subprocess
import sys
from pathlib import Path

GAMES = (
    "Date,Player 1,Score 1,Player 2,Score 2\n2024-09-11,Ann Lee,425,Bob Ray,350\n2024-09-11,Bob Ray,400,Cy Orr,390\n"
)


def run(*arguments: str | Path) -> str:
    """Run an xladdin command and return what it prints. Raises CalledProcessError when it fails."""
    command = [sys.executable, "-I", "-m", "xladdin", *map(str, arguments)]
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, encoding="utf-8", timeout=120).stdout


def main(folder: Path) -> None:
    """Live through the first evening of a club in a new folder."""
    folder.mkdir(parents=True)
    workbook, games = folder / "club.xlsx", folder / "games.csv"
    games.write_text("Player\nAnn Lee\nBob Ray\nCy Orr\n", encoding="utf-8")
    run("new", "montreal", workbook, games, "--title", "Tuesday Club")
    games.write_text(GAMES, encoding="utf-8")
    run("import", workbook, games)
    run("recalc", workbook)
    # Montreal: equals get 10 points, and 1 for the spread of 75.
    card = run("player", workbook, "Ann Lee")
    if not card.startswith("Ann Lee: 1011, rank 1"):
        sys.exit(f"Ann Lee has another rating than 1011:\n{card}")
    run("publish", workbook, folder / "page", "--private", "initials")
    page = (folder / "page" / "index.html").read_text(encoding="utf-8")
    if "Ann Lee" in page or "1011" not in page:
        sys.exit("the page shows a name in full, or lacks a rating")
    print(f"Python {sys.version.split()[0]}: made, recalculated and published a club.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
