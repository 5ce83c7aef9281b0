"""Which encoding a page's bytes are in: byte-order mark, header, meta tag, then detection.

The order is that of browsers. A declared encoding is set aside in three cases: it is wide although
the body has no zero byte, it is the Western one that servers declare unasked although the body is
UTF-8, or it leaves so many characters unreadable that it cannot be true.
"""

from __future__ import annotations

from charset_normalizer import from_bytes
from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding

SAMPLE_BYTES = 16_384
DEFAULT_ENCODING = "cp1252"  # what browsers assume of a page that is no UTF-8
UNREADABLE = "\ufffd"
READABLE_PER_UNREADABLE = 10  # one stray byte among accents is a slip, every second one is not
# Codecs no page is written in: some refuse any input, and punycode is quadratic.
NOT_FOR_PAGES = {"idna", "punycode", "undefined", "unicode-escape", "unicode_escape",
                 "raw-unicode-escape", "raw_unicode_escape", "mbcs", "oem"}  # fmt: skip
WEB_ENCODINGS = ["cp1251", "shift_jis", "euc_jp", "gb18030", "big5", "euc_kr", "koi8_r", "cp1252",
                 "iso8859_2", "cp1253", "cp1254", "cp1255", "cp1256"]  # fmt: skip


def decode(body: bytes, declared: str | None = None) -> tuple[str, str]:
    """The text and the encoding it was read in; bytes that do not fit become U+FFFD."""
    bom_encoding, bom = read_bom(body)
    if bom_encoding and bom:
        return _read(body[len(bom) :], bom_encoding), bom_encoding
    encoding = _declared_encoding(body, declared)
    if encoding is not None:
        text = _read(body, encoding)
        if _is_readable(text):
            return text, encoding
    encoding = detect_encoding(body)
    return _read(body, encoding), encoding


def detect_encoding(body: bytes) -> str:
    """A guess that always names an encoding: UTF-8 if it fits, else what the letters suggest."""
    wide = _wide_encoding(body[:SAMPLE_BYTES])
    if wide is not None:
        return wide
    if _is_readable(_read(body, "utf-8")):
        return "utf-8"
    best = from_bytes(_telling_sample(body), cp_isolation=WEB_ENCODINGS).best()
    return best.encoding if best is not None else DEFAULT_ENCODING


def _declared_encoding(body: bytes, declared: str | None) -> str | None:
    encoding = resolve_encoding(declared) if declared else None
    encoding = encoding or html_body_declared_encoding(body)
    if encoding is None or encoding in NOT_FOR_PAGES:
        return None
    if encoding.startswith(("utf-16", "utf-32")):
        return encoding if b"\0" in body and encoding.endswith(("-le", "-be")) else None
    return "utf-8" if encoding == DEFAULT_ENCODING and _is_utf8(body) else encoding


def _is_utf8(body: bytes) -> bool:
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _wide_encoding(sample: bytes) -> str | None:
    """UTF-16 without a mark: in markup nearly every other byte is zero."""
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if (even + odd) * 8 < len(sample) or not sample:
        return None
    if odd > 4 * even:
        return "utf-16-le"
    return "utf-16-be" if even > 4 * odd else None


def _is_readable(text: str) -> bool:
    unreadable = text.count(UNREADABLE)
    if not unreadable:
        return True
    beyond_ascii = len(text) - len(text.encode("ascii", "ignore"))
    return beyond_ascii - unreadable >= READABLE_PER_UNREADABLE * unreadable


def _telling_sample(body: bytes) -> bytes:
    """The bytes around the first one beyond ASCII; a long head of scripts says nothing."""
    try:
        body.decode("ascii")
    except UnicodeDecodeError as error:
        start = max(0, error.start - SAMPLE_BYTES // 4)
        return body[start : start + SAMPLE_BYTES]
    return body[:SAMPLE_BYTES]


def _read(body: bytes, encoding: str) -> str:
    try:
        return body.decode(encoding, "replace")
    except (LookupError, ValueError):  # not a text encoding, or one that cannot replace
        return body.decode("utf-8", "replace")
