from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ctxsmith_tui.model import Reference
from ctxsmith_tui.store.records import pack_references, unpack_references

NAMES = st.text(max_size=6)
REFERENCES = st.lists(
    st.builds(
        Reference,
        st.sampled_from(["call", "import", "inherit"]),
        NAMES,
        NAMES,
        NAMES,
        st.integers(1, 10**6),
        st.none() | st.integers(0, 10**6),
    )
)


@given(REFERENCES)
def test_packed_references_come_back_by_kind_and_in_order(references: list[Reference]) -> None:
    packed = pack_references(references)
    assert [each.kind for each in packed] == sorted({each.kind for each in references})
    for kind, total, rows in packed:
        found = unpack_references(kind, rows)
        assert list(found) == [each for each in references if each.kind == kind]
        assert len(found) == total


def test_separators_and_control_characters_in_names_do_no_harm() -> None:
    odd = Reference("call", '"],\n[\0', "\u2028\\", "", 1, None)
    ((kind, _, rows),) = pack_references([odd])
    assert unpack_references(kind, rows) == (odd,)
