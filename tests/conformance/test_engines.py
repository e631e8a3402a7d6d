"""The scores of published engines: the table is made of them, and what is said of it is so. test_engines.py KIT"""
import json
import os
import re
import subprocess
import sys
import unittest

KIT = sys.argv.pop(1)
ENGINES = os.path.join(KIT, "engines")
SCORES = os.path.join(ENGINES, "scores")


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as f:
        return f.read()


class Engines(unittest.TestCase):
    def test_the_table_matches_the_scores_and_its_command(self):
        text = read(ENGINES, "README.md")
        arguments = re.search(r"^python3 \.\./table\.py (.*)$", text, re.MULTILINE).group(1)
        named = [quoted or plain for quoted, plain in re.findall(r'"([^"]+)"|(\S+)', arguments)]
        self.assertEqual(sorted(n.split("=")[1] for n in named), sorted(os.listdir(SCORES)))
        made = subprocess.run([sys.executable, "../table.py", *named], cwd=SCORES, check=True, stdout=subprocess.PIPE,
                              env={**os.environ, "PYTHONIOENCODING": "utf-8"}, encoding="utf-8").stdout
        self.assertIn("\n" + made + "\n", text)

    def test_scores_cover_all_cases_with_their_rules(self):
        cases = {c["name"]: c["rule"] for c in json.loads(read(KIT, "cases.json"))["cases"]}
        for file in os.listdir(SCORES):
            scores = json.loads(read(SCORES, file))
            self.assertEqual({name: score["rule"] for name, score in scores.items()}, cases, file)

    def test_versions_match_the_scripts(self):
        text = read(ENGINES, "README.md")
        asked = set(re.findall(r"npm install --prefix \. (.*)$", read(ENGINES, "babylon.mjs") + read(ENGINES, "three.mjs"), re.M))
        self.assertEqual(len(asked), 2)
        for line in asked:
            packages = line.split("  ")[0]
            self.assertIn("npm install --prefix . " + packages, text)
            name = packages.split()[0].replace("@", "-")
            self.assertTrue(os.path.exists(os.path.join(SCORES, name + ".json")), name)


if __name__ == "__main__":
    unittest.main()
