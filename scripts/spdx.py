#!/usr/bin/env python3
"""Writes the SPDX list of a release: which libraries are in which file, with versions and licences.

Usage: spdx.py VERSION FOLDER LICENCES … > LIST, where FOLDER has the files of the release and each LICENCES is a folder
PACKAGE/debian-copyright. What is in a file says its THIRD_PARTY.txt; the licences are those that Debian's copyright files
name (DEP-5), without those of the packaging.
"""
import datetime
import hashlib
import io
import json
import os
import pathlib
import re
import sys
import tarfile
import zipfile

# Debian's short names whose SPDX identifiers are others.
IDENTIFIERS = {
    "apache-2.0": "Apache-2.0", "bsd-2-clause": "BSD-2-Clause", "bsd-3-clause": "BSD-3-Clause", "bsl-1.0": "BSL-1.0",
    "cc0": "CC0-1.0", "cc0-1.0": "CC0-1.0", "expat": "MIT", "ftl": "FTL", "gpl-2": "GPL-2.0-only",
    "gpl-2+": "GPL-2.0-or-later", "gpl-2.0": "GPL-2.0-only", "gpl-2.0+": "GPL-2.0-or-later", "gpl-3": "GPL-3.0-only",
    "gpl-3+": "GPL-3.0-or-later", "isc": "ISC", "lgpl-2.1": "LGPL-2.1-only", "lgpl-2.1+": "LGPL-2.1-or-later",
    "libpng": "Libpng", "mit": "MIT", "unlicense": "Unlicense", "zlib": "Zlib", "zlib/libpng": "Zlib",
}
references = {}  # LicenseRef-…: Debian's words


def identifier(name):
    if name.lower() in IDENTIFIERS:
        return IDENTIFIERS[name.lower()]
    reference = "LicenseRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", name).strip("-")
    references[reference] = name
    return reference


def licence(text):
    """The expression for a copyright file in Debian's format; NOASSERTION for one in another."""
    if not re.search(r"^Format:.*copyright-format", text, re.MULTILINE):
        return "NOASSERTION"
    found = set()
    for stanza in re.split(r"\n\s*\n", text):
        files = re.search(r"^Files:\s*(.*)", stanza, re.MULTILINE)
        named = re.search(r"^License:\s*(\S.*)", stanza, re.MULTILINE)
        if files and named and not files.group(1).startswith("debian/"):
            words = named.group(1).strip()
            choice = words.split(" or ") if re.fullmatch(r"[\w.+-]+( or [\w.+-]+)*", words) else [words]
            expression = " OR ".join(identifier(name) for name in choice)
            found.add(f"({expression})" if len(choice) > 1 else expression)
    return " AND ".join(sorted(found)) or "NOASSERTION"


def members(path):
    """(name, bytes) of the texts about libraries in a file of the release."""
    def wanted(name):
        return name.endswith("THIRD_PARTY.txt") or "/libs/licences/" in name

    if path.suffix in (".zip", ".whl"):
        with zipfile.ZipFile(path) as packed:
            return [(name, packed.read(name)) for name in packed.namelist() if wanted(name)]
    if re.search(r"\.(tar\.xz|tgz)$", path.name):
        with tarfile.open(fileobj=io.BytesIO(path.read_bytes())) as packed:
            return [(entry.name, packed.extractfile(entry).read()) for entry in packed if entry.isfile() and wanted(entry.name)]
    return []


def libraries(path):
    """[(package, version)] of a file of the release, and the copyright files that it has itself."""
    found, own = [], {}
    for name, data in members(path):
        text = data.decode("utf-8", "replace").replace("\r", "")
        if name.endswith("THIRD_PARTY.txt"):
            # The list ends where the first licence begins.
            head = text.split("=" * 100)[0]
            found += re.findall(r"^.{32} \S+ +(\S+) (\S+): ", head, re.MULTILINE) or re.findall(r"^([a-z0-9.+-]+) (\S+)$", head, re.MULTILINE)
        else:
            own[pathlib.PurePath(name).stem] = text
    return found, own


def main():
    version, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    texts = {}
    for licences in map(pathlib.Path, sys.argv[3:]):
        texts.update({file.parent.name: file.read_text(errors="replace") for file in licences.glob("*/debian-copyright")})
    when = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.timezone.utc)
    packages, relationships = {}, []
    for path in sorted(folder.iterdir()):
        if path.name.startswith("mmdview") and not path.name.endswith(".json"):
            this = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", path.name)
            packages[this] = {
                "SPDXID": this, "name": "mmdview", "versionInfo": version, "packageFileName": path.name,
                "licenseDeclared": "MIT", "licenseConcluded": "MIT", "copyrightText": "NOASSERTION",
                "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                "checksums": [{"algorithm": "SHA256", "checksumValue": hashlib.sha256(path.read_bytes()).hexdigest()}]}
            relationships.append(("SPDXRef-DOCUMENT", "DESCRIBES", this))
            found, own = libraries(path)
            for package, its in found:
                that = "SPDXRef-" + re.sub(r"[^A-Za-z0-9.]+", "-", f"{package}-{its}")
                terms = licence({**texts, **own}.get(package, ""))
                packages[that] = {
                    "SPDXID": that, "name": package, "versionInfo": its, "supplier": "Organization: Debian",
                    "licenseDeclared": terms, "licenseConcluded": "NOASSERTION", "copyrightText": "NOASSERTION",
                    "downloadLocation": f"https://sources.debian.org/src/{package}/{its}/", "filesAnalyzed": False}
                relationships.append((this, "CONTAINS", that))
    print(json.dumps({
        "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": f"mmdview-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/mmdview-{version}-{int(when.timestamp())}",
        "creationInfo": {"created": when.strftime("%Y-%m-%dT%H:%M:%SZ"), "creators": ["Tool: mmdview scripts/spdx.py"]},
        "packages": list(packages.values()),
        "hasExtractedLicensingInfos": [{"licenseId": key, "name": name, "extractedText": f"{name}, as Debian's copyright file quotes it"}
                                       for key, name in sorted(references.items())],
        "relationships": [{"spdxElementId": a, "relationshipType": kind, "relatedSpdxElement": b} for a, kind, b in sorted(set(relationships))],
    }, indent=1))


if __name__ == "__main__":
    main()
