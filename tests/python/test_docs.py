"""What docs/user/python.md and the stubs say is so."""

import ast
import contextlib
import io
import os
import re
import unittest

import mmdview
from support import ROOT


class Docs(unittest.TestCase):
    def test_examples_run_unchanged(self):
        text = (ROOT / "docs" / "user" / "python.md").read_text(encoding="utf-8")
        examples = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
        self.assertGreaterEqual(len(examples), 5)
        here = os.getcwd()
        os.chdir(ROOT)
        try:
            names = {}
            for example in examples:  # each goes on where the one before ended
                with contextlib.redirect_stdout(io.StringIO()):
                    exec(compile(example, "docs/user/python.md", "exec"), names)
        finally:
            os.chdir(here)

    def test_stubs_list_exactly_the_public_names(self):
        stub = ast.parse((ROOT / "python" / "mmdview" / "__init__.pyi").read_text(encoding="utf-8"))
        classes = {node.name: node for node in stub.body if isinstance(node, ast.ClassDef)}
        self.assertEqual(sorted(classes), sorted(mmdview.__all__))
        for name, node in classes.items():
            told = {n.name for n in node.body if isinstance(n, ast.FunctionDef) and not n.name.startswith("__")}
            real = {n for n in vars(getattr(mmdview, name)) if not n.startswith("_")}
            if name != "Error":
                self.assertEqual(told, real, name)

    def test_stubs_have_the_arguments_of_functions(self):
        stub = ast.parse((ROOT / "python" / "mmdview" / "__init__.pyi").read_text(encoding="utf-8"))
        checked = 0
        for node in (n for n in stub.body if isinstance(n, ast.ClassDef)):
            for function in (f for f in node.body if isinstance(f, ast.FunctionDef)):
                found = re.match(r"(?:__init__|\w+)\((.*)\) ->", getattr(getattr(mmdview, node.name), function.name).__doc__ or "")
                if found is None or function.name.startswith("__") and function.name != "__init__":
                    continue  # a property, or one of Python's own
                taken = re.findall(r"(?:^|, )(\w+): ", found.group(1))
                told = [a.arg for a in function.args.args + function.args.kwonlyargs]
                self.assertEqual(told, taken, f"{node.name}.{function.name}")
                checked += 1
        self.assertGreater(checked, 20)

    def test_everything_has_help(self):
        for name in mmdview.__all__:
            self.assertTrue(getattr(mmdview, name).__doc__, name)
            self.assertEqual(getattr(mmdview, name).__module__, "mmdview")
        for function in (mmdview.Model.load, mmdview.Model.evaluate, mmdview.Model.skin, mmdview.Poses.from_arrays):
            self.assertRegex(function.__doc__, r"float32|Error")


if __name__ == "__main__":
    unittest.main()
