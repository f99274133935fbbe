"""Cells as people and programs may leave them, some good and some bad."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from hypothesis import strategies as st

NAMES = ("Ann", "Bob", "Cyd", "Zoë")
SPELLINGS = (*NAMES, "ann", " Bob ", "CYD", "Zoe\u0308", "An", "Bye", "bye", "Ann\u200b", "=Ann", "#N/A", "")
RESULTS = ("(1-0)", "0-1", "1/2-1/2", "W", "l", "T", "½", "2-0", "*", "")
YES = ("Yes", "no", "x", "maybe", "", "TRUE")
FIRST_DAY = date(2024, 9, 10)

odd_text = st.one_of(
    st.sampled_from(
        (" ", "\t", "=1+1", "+1", "-1", "@A1", "'", '"', "1e308", "1e-308", "inf", "nan", "-0", "0x10", "1_0", "½",
         "#REF!", "#DIV/0! x", "2024-09-10", "2024-02-30", "10/09/2024", "_x0041_", "\x00", "\x1b[2J", "\ud83d\ude00",
         "\ufeff", "٣", "x" * 300, "y" * 32_767)
    ),
    st.text(max_size=12),
)  # fmt: skip
numbers = st.one_of(
    st.integers(-3, 700),
    st.sampled_from((0.5, -0.0, 1e15, 1e16, 1e300, -1e300, 5e-324, 2**53, 2**63, 10**30, 45545, 60, 2958465, 2958466)),
    st.floats(allow_nan=False, allow_infinity=False),
)
days = st.one_of(
    st.builds(lambda days: FIRST_DAY + timedelta(days), st.integers(-30, 30)),
    st.sampled_from((date(1900, 1, 1), date(1930, 1, 1), date(9999, 12, 31), datetime(2024, 9, 10, 19, 30))),
)
anything = st.one_of(st.none(), st.booleans(), numbers, days, odd_text, st.sampled_from(SPELLINGS))


def mostly(sound: st.SearchStrategy[object], odd: st.SearchStrategy[object] = anything) -> st.SearchStrategy[object]:
    """A cell of a column. Nine times of ten it holds what belongs there."""
    return st.integers(0, 9).flatmap(lambda chance: odd if chance == 0 else sound)


names = mostly(st.sampled_from(SPELLINGS[:8]))
dates = mostly(days)
scores = mostly(st.integers(200, 600))
ratings = mostly(st.one_of(st.none(), st.integers(-100, 2500), st.floats(0, 3000)))
counts = mostly(st.one_of(st.none(), st.integers(0, 120)))
free = st.one_of(st.none(), odd_text)
groups = mostly(st.sampled_from(("Knights", "pawns")))
events = mostly(st.sampled_from(("Open", "open ", "Masters")))

COLUMNS = {
    "Player": names, "Start rating": ratings, "Start games": counts, "Start last played": dates, "Nation": free,
    "Group": groups, "Active": mostly(st.sampled_from((*YES, "Left"))), "Start permanent": ratings,
    "Initial rating": ratings,
    "Date": dates, "Player 1": names, "Player 2": names, "Score 1": scores, "Score 2": scores, "Double": names,
    "White": names, "Black": names, "Result": mostly(st.sampled_from(RESULTS)), "Points": ratings, "Reason": free,
    "Event": events, "Players": mostly(st.integers(2, 40)), "Rounds": mostly(st.integers(1, 5)),
    "World Championship": mostly(st.sampled_from(YES)), "Place": mostly(st.integers(1, 8)), "Remark": free,
    "Web": mostly(st.sampled_from(["name", "initials", "none"])), "Alias": free,
    "Kind": mostly(st.sampled_from((None, None, None, "Unrated", "Forfeit"))), "Boards": counts,
}  # fmt: skip
"""What each column that people type into holds, by its heading."""
