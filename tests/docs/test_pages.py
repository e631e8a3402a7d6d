"""The pages of README.md and docs/ agree with each other: size, pictures, translations.

Usage: PROJECT=FOLDER python3 -m unittest test_pages
"""

import os
import pathlib
import re
import shlex
import subprocess
import tempfile
import unittest

from run_doc_commands import blocks

PROJECT = pathlib.Path(os.environ.get("PROJECT", pathlib.Path(__file__).resolve().parents[2]))
TRANSLATIONS = {
    "README.ja.md": "README.md",
    "docs/user/ja/quick-start.md": "docs/user/quick-start.md",
    "docs/user/ja/tasks.md": "docs/user/tasks.md",
}


def text_of(page):
    return (PROJECT / page).read_text(encoding="utf-8")


def commands_of(page):
    """The lines of blocks with commands, without comments; names of files in capitals may be translated."""
    lines = [line for _, language, lines in blocks(text_of(page)) if language in ("sh", "") for line in lines]
    return [re.sub(r"(^|\s+)#.*", "", line).strip() for line in lines]


def headings_of(page):
    without_code = re.sub(r"```[^`]*```", "", text_of(page))
    return [len(marks) for marks in re.findall(r"^(#+) ", without_code, re.MULTILINE)]


def commands_below_pictures(page):
    """(name of the picture, words) of each command below a picture of docs/images; a line of text may be between."""
    found = re.findall(r"!\[[^\]]*\]\(docs/images/([\w-]+)\.\w+\)\n\n(?:.*:\n\n)?```sh\n([^`]*)\n```", text_of(page))
    return [(name, shlex.split(line)[1:]) for name, lines in found for line in lines.splitlines()]


def options_of(words):
    """Files and options as a set, so that their order does not matter; without the output."""
    out, i = set(), 0
    while i < len(words):
        takes_value = words[i].startswith("-") and i + 1 < len(words) and not words[i + 1].startswith("--")
        pair = tuple(words[i:i + 2]) if takes_value else (words[i],)
        i += len(pair)
        if pair[0] not in ("-o", "--sheet", "--video", "--frames"):
            out.add(tuple(pathlib.Path(word).name if word.startswith("/") else word for word in pair))
    return out


def commands_of_make():
    """What docs/images/make.sh starts, found by a program that only notes its words. It stops at the first result that
    it misses."""
    with tempfile.TemporaryDirectory() as name:
        noted, program = pathlib.Path(name) / "noted", pathlib.Path(name) / "program"
        program.write_text(f'#!/bin/bash\nprintf "%s\\0" "$@" >>{noted}\nprintf "\\n" >>{noted}\n')
        program.chmod(0o755)
        subprocess.run(["bash", PROJECT / "docs/images/make.sh", program], capture_output=True, check=False)
        return [line.split("\0")[:-1] for line in noted.read_text().splitlines()]


class Readme(unittest.TestCase):
    def test_has_at_most_600_words(self):
        self.assertLessEqual(len(text_of("README.md").split()), 600)

    def test_commands_make_the_pictures_above_them(self):
        made = {}
        for words in commands_of_make():
            for option in ("-o", "--sheet"):
                if option in words:
                    made.setdefault(pathlib.Path(words[words.index(option) + 1]).stem, []).append(options_of(words))
        made["labels"] = made["dance"]  # the picture of the strip
        below = commands_below_pictures("README.md")
        self.assertGreaterEqual(len(below), 6)
        for name, words in below:
            if name != "vrm":  # a program for browsers drew it
                self.assertIn(options_of(words), made[name], name)


class Translations(unittest.TestCase):
    def test_have_the_headings_of_the_page(self):
        for translation, page in TRANSLATIONS.items():
            self.assertEqual(headings_of(translation), headings_of(page), translation)

    def test_have_the_commands_of_the_page(self):
        for translation, page in TRANSLATIONS.items():
            self.assertEqual(commands_of(translation), commands_of(page), translation)


if __name__ == "__main__":
    unittest.main()
