"""Mutations of examples: cut, repeated, joined, sprinkled with what has broken parsers before."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

# Bytes of an input: most faults need few, and many inputs find more than long ones.
LONGEST = 24_000
TOKENS: tuple[bytes, ...] = (
    b"<", b">", b"</", b"/>", b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<?xml", b"&#0;",
    b"&#x110000;", b"&#xD800;", b"&", b"\"", b"'", b"=", b"\0", b"\xff\xfe", b"\xfe\xff",
    b"\xef\xbb\xbf", b"\x80", b"\xed\xa0\x80", b"\xc0\xaf", b"\r\n", b"\r", b"\n\n", b"\t", b"%",
    b"%00", b"%zz", b"%25%32%65", b"..", b"/../", b"//", b"://", b"http://", b"http://[",
    b"http://[::1]:99999999/", b"javascript:", b"data:,", b"#", b"?", b"@", b":", b":80", b"\\",
    b"xn--", b"\xe2\x80\xae", b"\xf0\x9f\x90\xa6", b"<base href=", b"<table>", b"<select>",
    b"<option>", b"<h1>", b"</h1>", b"<svg>", b"<math>", b"<template>", b"<noscript>",
    b"<plaintext>", b"<textarea>", b"<script>", b"</script>", b"<style>", b"<iframe srcdoc=",
    b"<form>", b"<input name=q>", b"<meta charset=utf-16>", b"<a href=", b"<nav>",
    b"<meta http-equiv=refresh content='0;url=", b"role=heading aria-level=", b"rel=nofollow ",
    b"nan", b"inf", b"-1", b"1e999", b"999999999999999999999", b"[[", b"]]", b"{", b"}",
    b"\"\"\"", b"User-agent: *", b"Disallow: ", b"Allow: /*$", b"Crawl-delay: ", b"Sitemap: ",
    b",", b";", b"null",
)  # fmt: skip
Mutation = Callable[[random.Random, bytes, Sequence[bytes]], bytes]


def mutated(dice: random.Random, examples: Sequence[bytes]) -> bytes:
    """An example after one to six mutations."""
    data = dice.choice(examples)
    for _ in range(dice.randint(1, 6)):
        data = dice.choice(MUTATIONS)(dice, data, examples)[:LONGEST]
    return data


def _span(dice: random.Random, data: bytes) -> tuple[int, int]:
    start = dice.randint(0, len(data))
    return start, min(len(data), start + int(dice.paretovariate(0.6)))


def _cut(dice: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(dice, data)
    return data[:start] + data[end:]


def _truncate(dice: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    return data[: dice.randint(0, len(data))]


def _repeat(dice: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start, end = _span(dice, data)
    return data[:start] + data[start:end] * dice.choice((2, 3, 50)) + data[end:]


def _insert(dice: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    start = dice.randint(0, len(data))
    return data[:start] + dice.choice(TOKENS) * dice.choice((1, 1, 1, 2, 100)) + data[start:]


def _flip(dice: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    changed = bytearray(data)
    for _ in range(min(len(changed), dice.randint(1, 8))):
        changed[dice.randrange(len(changed))] = dice.randrange(256)
    return bytes(changed)


def _join(dice: random.Random, data: bytes, examples: Sequence[bytes]) -> bytes:
    other = dice.choice(examples)
    return data[: dice.randint(0, len(data))] + other[dice.randint(0, len(other)) :]


def _swap(dice: random.Random, data: bytes, _: Sequence[bytes]) -> bytes:
    (a, b), (c, d) = sorted((_span(dice, data), _span(dice, data)))
    return data if b > c else data[:a] + data[c:d] + data[b:c] + data[a:b] + data[d:]


MUTATIONS: tuple[Mutation, ...] = (_cut, _truncate, _repeat, _insert, _insert, _flip, _join, _swap)
