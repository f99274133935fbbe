"""Other names of the same person. A new spelling that is one of them is a question, not a new player."""

_GROUPS = """
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
"""Ours: names in full, and short forms that players of English and French clubs use."""

_BY_NAME: dict[str, set[int]] = {}
_IN_FULL: set[str] = set()
for _number, _line in enumerate(_GROUPS.split("\n")):
    _full, _, _short = _line.partition(":")
    _IN_FULL.update(_full.split())
    for _name in (*_full.split(), *_short.split()):
        _BY_NAME.setdefault(_name, set()).add(_number)


def groups_of(name: str) -> set[int]:
    """The lines, by number, in which a first name in small letters is."""
    return _BY_NAME.get(name, set())


def is_nickname(one: str, other: str) -> bool:
    """Whether one of two first names is short for the other: Bob for Robert, but not for Rob."""
    return (one in _IN_FULL) != (other in _IN_FULL) and bool(groups_of(one) & groups_of(other))
