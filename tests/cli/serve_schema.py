#!/usr/bin/env python3
"""Requests and answers of `serve` match docs/user/serve.schema.json, and examples/serve_client.py works.

Usage: serve_schema.py PROGRAM PROJECT. Needs the package jsonschema (python3-jsonschema on Debian).
"""

import copy
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    sys.exit("this test needs Python's package jsonschema; scripts/setup.sh --tests installs it (python3-jsonschema)")

PROGRAM, PROJECT = sys.argv[1], pathlib.Path(sys.argv[2])
FIGURE = str(PROJECT / "samples" / "figure" / "figure.pmx")
PEACE = str(PROJECT / "samples" / "poses" / "peace.vpd")
SCHEMA = json.loads((PROJECT / "docs" / "user" / "serve.schema.json").read_text(encoding="utf-8"))


def validator(part):
    return jsonschema.Draft202012Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/{part}"}]})


def request(**more):
    return {"id": 1, "model": FIGURE, "options": {"size": "32x32", "no-physics": True}, **more}


def with_options(**options):
    one = request()
    one["options"].update(options)
    return one


def answers_to(*requests):
    lines = "".join(json.dumps(one) + "\n" for one in requests)
    done = subprocess.run([PROGRAM, "serve"], input=lines, stdout=subprocess.PIPE, check=True, universal_newlines=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


class Schema(unittest.TestCase):
    def test_is_a_schema_of_draft_2020_12(self):
        jsonschema.Draft202012Validator.check_schema(SCHEMA)

    def test_matches_real_requests_and_answers(self):
        with tempfile.TemporaryDirectory() as folder:
            requests = [
                request(),
                request(id={"any": ["value"]}, files=[PEACE], answer=["bones", "picture"]),
                with_options(labels="all"),
                with_options(labels="all", ortho=True, place="2,0,0"),
                {**with_options(labels="all"), "output": folder + "/a.png"},
                {**with_options(labels="camera"), "answer": []},
                request(pose={"bones": {"頭": {"rotation": [0, 0, 0, 1]}, "無い": {}}, "morphs": {"無い": 1}}, answer=["bones"]),
                request(model=folder + "/none.pmx"),
                request(pose="not a pose"),
                {"id": 9, "cancel": 1000},
            ]
            answers = answers_to(*requests)
        self.assertEqual(len(answers), len(requests))
        for one in requests:
            validator("input").validate(one)
        for one in answers:
            validator("output").validate(one)
        self.assertEqual(sum("error" in one for one in answers), 2)
        self.assertEqual(sum("cancelled" in one for one in answers), 1)
        labels = next(one["labels"] for one in answers if "labels" in one)
        listed = set(SCHEMA["$defs"]["labels"]["properties"])
        self.assertLessEqual(set(labels), listed)
        self.assertLessEqual(listed - set(labels), {"depth.exr"}, "a program without EXR lacks it")

    def test_rejects_requests_that_the_server_rejects(self):
        wrong = [request(model="-"), request(model=3), request(files=PEACE), request(pose=3), request(answer=["sound"]),
                 request(pose={"bones": {"頭": {"rotation": [0, 0, 1]}}}), request(pose={"bones": {"頭": {"turn": []}}}),
                 request(pose={"morphs": {"笑い": "x"}}), request(output="-"), request(modell="m"), {"id": 1},
                 with_options(size=[32, 32])]
        answers = answers_to(*wrong)
        for one, answer in zip(wrong, answers):
            with self.subTest(one):
                self.assertIn("error", answer)
                self.assertFalse(validator("input").is_valid(one))

    def test_notices_answers_that_differ(self):
        (answer,) = answers_to(with_options(labels="keypoints,camera"))
        validator("output").validate(answer)
        for change in (lambda a: a.pop("ms"), lambda a: a.update(colour=1), lambda a: a.update(file="a.png"),
                       lambda a: a["labels"]["coco.json"]["annotations"][0]["keypoints"].pop(),
                       lambda a: a["labels"].update({"depth.png": {}}),
                       lambda a: a["labels"]["camera.json"]["frames"][0].pop("w")):
            changed = copy.deepcopy(answer)
            change(changed)
            self.assertFalse(validator("output").is_valid(changed))


class Client(unittest.TestCase):
    def test_writes_the_labels_of_batch(self):
        with tempfile.TemporaryDirectory() as folder:
            common = ["--size", "32x32"]
            done = subprocess.run([sys.executable, PROJECT / "examples" / "serve_client.py", FIGURE, PEACE, folder + "/no.vpd",
                                   "--program", PROGRAM, "--to", folder + "/served", *common], stdout=subprocess.PIPE,
                                  stderr=subprocess.PIPE, check=False, universal_newlines=True)
            self.assertEqual(done.returncode, 1)
            self.assertRegex(done.stdout, r"^peace: box \[.*, \d+ of 17 keypoints visible\n$")
            self.assertRegex(done.stderr, r"no\.vpd: there is no such file")
            pathlib.Path(folder, "poses").mkdir()
            pathlib.Path(folder, "poses", "peace.vpd").write_bytes(pathlib.Path(PEACE).read_bytes())
            subprocess.run([PROGRAM, "batch", FIGURE, "--poses", folder + "/poses", "-o", folder + "/batch", "-q", "--no-metadata",
                            "--labels", "depth,parts,keypoints,camera", *common], check=True)
            served, batch = pathlib.Path(folder, "served"), pathlib.Path(folder, "batch", "figure")
            self.assertEqual(sorted(f.name for f in served.iterdir()), sorted(f.name for f in batch.iterdir()))
            for file in served.iterdir():
                ours, theirs = file.read_bytes(), (batch / file.name).read_bytes()
                if file.suffix == ".json":
                    ours, theirs = json.loads(ours), json.loads(theirs)
                self.assertEqual(ours, theirs, file.name)

    def test_can_be_imported(self):
        spec = importlib.util.spec_from_file_location("serve_client", PROJECT / "examples" / "serve_client.py")
        client = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(client)
        with client.Server(PROGRAM) as server:
            self.assertTrue(client.picture_of(server.ask(**request())).startswith(b"\x89PNG"))
            with self.assertRaisesRegex(client.RequestFailed, "no such file"):
                server.ask(**request(model="none.pmx"))
            self.assertIn("picture", server.ask(**request()))


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main(argv=sys.argv[:1])
