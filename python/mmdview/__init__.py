"""Loads models, poses and motions of MikuMikuDance; evaluates and skins them into numpy arrays.

    import mmdview

    model = mmdview.Model.load("samples/figure/figure.pmx")
    pose = mmdview.Pose.load("samples/poses/peace.vpd", model)
    bones = model.evaluate(pose)[0]  # (bones, 4, 4)

Poses are in MMD's own space: left-handed, Y up, the model looks to -Z; lengths in MMD units.
"""

try:
    from ._mmdview import (
        Bone,
        Bones,
        Diagnostic,
        Error,
        Finding,
        IkResults,
        Material,
        Materials,
        Model,
        Morph,
        Morphs,
        Motion,
        Physics,
        Pose,
        Poses,
        __version__,
    )
except ModuleNotFoundError as _error:
    if _error.name != __name__ + "._mmdview":
        raise
    import pathlib as _pathlib
    import sys as _sys

    _built = sorted(f.name for f in _pathlib.Path(__file__).parent.glob("_mmdview.*"))
    raise ImportError(
        f"mmdview was built for another Python than this {_sys.version_info.major}.{_sys.version_info.minor}"
        f" ({', '.join(_built) or 'its library is missing'}): run `pip install .` with this Python"
    ) from None



def _reload_model(path, digest):
    """Model.load for a pickled model."""
    return Model._reload(path, digest)


__all__ = [
    "Bone",
    "Bones",
    "Diagnostic",
    "Error",
    "Finding",
    "IkResults",
    "Material",
    "Materials",
    "Model",
    "Morph",
    "Morphs",
    "Motion",
    "Physics",
    "Pose",
    "Poses",
]
