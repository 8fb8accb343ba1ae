"""Names of methods that everybody's standard library has.

A call of one of them on something unknown says nothing: `x.get(...)` is a dictionary far more often than the
one class of a repository that defines `get`.
"""

from __future__ import annotations

_BUILTIN = {name for kind in (str, bytes, list, dict, set, int, float) for name in dir(kind)}
_FILES_AND_ITERATORS = """
    read write close open flush seek readline readlines writelines next send throw iter peek reset
    start stop run wait join lock unlock acquire release notify submit result cancel done
"""
_OTHER_LIBRARIES = """
    get set has add put push pop shift unshift append extend insert remove delete clear contains
    includes indexOf forEach map filter reduce find findIndex some every flat flatMap sort reverse
    concat slice splice fill keys values entries join split replace replaceAll trim match test exec
    toString valueOf hasOwnProperty apply call bind then catch finally resolve reject all race on
    off once emit log warn error info debug trace equals hashCode compareTo length size isEmpty len
    cap iter into_iter iter_mut collect unwrap unwrap_or expect clone to_string to_owned as_ref
    as_mut as_str is_some is_none is_ok is_err ok err map_err and_then or_else fold any take skip
    zip chain enumerate first last min max sum count each select inject include? empty? nil? to_s
    to_i to_a to_h dup freeze merge merge! fetch dig present? blank? new begin end front back
    push_back pop_back emplace_back c_str data str find erase first second toArray toList of stream
    Add Remove Contains ToString Equals GetHashCode Dispose ToList ToArray Select Where Any First
    Invoke print println format let also with getOrDefault containsKey substring charAt startsWith
    endsWith parse write_str fmt from into default eq ne cmp hash next_back String Error Close Read
    Write Lock Unlock Done Wait Printf Println Sprintf Fatal Errorf Run update
    init and or xor shl shr inv until to downTo step as_bytes as_slice as_path into_bytes to_vec parent
"""

RUST_MACROS = frozenset(
    """
    assert assert_eq assert_ne column concat dbg debug_assert eprint eprintln env file format line matches
    panic print println stringify todo unimplemented unreachable vec write writeln
    """.split()
)
"""The macros of Rust's library: a reference does not tell whether a macro or a function is meant."""

COMMON_METHODS = frozenset(_BUILTIN | set(_FILES_AND_ITERATORS.split()) | set(_OTHER_LIBRARIES.split()))
