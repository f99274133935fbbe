"""Trees of small parts: what nobody changes says the same, and what is put in is where it belongs."""

from __future__ import annotations

from xml.etree.ElementTree import canonicalize

from xladdin.files.package_edit import (
    add_child,
    child,
    children,
    link_of,
    parse_tree,
    remove_element,
    serialize_tree,
    set_link,
    set_text,
)

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
AWKWARD = f"""<?xml version="1.0" encoding="UTF-8"?><!-- before --><x:a xmlns:x="{MAIN}" xmlns:unused="u"
 xmlns:mc="m" mc:Ignorable="unused" said="two&#10;lines&#9;&quot;&lt;&amp;'"><?run it?><x:b>1 &lt; 2&#13;
</x:b><!-- < --><![CDATA[3 & 4]]><x:c/> tail</x:a><!-- after -->""".encode()


def test_the_tree_of_awkward_xml_says_the_same_to_the_last_prefix() -> None:
    tree = serialize_tree(parse_tree(AWKWARD))
    for with_comments in (True, False):
        assert canonicalize(tree, with_comments=with_comments) == canonicalize(AWKWARD, with_comments=with_comments)
    for piece in (b'xmlns:unused="u"', b"two&#10;lines&#9;", b"&#13;", b"<![CDATA[3 & 4]]>", b"<x:c/>", b"<?run it?>"):
        assert piece in tree
    assert serialize_tree(parse_tree(tree)) == tree


def test_new_elements_of_the_tree_have_the_prefix_of_their_parent() -> None:
    root = parse_tree(AWKWARD)
    last = child(root, "c")
    set_link(add_child(root, "new", {"n": "1"}, before=last), "rId7")
    set_text(child(root, "b"), "<5>")
    remove_element(last)
    again = parse_tree(serialize_tree(root))
    assert [(one.tagName, one.namespaceURI) for one in children(again)] == [("x:b", MAIN), ("x:new", MAIN)]
    assert link_of(child(again, "new")) == "rId7" and link_of(again) == ""
    assert b"<x:b>&lt;5&gt;</x:b>" in serialize_tree(root)
