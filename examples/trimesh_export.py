#!/usr/bin/env python3
"""Writes a posed model as a mesh that trimesh reads and writes (.glb, .ply, .stl …), in metres.

    examples/trimesh_export.py MODEL [POSE] -o mesh.glb

Needs trimesh (pip install trimesh). Faces have the colours of their materials; `mmdview export` keeps textures, too.
"""

import argparse
import sys

import numpy as np

import mmdview

METRES_PER_UNIT = 0.08


def arrays_of(model, pose):
    """vertices (n, 3) in metres, normals (n, 3), faces (m, 3) and RGBA colours of faces (m, 4) uint8."""
    vertices, normals = model.skin(pose, space="gl", with_normals=True)
    colours = np.zeros((len(model.faces), 4), np.uint8)
    known = model.face_materials >= 0
    colours[known] = np.clip(model.material_colours[model.face_materials[known]], 0, 1) * 255
    return vertices[0] * METRES_PER_UNIT, normals[0], model.faces, colours


def main():
    parser = argparse.ArgumentParser(description="A posed model as a mesh for trimesh.")
    parser.add_argument("model")
    parser.add_argument("pose", nargs="?")
    parser.add_argument("-o", "--output", default="mesh.glb")
    arguments = parser.parse_args()
    try:
        import trimesh
    except ImportError:
        return "this example needs trimesh: pip install trimesh"
    try:
        model = mmdview.Model.load(arguments.model)
        pose = mmdview.Pose.load(arguments.pose, model) if arguments.pose else mmdview.Pose(model)
    except mmdview.Error as error:
        return f"{error}"
    vertices, normals, faces, colours = arrays_of(model, pose)
    # process=False keeps the vertices as they are, so that their order is the model's.
    mesh = trimesh.Trimesh(vertices, faces, vertex_normals=normals, face_colors=colours, process=False)
    mesh.export(arguments.output)
    low, high = mesh.bounds
    print(f"{arguments.output}: {len(vertices)} vertices, {len(faces)} faces, {high[1] - low[1]:.2f} m high")
    return 0


if __name__ == "__main__":
    sys.exit(main())
