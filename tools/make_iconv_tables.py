#!/usr/bin/env python3
"""Writes the data of src/base/iconv_tables.cpp: CP932, CP936 and Big5 as the C library of this system (glibc) has them.

Usage: make_iconv_tables.py FILE.cpp
"""
import contextlib
import ctypes
import sys

LIBC = ctypes.CDLL(None, use_errno=True)
LIBC.iconv_open.restype = ctypes.c_void_p
LIBC.iconv.restype = ctypes.c_size_t
LIBC.iconv.argtypes = [ctypes.c_void_p] + [ctypes.c_void_p] * 4
FAILED = ctypes.c_size_t(-1).value

# Trail bytes that occur, as the bounds of two runs: a row of a table has one column for each.
TRAILS = {
    "cp932": ((0x40, 0x7E), (0x80, 0xFC)),
    "cp936": ((0x40, 0x7E), (0x80, 0xFE)),
    "big5": ((0x40, 0x7E), (0xA1, 0xFE)),
}
NAMES = {"cp932": "CP932", "cp936": "CP936", "big5": "BIG5"}


class Converter:
    def __init__(self, to, source):
        self.handle = LIBC.iconv_open(to.encode(), source.encode())
        if self.handle == FAILED:
            raise SystemExit(f"this system cannot convert {source} to {to}")

    def convert(self, data):
        """The converted bytes; None where `data` as a whole cannot be converted."""
        buffer, room = ctypes.create_string_buffer(16), ctypes.c_size_t(16)
        source, left = ctypes.create_string_buffer(data, len(data)), ctypes.c_size_t(len(data))
        at, to = ctypes.c_void_p(ctypes.addressof(source)), ctypes.c_void_p(ctypes.addressof(buffer))
        status = LIBC.iconv(self.handle, ctypes.byref(at), ctypes.byref(left), ctypes.byref(to), ctypes.byref(room))
        LIBC.iconv(self.handle, None, None, None, None)
        return buffer.raw[: 16 - room.value] if status != FAILED and left.value == 0 else None


def code_of(converter, data):
    converted = converter.convert(data)
    if converted is None:
        return None
    text = converted.decode()
    if len(text) != 1 or ord(text) > 0xFFFF:
        raise SystemExit(f"{data!r} is not one character of the basic plane")
    return ord(text)


def numbers(values, width):
    line, out = "   ", []
    for value in values:
        word = f" {value},"
        if len(line) + len(word) > width:
            out.append(line)
            line = "   "
        line += word
    out.append(line)
    return "\n".join(out)


def decode_all(name):
    """Code points by sequence, of one byte and of two, and the table of the latter."""
    converter = Converter("UTF-8", NAMES[name])
    codes = {byte: code_of(converter, bytes([byte])) for byte in range(256)}
    codes = {byte: code for byte, code in codes.items() if code is not None}
    columns = [byte for first, last in TRAILS[name] for byte in range(first, last + 1)]
    rows = {}
    for lead in sorted(set(range(256)) - set(codes)):
        row = [code_of(converter, bytes([lead, trail])) or 0 for trail in range(256)]
        if any(code and trail not in columns for trail, code in enumerate(row)):
            raise SystemExit(f"{NAMES[name]}: a trail byte outside the table")
        if any(row):
            rows[lead] = [row[trail] for trail in columns]
    for lead, row in rows.items():
        codes.update({lead << 8 | trail: code for trail, code in zip(columns, row) if code})
    first, last = min(rows), max(rows)
    flat = [code for lead in range(first, last + 1) for code in rows.get(lead, [0] * len(columns))]
    return codes, first, last, flat


def exceptions(name, codes):
    """Characters that glibc does not write as the lowest sequence that it reads as them."""
    lowest = {}
    for sequence, code in sorted(codes.items()):
        lowest.setdefault(code, sequence)
    converter = Converter(NAMES[name], "UTF-8")
    out = []
    for code in range(0x10000):
        if 0xD800 <= code < 0xE000:
            continue
        written = converter.convert(chr(code).encode())
        sequence = int.from_bytes(written, "big") if written is not None else None
        if sequence != lowest.get(code):
            out.append((code, sequence or 0))
    return out


def write():
    print("// Made by tools/make_iconv_tables.py.")
    print('#include "base/iconv_tables_data.h"\n\nnamespace mmd::iconv_tables {\n')
    for name, trails in TRAILS.items():
        codes, first, last, flat = decode_all(name)
        print(f"static constexpr std::uint16_t {name}_codes[] = {{\n{numbers(flat, 110)}\n}};")
        bounds = ", ".join(f"0x{bound:02x}" for bound in (first, last) + trails[0] + trails[1])
        print(f"const Table {name} = {{{bounds}, {name}_codes}};\n")
        if name == "cp932":
            rows = [f"{{{code}, {sequence}}}" for code, sequence in exceptions(name, codes)]
            print(f"static constexpr WrittenAs cp932_exceptions[] = {{\n{numbers(rows, 110)}\n}};")
            print("const std::span<const WrittenAs> cp932_written = cp932_exceptions;\n")
        if name == "cp936" and exceptions(name, codes):
            raise SystemExit("CP936 needs a list of exceptions, too")
    print("}  // namespace mmd::iconv_tables")


if __name__ == "__main__":
    with open(sys.argv[1], "w", encoding="ascii") as file, contextlib.redirect_stdout(file):
        write()
