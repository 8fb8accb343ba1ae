from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ctxsmith_tui.index.decode import Decoded, decode, read_bytes


def test_read_bytes_reads_a_regular_file(tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.txt").write_bytes(b"0123456789")
    assert read_bytes(tmp_path, "a/b.txt") == b"0123456789"
    assert read_bytes(tmp_path, "a/b.txt", 4) == b"0123"
    (tmp_path / os.fsdecode(b"\xff")).write_bytes(b"odd")
    assert read_bytes(tmp_path, os.fsdecode(b"\xff")) == b"odd"


def test_read_bytes_follows_no_link(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret").write_text("secret")
    root = tmp_path / "root"
    root.mkdir()
    (root / "file").symlink_to(outside / "secret")
    (root / "folder").symlink_to(outside)
    for path in (
        "file",
        "folder/secret",
        "../outside/secret",
        "./../outside/secret",
        str(outside / "secret"),
        "",
    ):
        with pytest.raises(OSError, match=r".") as raised:
            read_bytes(root, path)
        assert not isinstance(raised.value, FileNotFoundError), path


def test_read_bytes_of_a_root_behind_a_link(tmp_path):
    (tmp_path / "real").mkdir()
    (tmp_path / "real" / "a").write_text("x")
    (tmp_path / "link").symlink_to("real")
    assert read_bytes(tmp_path / "link", "a") == b"x"


def test_read_bytes_refuses_what_is_no_file_without_hanging(tmp_path):
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    for name in ("fifo", "folder"):
        with pytest.raises(OSError, match="not a regular file"):
            read_bytes(tmp_path, name)
    with pytest.raises(FileNotFoundError):
        read_bytes(tmp_path, "missing")


def test_read_bytes_leaks_no_descriptor(tmp_path):
    def used() -> int:
        return os.dup(0)

    (tmp_path / "a").mkdir()
    first = used()
    for path in ("missing", "a", "a/missing", "a/b/c", "../x") * 40:
        with pytest.raises(OSError, match=r"."):
            read_bytes(tmp_path, path)
    last = used()
    os.close(first)
    os.close(last)
    assert last - first < 40  # others in this process may open a few


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b"", ("", "utf-8")),
        (b"plain\r\n\x0c\x1b[0m", ("plain\r\n\x0c\x1b[0m", "utf-8")),
        ("größe \u2028 𝄞".encode(), ("größe \u2028 𝄞", "utf-8")),
        (b"\xef\xbb\xbfbom", ("bom", "utf-8-sig")),
        (b"\xef\xbb\xbf", ("", "utf-8-sig")),
        ("é𝄞\n".encode("utf-16"), ("é𝄞\n", "utf-16")),
        ("\ufeffé\n".encode("utf-16-be"), ("é\n", "utf-16")),
        ("é\n".encode("utf-32"), ("é\n", "utf-32")),
        ("\ufeffé\n".encode("utf-32-be"), ("é\n", "utf-32")),
        ("é cut é".encode()[:-1], ("é cut ", "utf-8")),
        ("é 日本 ü ".encode() + b"\xff", ("é 日本 ü \ufffd", "utf-8-replace")),
        ("# José\n".encode("cp1252"), ("# José\n", "cp1252")),
        ("“quotes” – 5€".encode("cp1252"), ("“quotes” – 5€", "cp1252")),
        (b"x = '\x81\xe9'", ("x = '\x81é'", "latin-1")),
        (b"# coding: utf-8\n# \xe9", ("# coding: utf-8\n# é", "cp1252")),
        (b"# coding: no-such-thing\n# \xe9", ("# coding: no-such-thing\n# é", "cp1252")),
        (b"# coding: utf-7\n# +2AA- \xe9", ("# coding: utf-7\n# +2AA- é", "cp1252")),
        (b"# coding: hex\n# \xe9", ("# coding: hex\n# é", "cp1252")),
    ],
)  # fmt: skip
def test_decode(data, expected):
    assert decode(data) == Decoded(*expected, binary=False)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("# -*- coding: iso-8859-2 -*-\n# żółć", "iso8859-2"),
        ("#!/bin/x\n# vim: fileencoding=koi8-r\n# да", "koi8-r"),
        ('<?xml version="1.0" encoding="windows-1251"?>да', "cp1251"),
        ("<html><meta charset=cp1250>žluť", "cp1250"),
    ],
)
def test_a_declared_encoding(text, encoding):
    assert decode(text.encode(encoding)) == Decoded(text, encoding, False)


RUSSIAN = "// Это комментарий на русском языке, который объясняет функцию\nint x; // Возвращает ноль\n"
JAPANESE = "// これはテストです。日本語のコメントを含むファイル。\nint x; // 関数の説明をここに書きます\n"


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8_r"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        ("// 这是一个测试文件，包含中文注释\nint x;\n// 函数的说明写在这里\n", "gb18030"),
        ("// 這是一個測試檔案，包含中文註解\nint x;\n// 函數的說明寫在這裡\n", "big5"),
        (
            "// 이것은 한국어 주석이 있는 테스트 파일입니다\nint x;\n// 함수의 설명을 여기에 씁니다\n",
            "euc_kr",
        ),
    ],
)
def test_a_guess_from_enough_text(text, encoding):
    assert decode(text.encode(encoding)) == Decoded(text, encoding, False)


@pytest.mark.parametrize(
    "data",
    [
        b"text\x00more", b"%PDF-1.7\n%text", b"\x89PNG\r\n\x1a\n", b"PK\x03\x04abc", b"\x1f\x8b\x08abc",
        b"wOF2abc", b"BZh91AY&SYabc", b"GIF89a", b"\xff\xd8\xff\xe0",
        b"\x7fELF\x02", bytes(range(1, 256)) * 4,
        "no mark".encode("utf-16-le"), b"\xff\xfe\x00\xd8\x00",
    ],
)  # fmt: skip
def test_binary(data):
    assert decode(data) == Decoded("", "", True)


def test_a_late_nul_is_not_binary():
    assert decode(b"x" * 9000 + b"\0").text.endswith("\0")


@settings(deadline=None, database=None)
@given(st.binary(max_size=200) | st.text(max_size=50).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_decode_never_fails_and_never_yields_lone_surrogates(data):
    decoded = decode(data)
    decoded.text.encode()
    assert decoded == decode(data)
    assert decoded.binary == (decoded.encoding == "")
