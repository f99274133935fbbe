"""Match the names in imported files with the players of a workbook, rename a player, and merge two players."""

from __future__ import annotations

import difflib
import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any, NamedTuple

from xladdin.cells import (
    MAX_NAME_LENGTH,
    CellTable,
    CellValue,
    cell_text,
    is_blank,
    is_visible,
    name_key,
    remove_accents,
)
from xladdin.errors import NotFoundError, OutOfRangeError, WorkbookError, XladdinError, escape_unprintable
from xladdin.game_log.parsing import BYE_POSITION as NO_PLAYER
from xladdin.game_log.parsing import (
    NameReading,
    Reading,
    describe_unknown_player,
    make_date_reader,
    read_aliases,
    read_player_names,
)
from xladdin.game_log.reading import read_past
from xladdin.importing.questions import NEW, NOBODY, Answers, Doubt, Question, format_lines
from xladdin.languages import BYE, is_bye, list_bye_keys
from xladdin.messages import Message, heading_message, list_values, msg, ngettext
from xladdin.reports.review import SIMILAR_NAMES
from xladdin.systems.system import PLACINGS, RatingSystem
from xladdin.workbook.differences import append_rows, find_input_positions, replace_cells
from xladdin.workbook.schema import ALIASES, list_name_columns

# The least similarity of two names that may be one person's, such as Pierre and Piere, but not Jon and Joe.
MIN_SIMILARITY = 0.8
# The least similarity of each pair of words in two similar names with equally many words. So Emil Kohl is not similar
# to Sebastian Kohl.
MIN_WORD_SIMILARITY = 0.5
# The least similarity of a name that is suggested for another.
MIN_SUGGESTED_SIMILARITY = 0.6
# The similarity of two names of which one is the other with words left out, shortened or reordered, of names with two
# neighbouring letters swapped (which leaves a short name few pieces in common), and of Bob and Robert.
VARIANT_SIMILARITY = 0.99
# The number of letters in a piece, by which names are indexed.
PIECE_LENGTH = 3
# Names of up to this many letters are also indexed with one letter left out, since Jhon and John have no common piece.
MAX_LETTERS_OF_SHORT_NAME = 12
# The most names with a common piece to consider. Those with the rarest pieces come first.
MAX_SCANNED = 200
# The most names to compare with a name: those with the most common pieces for their length.
MAX_COMPARED = 6
# The most letters of a name to compare.
MAX_COMPARED_LETTERS = 60
# A first word of up to this many letters may be initials: JF for Jean-François.
MAX_INITIALS = 3


_SIGNS = str.maketrans({**dict.fromkeys(".'’‘`´", ""), **dict.fromkeys("-‐‑–", " ")})


class Candidate(NamedTuple):
    """A similar name, and its similarity from 0 to 1."""

    similarity: float
    name: str


class NameIndex:
    """An index of names by their parts, to find similar names without comparing all of them.

    Names that differ in a number, such as "P024" and "P025", are not similar.
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._by_piece: dict[str, list[str]] = {}
        for name in names:
            for piece in _split_into_pieces(_normalize(name)):
                self._by_piece.setdefault(piece, []).append(name)

    def find_similar(self, name: str) -> list[Candidate]:
        """Return the names that are similar to a name, the most similar first."""
        normalized = _normalize(name)
        similarities = {
            candidate_name: _compute_similarity(normalized, _normalize(candidate_name))
            for candidate_name in self._find_candidates(name, normalized)
        }
        candidates = (
            Candidate(value, candidate_name)
            for candidate_name, value in similarities.items()
            if value >= MIN_SUGGESTED_SIMILARITY
        )
        return sorted(candidates, key=lambda candidate: (-candidate.similarity, candidate.name))

    def _find_candidates(self, name: str, normalized: str) -> Iterator[str]:
        shared: Counter[str] = Counter()
        scanned = 0
        for names in sorted((self._by_piece.get(piece, []) for piece in _split_into_pieces(normalized)), key=len):
            shared.update(names[: MAX_SCANNED - scanned])
            scanned += len(names)
            if scanned >= MAX_SCANNED:
                break
        del shared[name]
        closest = sorted(shared, key=lambda candidate: -shared[candidate] / (len(name) + len(candidate)))
        key = name_key(name)
        return (candidate for candidate in closest[:MAX_COMPARED] if name_key(candidate) != key)


def are_similar(name: str, other_name: str) -> bool:
    """Return whether two names are so similar that an import asks whether they are one player."""
    return any(candidate.similarity >= MIN_SIMILARITY for candidate in NameIndex([other_name]).find_similar(name))


def _normalize(name: str) -> str:
    """Return the form of a name for comparisons: "Côté, T." becomes "t cote", and "J-F O'Hara" "j f ohara"."""
    return " ".join(
        remove_accents(name_key(put_first_name_first(name)[:MAX_COMPARED_LETTERS])).translate(_SIGNS).split()
    )


def _split_into_pieces(normalized: str) -> set[str]:
    """Return the index keys of a name. Two similar names have at least one in common."""
    letters = normalized.replace(" ", "")
    pieces = {f" {word[:PIECE_LENGTH]}" for word in normalized.split() if len(word) > 1}
    pieces.update(letters[start : start + PIECE_LENGTH] for start in range(len(letters) - PIECE_LENGTH + 1))
    words = normalized.split()
    initials = "".join(word[0] for word in words)
    pieces.update(f"^{initials[:end]}" for end in range(2, len(initials) + 1))
    if words and len(words[0]) <= MAX_INITIALS:
        pieces.add(f"^{words[0]}")
    pieces.update(f"={group}" for group in find_nickname_groups(normalized.partition(" ")[0]))
    if len(letters) <= MAX_LETTERS_OF_SHORT_NAME:
        pieces.add(f"{letters} ")
        pieces.update(f"{letters[:start]}{letters[start + 1 :]} " for start in range(len(letters)))
    return pieces


def _compute_similarity(name: str, other_name: str) -> float:
    if _find_numbers(name) != _find_numbers(other_name):
        return 0.0
    words, other_words = name.split() or [""], other_name.split() or [""]
    if _has_initials(words, other_words) or _has_initials(other_words, words):
        return VARIANT_SIMILARITY
    if _is_shortened(words, other_words) or _is_shortened(other_words, words) or sorted(words) == sorted(other_words):
        return VARIANT_SIMILARITY
    if _is_swapped(name, other_name) or (words[1:] == other_words[1:] and is_nickname(words[0], other_words[0])):
        return VARIANT_SIMILARITY
    differing_words = (
        [pair for pair in zip(words, other_words) if pair[0] != pair[1]] if len(words) == len(other_words) > 1 else []
    )
    if any(
        len(word) == len(other_word) == 1 or _compute_ratio(word, other_word) < MIN_WORD_SIMILARITY
        for word, other_word in differing_words
    ):
        return 0.0
    return _compute_ratio(name, other_name)


def _compute_ratio(name: str, other_name: str) -> float:
    return difflib.SequenceMatcher(None, name, other_name, autojunk=False).ratio()


def _find_numbers(normalized: str) -> list[str]:
    return [number.lstrip("0") for number in re.findall("[0-9]+", normalized)]


def _is_swapped(name: str, other_name: str) -> bool:
    """Return whether two names differ by two neighbouring letters that are swapped, as Jhon and John."""
    differing = [
        position for position, (letter, other_letter) in enumerate(zip(name, other_name)) if letter != other_letter
    ]
    if len(name) != len(other_name) or len(differing) != 2 or differing[1] - differing[0] != 1:
        return False
    first, second = differing
    return name[first] == other_name[second] and name[second] == other_name[first]


def _has_initials(words: Sequence[str], whole_words: Sequence[str]) -> bool:
    """Return whether the first word is the initials of the whole name, as in JF Côté for Jean-François Côté."""
    first = words[0]
    if not 2 <= len(first) <= MAX_INITIALS or len(whole_words) < len(first):
        return False
    return all(word.startswith(letter) for word, letter in zip(whole_words, first)) and (
        len(words) == 1 or list(words[1:]) == list(whole_words[len(first) :])
    )


def _is_shortened(words: Sequence[str], whole_words: Sequence[str]) -> bool:
    """Return whether words are a whole name with words shortened or left out, as J Smith for John Smith."""
    if len(words) > len(whole_words) or words == whole_words:
        return False
    remaining = iter(whole_words)
    return all(any(whole_word.startswith(word) for whole_word in remaining) for word in words)


# First names, and after the colon the short forms that players of English and French clubs use.
_NICKNAMES = """
alexander alexandra: alex al sandy sasha lex
andrew: andy drew
anthony: tony
barbara: barb babs
benjamin: ben benny
catherine katherine kathryn: cathy kathy kate katie kat kitty
charles: charlie chuck chas
christopher christine christina: chris kit tina
daniel danielle: dan danny dani
david: dave davy
deborah debra: deb debbie
donald: don donnie
dorothy: dot dottie dolly
edward edwin: ed eddie ted ned
elizabeth elisabeth: liz lizzie beth betty bess eliza lisa libby
frances francis: frank fran franny
frederick: fred freddy
genevieve: ginette gen
gregory: greg
henry: harry hank
jacqueline: jackie
james: jim jimmy jamie
jennifer: jenny jen
john jonathan: jack johnny jon
joseph josephine: joe jo joey josie
judith: judy
kenneth: ken kenny
lawrence laurence: larry laurie
leonard: len lenny leo
margaret marguerite: maggie meg peggy marge margie greta
matthew: matt
michael michel michelle: mike mick micky mitch
nancy: nan
nicholas nicole: nick nicky nico
patricia patrick: pat patty tricia paddy
peter: pete
philip phillip: phil
raymond: ray
rebecca: becky becca
richard: rick dick rich ricky
robert roberta: bob bobby rob robbie bert
ronald: ron ronnie
samuel samantha: sam sammy
stephen steven stephanie: steve steph
susan suzanne susannah: sue susie suzie
theodore: ted teddy theo
theresa teresa: terry tess
thomas: tom tommy
timothy: tim
victoria victor: vicky vic
virginia: ginny
walter: walt wally
william: bill billy will willie liam
"""
_NICKNAME_GROUPS: dict[str, set[int]] = {}
_FULL_NAMES: set[str] = set()
for _number, _line in enumerate(_NICKNAMES.split("\n")):
    _full, _, _short = _line.partition(":")
    _FULL_NAMES.update(_full.split())
    for _name in (*_full.split(), *_short.split()):
        _NICKNAME_GROUPS.setdefault(_name, set()).add(_number)


def find_nickname_groups(name: str) -> set[int]:
    """Return the numbers of the lines of `_NICKNAMES` that contain a first name in lower case."""
    return _NICKNAME_GROUPS.get(name, set())


def is_nickname(name: str, other_name: str) -> bool:
    """Return whether one of two first names is a short form of the other: Bob of Robert, but not of Rob."""
    return (name in _FULL_NAMES) != (other_name in _FULL_NAMES) and bool(
        find_nickname_groups(name) & find_nickname_groups(other_name)
    )


_APOSTROPHES = str.maketrans(dict.fromkeys("’‘`´ʼ", "'"))


class AmbiguousNameError(XladdinError):
    """A name fits several players."""

    def __init__(self, players: Iterable[str]) -> None:
        self.players = sorted(players)
        super().__init__(msg("this could be {players}; type the name as on Players", players=list_values(self.players)))


def put_first_name_first(name: str) -> str:
    """Return "First Last" for a name in the form "Last, First". Any other name is returned unchanged."""
    last, comma, first = name.partition(",")
    return f"{first.strip()} {last.strip()}" if comma and first.strip() and last.strip() and "," not in first else name


def make_name_key(name: str) -> str:
    """Return a key that "First Last" and "Last, First" share. All kinds of apostrophes are equal."""
    return name_key(put_first_name_first(name)).translate(_APOSTROPHES)


class PlayerLookup:
    """A lookup of the players of a workbook by any spelling that identifies one of them."""

    def __init__(self, tables: Mapping[str, CellTable]) -> None:
        self.names = read_player_names(tables)
        self._exact: dict[str, str] = {name_key(name): name for name in self.names} | dict.fromkeys(
            list_bye_keys(), BYE
        )
        self._aliases: defaultdict[str, set[str]] = defaultdict(set)
        self._in_either_order: defaultdict[str, set[str]] = defaultdict(set)
        self._plain: defaultdict[str, set[str]] = defaultdict(set)
        for name in self.names:
            self._in_either_order[make_name_key(name)].add(name)
            self._plain[remove_accents(make_name_key(name))].add(name)
        alias_players = [(alias, self._find_players(player)) for alias, player in read_aliases(tables)]
        for alias, players in alias_players:
            if len(players) == 1:
                self._aliases[make_name_key(alias)] |= players
        for key, players in self._aliases.items():
            self._plain[remove_accents(key)] |= players

    def find_player(self, name: str) -> str | None:
        """Return the workbook's spelling of a name, or None if it is unknown.

        Raises:
            AmbiguousNameError: The name fits several players.
        """
        matches = self._find_players(name)
        if len(matches) > 1:
            raise AmbiguousNameError(matches)
        return next(iter(matches), None)

    def _find_players(self, name: str) -> Set[str]:
        if listed_name := self._exact.get(name_key(name)):
            return {listed_name}
        key = make_name_key(name)
        lookups = (self._aliases, key), (self._in_either_order, key), (self._plain, remove_accents(key))
        return next((names_by_key[spelling] for names_by_key, spelling in lookups if spelling in names_by_key), set())

    def is_known(self, name: str) -> bool:
        """Return whether a name identifies one player."""
        try:
            return self.find_player(name) is not None
        except AmbiguousNameError:
            return False

    @property
    def has_first_names_first(self) -> bool:
        """Whether the club writes all names as "First Last", so that a new "Last, First" is reordered."""
        return bool(self.names) and not any("," in name for name in self.names)


class NameNormalizer:
    """Replaces spellings of players' names by the names on the sheet Players. Unknown names stay unchanged."""

    def __init__(self, tables: Mapping[str, CellTable]) -> None:
        self._reading = NameReading(read_player_names(tables), read_aliases(tables))

    def normalize_table(self, table: CellTable, headings: Collection[str]) -> CellTable:
        """Return the table with the names below these headings normalized."""
        positions = {table.position(heading) for heading in headings}
        columns = [
            self._normalize_cells(column) if position in positions else column
            for position, column in enumerate(table.columns)
        ]
        return replace(table, columns=tuple(columns))

    def normalize_columns(
        self, columns: Mapping[str, Sequence[CellValue]], headings: Collection[str]
    ) -> dict[str, Sequence[CellValue]]:
        """Return columns, given by heading, with the names below these headings normalized."""
        return {
            heading: self._normalize_cells(cells) if heading in headings else cells
            for heading, cells in columns.items()
        }

    def _normalize_cells(self, column: Sequence[Any]) -> Sequence[Any]:
        listed_names = {
            cell: name for cell in set(column) if (name := self._find_name(cell)) is not None and name != cell
        }
        return [listed_names.get(cell, cell) for cell in column] if listed_names else column

    def _find_name(self, cell: object) -> str | None:
        position = None if is_blank(cell) else self._reading.find_player(cell_text(cell).strip())
        return None if position is None or position == NO_PLAYER else self._reading.names[position]


# The most letters of all unknown names of a source, some 7,000 names, since each is compared with the players.
MAX_LETTERS = 100_000
# The most players that a question suggests.
MAX_OFFERED = 4
# The most unknown names in a question.
MAX_NAMED = 8
# The answer that a name is no player's, and its text.
NO_PLAYER_CHOICE = (NOBODY, msg("nobody, leave these rows out"))
# Answers to the question about all names that are similar to no player.
ADD_ALL, ASK_EACH = "add", "each"


@dataclass
class ResolvedNames:
    """Decisions about the unknown names of a file.

    Attributes:
        newcomers: Names that become players.
        ignored: Names whose rows are left out.
        doubts: Names that are imported and should be reviewed.
    """

    newcomers: list[str] = field(default_factory=list)
    ignored: list[str] = field(default_factory=list)
    doubts: list[Doubt] = field(default_factory=list)


def resolve_unknown_names(
    file: str,
    names: Mapping[str, Sequence[int]],
    players: Sequence[str],
    answers: Answers,
    *,
    listed_keys: Collection[str],
    is_roster: bool,
) -> ResolvedNames:
    """Decide by the answers which players unknown names mean, and ask about the others.

    Args:
        file: Name of the source, for messages.
        names: The lines of each unknown name.
        players: The players of the workbook.
        answers: The answers given so far. Open questions are added.
        listed_keys: Keys of the names that the source lists as players. The director is asked about these only if
            they are similar to a player of the workbook.
        is_roster: Whether the source numbers its players, so that similar names in it are different persons.

    Raises:
        WorkbookError: There are too many unknown names to compare.
    """
    if sum(map(len, names)) > MAX_LETTERS:
        raise WorkbookError(
            msg(
                "{file}: {names} are unknown, too many to compare at once. If the file is this club's, add its "
                "players on Players first, or import it in parts.",
                file=file,
                names=ngettext("{n:,} name", "{n:,} names", len(names)),
            )
        )
    result = ResolvedNames()
    answers_by_key = {name_key(name): player for name, player in answers.names.items()}
    index = NameIndex([*players, *names])
    known_players = set(players)
    accepted_names = set(players)
    dissimilar: list[str] = []
    similar_pairs: list[set[str]] = []
    # The most frequent names come first, so that the rarer of two spellings is asked about.
    for name in sorted(names, key=lambda name: (-len(names[name]), names[name][:1])):
        lines = names[name]
        answer = answers_by_key.get(name_key(name), "")
        if answer == NOBODY:
            result.ignored.append(name)
            continue
        candidates = index.find_similar(name)
        similar = [candidate.name for candidate in candidates if candidate.similarity >= MIN_SIMILARITY]
        in_club = [similar_name for similar_name in similar if similar_name in known_players]
        is_listed = make_name_key(name) in listed_keys
        if answer != NEW:
            likely_players = (
                in_club
                if is_roster or is_listed
                else [similar_name for similar_name in similar if similar_name in accepted_names]
            )
            if likely_players or not is_visible(name) or _is_single_word(name, players):
                further_players = [
                    candidate.name
                    for candidate in candidates
                    if candidate.name in known_players and candidate.name not in likely_players
                ]
                _ask_which_player(
                    file,
                    name,
                    lines,
                    [*likely_players, *further_players],
                    answers,
                    default=likely_players[0] if len(likely_players) == 1 else "",
                )
                continue
            accepted_names.add(name)
            if players and (is_roster or not is_listed):
                dissimilar.append(name)
                continue
        accepted_names.add(name)
        result.newcomers.append(name)
        if similar and not in_club and is_listed and not is_roster and {name, similar[0]} not in similar_pairs:
            similar_pairs.append({name, similar[0]})
            text = msg('"{name}" is similar to "{other}"', name=name, other=similar[0])
            reason = msg("Are they two players, or one spelled in two ways?")
            result.doubts.append(Doubt(text, file, lines, reason, SIMILAR_NAMES, "Players", similar[0]))
    dissimilar = [name for name in names if name in set(dissimilar)]
    if dissimilar and _ask_whether_new(file, dissimilar, answers):
        result.newcomers += dissimilar
    else:
        for name in dissimilar:
            _ask_which_player(file, name, names[name], (), answers)
    order = {name: number for number, name in enumerate(names)}
    result.newcomers.sort(key=order.__getitem__)
    return result


def _ask_whether_new(file: str, names: Sequence[str], answers: Answers) -> bool:
    """Return whether all names that are similar to no player are new players, which is asked once.

    By default they are.
    """
    name_list: str = ", ".join(map(escape_unprintable, names[:MAX_NAMED]))
    if len(names) > MAX_NAMED:
        name_list = msg("{names} and {more:,} more", names=name_list, more=len(names) - MAX_NAMED)
    text = ngettext(
        "{file}: no player is called {names}. Add this one to Players?",
        "{file}: no player is called {names}. Add them to Players?",
        len(names), file=file, names=name_list,
    )  # fmt: skip
    yes = msg("yes, as new players") if len(names) > 1 else msg("yes, as a new player")
    choices = [(ADD_ALL, yes), (ASK_EACH, msg("no, ask about each name"))]
    return answers.ask(Question(("names", "unknown"), text, choices, ADD_ALL)) == ADD_ALL


def _ask_which_player(
    file: str, name: str, lines: Sequence[int], likely_players: Sequence[str], answers: Answers, default: str = ""
) -> None:
    choices = [
        *((player, player) for player in likely_players[:MAX_OFFERED]),
        (NEW, msg("a new player")),
        NO_PLAYER_CHOICE,
    ]
    text = msg("Who is {name}? ({file} {lines})", name=escape_unprintable(name), file=file, lines=format_lines(lines))
    answers.ask(Question(("names", "is", name), text, choices, default, free_answer="name"))


def _is_single_word(name: str, players: Sequence[str]) -> bool:
    """Return whether a name is a single word in a club whose players have first and last names."""
    whole = sum(" " in player.strip() for player in players)
    return " " not in name.strip() and whole * 2 > len(players) > 1


Tables = Mapping[str, CellTable]
# The columns of Players about the last presence of a player. The second refers to the first.
LAST_PRESENT_HEADINGS = ("Start last played", "Start missed")


def validate_new_name(new: str) -> None:
    """Raise OutOfRangeError if a name cannot be that of a player."""
    if is_bye(new):
        raise OutOfRangeError(msg('"{name}" means no opponent; choose another name.', name=new))
    if not new or len(new) > MAX_NAME_LENGTH or not is_visible(new):
        raise OutOfRangeError(
            msg(
                '"{name}" cannot be the name of a player: it needs 1 to {most} visible characters.',
                name=new,
                most=MAX_NAME_LENGTH,
            )
        )


def rename_player(
    system: RatingSystem, tables: Tables, old: str, new: str, *, keep_alias: bool
) -> dict[str, CellTable]:
    """Return the tables with a player's name replaced in every input cell.

    Args:
        system: Rating system of the club.
        tables: Tables of the workbook.
        old: The present name.
        new: The new name.
        keep_alias: Whether the old name becomes an alias.

    Raises:
        NotFoundError: No player has the old name.
        OutOfRangeError: The new name is invalid, or is that of another player.
    """
    new = " ".join(new.split())
    validate_new_name(new)
    _find_row(tables, old)
    if name_key(old) != name_key(new) and name_key(new) in _map_rows_by_name(tables):
        raise OutOfRangeError(
            msg(
                '"{other}" is already a player. If they are the same person: xladdin merge FILE "{name}" "{other}"',
                name=old,
                other=new,
            )
        )
    listed_spelling = cell_text((tables["Players"].column("Player") or ())[_find_row(tables, old)]).strip()
    renamed_tables = _replace_name(system, tables, old, new)
    if keep_alias and name_key(old) != name_key(new):
        _add_alias(system, renamed_tables, listed_spelling, new)
    return renamed_tables


def merge_players(
    system: RatingSystem, tables: Tables, name: str, target_name: str
) -> tuple[dict[str, CellTable], list[Message]]:
    """Return the tables with one player merged into another, and messages about values that are dropped.

    The row of the player `name` is removed. The name becomes an alias of `target_name` if the workbook has a table for
    aliases.

    Raises:
        OutOfRangeError: The two have played each other, or are in one event.
    """
    row, target_row = _find_row(tables, name), _find_row(tables, target_name)
    if row == target_row:
        raise OutOfRangeError(msg('"{name}" and "{other}" are one player already.', name=name, other=target_name))
    players = tables["Players"]
    names = players.column("Player") or ()
    name, target_name = (cell_text(names[player_row]).strip() for player_row in (row, target_row))
    _validate_one_person(system, tables, name, target_name)
    notes: list[Message] = []
    merged_tables = _replace_name(system, tables, name, target_name)
    merged_tables["Players"] = _merge_rows(system, players, row, target_row, notes)
    if not _add_alias(system, merged_tables, name, target_name):
        notes.append(
            msg(
                'This workbook has no table {table}; "{name}" was not recorded as a spelling of "{other}".',
                table=ALIASES.name,
                name=name,
                other=target_name,
            )
        )
    return merged_tables, notes


def _add_alias(system: RatingSystem, tables: dict[str, CellTable], alias: str, player: str) -> bool:
    """Add an alias of a player. Return False if the workbook has no table for it.

    Aliases that equal the player's own name are removed.
    """
    table = tables.get(ALIASES.name)
    if table is None:
        return False
    alias_rows = {
        row: None
        for row, cell in enumerate(table.column("Alias") or ())
        if name_key(cell_text(cell)) == name_key(player)
    }
    table = replace_cells(table, {"Alias": alias_rows, "Player": alias_rows}) if alias_rows else table
    rows: dict[str, Sequence[CellValue]] = {"Alias": [alias], "Player": [player]}
    tables[ALIASES.name] = append_rows(system, table, rows)
    return True


def _map_rows_by_name(tables: Tables) -> dict[str, int]:
    cells = tables["Players"].column("Player") or ()
    return {name_key(cell_text(cell)): row for row, cell in reversed(list(enumerate(cells))) if not is_blank(cell)}


def _find_row(tables: Tables, name: str) -> int:
    rows = _map_rows_by_name(tables)
    if name_key(name) in rows:
        return rows[name_key(name)]
    reading = NameReading(read_player_names(tables), read_aliases(tables))
    position = reading.find_player(name)
    if position is None or position == NO_PLAYER:
        raise NotFoundError(describe_unknown_player(name, reading.names))
    raise NotFoundError(
        msg(
            '"{name}" is another spelling of "{player}". Use the name on Players.',
            name=name,
            player=reading.names[position],
        )
    )


def _replace_name(system: RatingSystem, tables: Tables, old: str, new: str) -> dict[str, CellTable]:
    """Return the tables with each spelling of a name replaced, with or without accents, except its aliases."""
    names = read_player_names(tables)
    readings = NameReading(names, read_aliases(tables)), NameReading(names)
    player = readings[0].find_player(old)

    def is_spelling(cell: object) -> bool:
        return not is_blank(cell) and all(reading.find_player(cell_text(cell)) == player for reading in readings)

    changed = dict(tables)
    for name, table in tables.items():
        headings = list_name_columns(system, name)
        positions = [position for heading in headings if (position := table.position(heading)) is not None]
        columns = list(table.columns)
        for position in positions:
            spellings = set(filter(is_spelling, set(columns[position])))
            if spellings:
                columns[position] = [new if cell in spellings else cell for cell in columns[position]]
        if positions:
            changed[name] = replace(table, columns=tuple(columns))
    return changed


def _validate_one_person(system: RatingSystem, tables: Tables, name: str, target_name: str) -> None:
    schema, pair = system.log_schema, {name_key(name), name_key(target_name)}
    if read_past(tables, [name, target_name], read_aliases(tables)).pairs:
        raise OutOfRangeError(
            msg(
                '"{name}" and "{other}" have played each other in an earlier season. They are two players.',
                name=name,
                other=target_name,
            )
        )
    table = NameNormalizer(tables).normalize_table(tables[schema.table], schema.players)
    if schema.is_paired:
        columns = [table.column(heading) or () for heading in schema.players]
        for row, cells in enumerate(zip(*columns)):
            if {name_key(cell_text(cell)) for cell in cells} == pair:
                location = table.row_location(row)
                raise OutOfRangeError(
                    msg(
                        '"{name}" and "{other}" have played each other: {place}. They are two players.',
                        name=name,
                        other=target_name,
                        place=location,
                    )
                )
        return
    events: dict[str, set[str]] = {}
    for event, player in zip(table.column(PLACINGS.event) or (), table.column(schema.player1) or ()):
        if name_key(cell_text(player)) in pair:
            events.setdefault(name_key(cell_text(event)), set()).add(name_key(cell_text(player)))
            if events[name_key(cell_text(event))] == pair:
                raise OutOfRangeError(
                    msg(
                        '"{name}" and "{other}" are both in {event}. They are two players.',
                        name=name,
                        other=target_name,
                        event=cell_text(event),
                    )
                )


def _merge_rows(system: RatingSystem, table: CellTable, row: int, target_row: int, notes: list[Message]) -> CellTable:
    """Return Players with a row merged into another one, whose values have priority. The rows below move up.

    The start values of a player belong together, so they are taken from one row. Only the date last played, and what
    refers to it, are those of the later date.
    """
    columns = list(map(list, table.columns))
    positions = [
        position
        for position in find_input_positions(system, table)
        if table.headings[position] and position != table.position("Player")
    ]
    start_positions = [position for position in positions if name_key(table.headings[position]).startswith("start ")]
    occupied_starts = (
        set(start_positions)
        if any(not is_blank(columns[position][target_row]) for position in start_positions)
        else set()
    )
    days = Reading(make_date_reader(None)).column(table.column(LAST_PRESENT_HEADINGS[0]) or [None] * table.rows)
    is_later = (days[row] or date.min) > (days[target_row] or date.min)
    later_positions = {table.position(heading) for heading in LAST_PRESENT_HEADINGS} if is_later else set()
    for position in positions:
        retained, dropped = columns[position][target_row], columns[position][row]
        if position in later_positions or (is_blank(retained) and position not in occupied_starts):
            retained, dropped = dropped, retained
        columns[position][target_row] = retained
        if not is_blank(dropped) and dropped != retained:
            column, value = heading_message(table.headings[position]), cell_text(dropped)
            if is_blank(retained):
                notes.append(msg("{column}: {value} is dropped.", column=column, value=value))
            else:
                notes.append(
                    msg(
                        "{column}: {current} stays; {value} is dropped.",
                        column=column,
                        current=cell_text(retained),
                        value=value,
                    )
                )
    for position in find_input_positions(system, table):
        columns[position] = [*columns[position][:row], *columns[position][row + 1 :], None]
    return replace(table, columns=tuple(columns))
