"""Whether each source includes what it uses of the project's own.

  own_includes.py ROOT

Several files are compiled as one wherever time counts, and there a file has what those before it include. This reads the
sources as text: which types, functions and macros each header declares outside of classes, and whether a file that
names one includes that header, directly or through others. Names that several headers declare, and those that a file or
what it includes declares itself, count as known. Prints what is missing; ends with 1 if anything is.
"""

import collections
import pathlib
import re
import sys

# As the sources write them: "model/model.h" of src, "tests/support/files.h" of the root, "make_sample/rig.h" of tools.
INCLUDED_FROM = ["src", "", "tools", "python"]
FOLDERS = ["src", "tests", "bench", "tools", "python", "examples"]
ROAD = ["base", "formats", "assets", "skeleton", "skin", "model", "pose", "physics", "scene", "document", "edit", "render",
        "labels", "exchange", "batch", "commands", "app"]
# Names that mean another library's where they stand.
OTHERS = {
    "Field": "a matcher of GoogleMock's", "Key": "another one",
    "alignas": "the language's",
}

TYPE = re.compile(r"^(?:enum class|enum struct|enum|class|struct|union)\s+(?:\[\[\w+\]\]\s+)?(\w+)[^;{]*\{", re.M)
ALIAS = re.compile(r"^using\s+(\w+)\s*=", re.M)
MACRO = re.compile(r"^#define (\w+)", re.M)
FUNCTION = re.compile(
    r"^(?:inline |constexpr |static |extern |\[\[nodiscard\]\] )*[A-Za-z_][\w:<>,&* ]*[&*> ]\s?(\w+)\([^;{}]*\)[^;{}]*[;{]", re.M)
# At any depth, so that what is a file's own is known.
OWN_TYPE = re.compile(r"\b(?:enum class|enum struct|enum|class|struct|using|typename|union)\s+(\w+)")
OWN_FUNCTION = re.compile(r"[\w>][&*]{0,2}\s+[&*]*(\w+)\(")
OWN_VALUE = re.compile(r"\b([a-z_]\w*)\b\s*[={,;)\]:]")
NO_TYPE = re.compile(r"\b(?:return|else|throw|case)\b")
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"', re.M)
RAW_TEXT = re.compile(r'R"(\w*)\(.*?\)\1"', re.S)
NO_CODE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|(?<!\w)\'(?:\\.|[^\'\\\n])+\'', re.S)
NAME_OF_TEST = re.compile(r"\b(?:TEST|TEST_F|TEST_P|INSTANTIATE_TEST_SUITE_P)\(\w+")
USED = re.compile(r"(?<![\w.>:])([A-Za-z_]\w*)(\(?)")


class Source:
    def __init__(self, text):
        self.includes = INCLUDE.findall(text)
        code = NAME_OF_TEST.sub("", NO_CODE.sub(" ", RAW_TEXT.sub("", text)))
        self.declared = {name for what in (TYPE, ALIAS, MACRO, FUNCTION) for name in what.findall(code)}
        self.functions = set(OWN_FUNCTION.findall(NO_TYPE.sub(";", code)))
        self.own = self.declared | set(OWN_TYPE.findall(code))
        self.values = set(OWN_VALUE.findall(code))
        self.used = {name for name, called in USED.findall(code) if name[0].isupper() or called}


def may_mean(header, file):
    """Whether what the header declares could be meant in the file: neither another program's nor a later folder's."""
    header, file = header.split("/"), file.split("/")
    if header[0] != "src":
        return header[:2] == file[:2] or header[:2] == ["tests", "support"]
    if file[0] != "src" or len(file) < 3 or header[1] not in ROAD or file[1] not in ROAD:
        return True
    return ROAD.index(header[1]) <= ROAD.index(file[1])


def reached(includes):
    """Of each file those of ours that it has, itself and what comes through others among them. `includes`: as they stand in
    each file."""
    def targets(file):
        for name in includes[file]:
            places = [f"{folder}/{name}".lstrip("/") for folder in INCLUDED_FROM] + [file.rsplit("/", 1)[0] + "/" + name]
            yield from (place for place in places if place in includes)

    out = {}
    for file in includes:
        out[file], next_ones = {file}, [file]
        while next_ones:
            for header in targets(next_ones.pop()):
                if header not in out[file]:
                    out[file].add(header)
                    next_ones.append(header)
    return out


def missing_includes(texts):
    """`texts`: of each file by its path from the root. (file, name, header), in order."""
    sources = {file: Source(text) for file, text in texts.items()}
    reach = reached({file: source.includes for file, source in sources.items()})
    header_of = collections.defaultdict(list)
    for file in sorted(sources):
        if file.endswith(".h"):
            for name in sources[file].declared:
                header_of[name].append(file)

    out = []
    for file in sorted(sources):
        known = set(OTHERS)
        for header in reach[file]:
            known |= sources[header].own | {n for n in sources[header].functions | sources[header].values if n[0].islower()}
        for name in sorted(sources[file].used - known):
            headers = header_of.get(name, [])
            if len(headers) == 1 and headers[0] not in reach[file] and may_mean(headers[0], file):
                out.append((file, name, headers[0]))
    return out


def read(root):
    texts = {}
    for folder in FOLDERS:
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in (".h", ".cpp"):
                texts[path.relative_to(root).as_posix()] = path.read_text(encoding="utf-8")
    return texts


def main():
    texts = read(pathlib.Path(sys.argv[1]))
    if len(texts) < 100:
        sys.exit(f"only {len(texts)} sources in {sys.argv[1]}")
    missing = missing_includes(texts)
    for file, name, header in missing:
        print(f"{file}: {name} is used without {header}")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
