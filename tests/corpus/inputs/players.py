"""Start columns, groups, adjustments and games that cannot be right, though each name and score is well written."""

from __future__ import annotations

from tests.corpus.cases import Accepted, ToMend, typed

CLUB = "mississauga"

CASES = (
    typed("start rating: provisional, as a list prints it", CLUB, {"Players!B6": "1432/7"},
          ToMend('Players row 6, Start rating: "1432/7" – must be a number')),
    typed("start rating: negative", CLUB, {"Players!B6": -944}, Accepted({"Lester": -944})),
    typed("start rating: blank", CLUB, {"Players!B6": None}, Accepted({"Lester": 1000})),
    typed("start games: negative", CLUB, {"Players!C6": -1},
          ToMend('Players row 6, Start games: "-1" – must be a whole number from 0 to 1000000')),
    typed("start games: established without a rating", "lexington", {"Players!B6": None},
          ToMend("Players row 6, Start rating: 60 start games without a start rating; type it")),
    typed("game: both players are the same, written otherwise", CLUB, {"Games!D4": " PIERRE"},
          ToMend('Games row 4, Player 2: " PIERRE" – both players are the same')),
    typed("game: Double names neither player", "montreal", {"Games!F4": "Spot"},
          ToMend('Games row 4, Double: "Spot" – must be one of the two players of the game')),
    typed(
        "game: everything wrong at once",
        CLUB,
        {"Games!A4": "soon", "Games!B4": "Piere", "Games!C4": -201, "Games!D4": "Makenzie", "Games!E4": "x"},
        ToMend(
            'Games row 4, Player 1: "Piere" is not on Players. Did you mean "Pierre"?',
            'Games row 4, Player 2: "Makenzie" is not on Players. Did you mean "Mackenzie"?',
            'Games row 4, Score 1: "-201" – must be a whole score from -200 to 2000',
            'Games row 4, Score 2: "x" – must be a number',
            'Games row 4, Date: "soon" – must be a date such as 2006-10-01',
        ),
    ),
    typed("game: none left", CLUB, {f"Games!{column}4": None for column in "ABCDE"},
          Accepted({"Pierre": 1234, "Mackenzie": 1007})),
    typed("adjustment: without points", CLUB, {"Adjustments!A4": 45545, "Adjustments!B4": "Lester"},
          ToMend("Adjustments row 4, Points: an adjustment needs its points")),
    typed("adjustment: of Bye", CLUB, {"Adjustments!A4": 45545, "Adjustments!B4": "Bye", "Adjustments!C4": 5},
          ToMend('Adjustments row 4, Player: "Bye" – Bye has no rating; leave it blank for everyone')),
    typed("adjustment: of ALL", CLUB, {"Adjustments!A4": 45545, "Adjustments!B4": "ALL", "Adjustments!C4": 5},
          ToMend('Adjustments row 4, Player: "ALL" is not on Players. Leave the cell blank for everyone.')),
    typed("group: unknown", "sca", {"Players!B4": "Knigths"},
          ToMend('Players row 4, Group: "Knigths" is not on Groups. Did you mean "Knights"?')),
    *(
        typed(f"group: named {name}", "sca", {"Groups!A4": name, "Players!B4": name}, Accepted())
        for name in ("<1200", ">", "<>", "=Knights", "*", "?awns", "~*", '"Knights"', "it's")
    ),
    *(
        typed(
            f"alias: of {whom}",
            CLUB,
            {"Aliases!A4": "Lou", "Aliases!B4": first, "Aliases!A5": "lou", "Aliases!B5": second, "Games!B4": "Lou"},
            ToMend(
                'Games row 4, Player 1: "Lou" is on Aliases for nobody on Players, or for two of them. '
                "Correct it there."
            ),
        )
        for whom, first, second in (("nobody", "Lester Old", None), ("two", "Lester", "Pierre"))
    ),
    typed("group: none", "sca", {"Players!B4": None},
          ToMend("Players row 4, Group: an active player needs a group; give one that is on Groups")),
    typed(
        "group: twice",
        "sca",
        {"Groups!A5": "knights"},
        ToMend(
            'Groups row 5, Group: "knights" – this group is here twice; keep one of them',
            'Players row 5, Group: "Pawns" is not on Groups. Add it there, or correct the name.',
        ),
    ),
    typed("group: without a rating", "sca", {"Groups!B5": None},
          ToMend("Groups row 5, Initial rating: a group needs an initial rating")),
    typed("group: without a name", "sca", {"Groups!B6": 900}, ToMend("Groups row 6, Group: a group needs a name")),
    typed("camper: active, perhaps", "sca", {"Players!C6": "maybe"},
          ToMend('Players row 6, Active: "maybe" – must be Yes, No or Left')),
    typed(
        "camper: inactive in a game",
        "sca",
        {"Players!C4": "No"},
        ToMend(
            'Games row 4, White: "Ada" – Active is No on Players: set it to Left for a child who went home, or to Yes'
        ),
    ),
    typed("camper: a row deleted that a game names", "sca", {f"Players!{letter}4": None for letter in "ABC"},
          ToMend('Games row 4, White: "Ada" – keep the row on Players: 1 game names this player. '
                 "Left under Active takes a player off the lists")),
)  # fmt: skip
