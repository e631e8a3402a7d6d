#!/usr/bin/env python3
"""A client of `mmdview serve`, with Python's standard library alone (docs/user/serve.md).

As a program, it makes a picture with labels for each pose and prints what is visible of each person:

    examples/serve_client.py MODEL POSE... --to FOLDER [--program mmdview]
"""

import argparse
import base64
import itertools
import json
import pathlib
import subprocess
import sys


class RequestFailed(Exception):
    """The server's answer has an error; `error` is that object (what, hint, file …)."""

    def __init__(self, error):
        hint = f" ({error['hint']})" if "hint" in error else ""
        super().__init__(": ".join(filter(None, [error.get("file"), error["what"]])) + hint)
        self.error = error


class Server:
    """A running `mmdview serve`. Use it in a `with` statement, which ends the server."""

    def __init__(self, program="mmdview", *arguments):
        self._process = subprocess.Popen([program, "serve", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._ids = itertools.count(1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait()

    def send(self, **request):
        """Sends a request and returns its id. Send some requests before you read answers: the server works ahead."""
        request.setdefault("id", next(self._ids))
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        self._process.stdin.flush()
        return request["id"]

    def receive(self):
        """The next answer, in the order of the requests. Raises RequestFailed if it is an error."""
        line = self._process.stdout.readline()
        if not line:
            raise EOFError("mmdview serve has ended; its messages are on standard error")
        answer = json.loads(line)
        if "error" in answer:
            raise RequestFailed(answer["error"])
        return answer

    def ask(self, **request):
        """Sends a request and waits for its answer."""
        self.send(**request)
        return self.receive()


def picture_of(answer):
    """The bytes of the answer's PNG."""
    return base64.b64decode(answer["picture"])


def write_labels(answer, folder, name):
    """Writes the labels as `mmdview batch` does: NAME.depth.png, NAME.coco.json …"""
    for ending, label in answer.get("labels", {}).items():
        data = base64.b64decode(label) if isinstance(label, str) else json.dumps(label, ensure_ascii=False).encode()
        (folder / f"{name}.{ending}").write_bytes(data)


def main():
    parser = argparse.ArgumentParser(description="Pictures with labels from mmdview serve.")
    parser.add_argument("model")
    parser.add_argument("poses", nargs="+")
    parser.add_argument("--to", type=pathlib.Path, required=True, help="folder for the pictures")
    parser.add_argument("--program", default="mmdview")
    parser.add_argument("--size", default="512x512")
    arguments = parser.parse_args()
    arguments.to.mkdir(parents=True, exist_ok=True)
    names = [pathlib.Path(pose).stem for pose in arguments.poses]
    failed = 0
    with Server(arguments.program, arguments.model) as server:
        # A few requests ahead keep the server busy; all at once could fill both pipes.
        waiting = zip(names, arguments.poses)
        sent = []
        while True:
            for name, pose in itertools.islice(waiting, 4 - len(sent)):
                options = {"size": arguments.size, "labels": "depth,parts,keypoints,camera"}
                server.send(id=name, model=arguments.model, files=[pose], options=options)
                sent.append(name)
            if not sent:
                break
            name = sent.pop(0)
            try:
                answer = server.receive()
            except RequestFailed as error:
                print(f"{name}: {error}", file=sys.stderr)
                failed += 1
                continue
            (arguments.to / f"{name}.png").write_bytes(picture_of(answer))
            write_labels(answer, arguments.to, name)
            for person in answer["labels"]["coco.json"]["annotations"]:
                seen = sum(v == 2 for v in person["keypoints"][2::3])
                print(f"{name}: box {person['bbox']}, {seen} of 17 keypoints visible")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
