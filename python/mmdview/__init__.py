"""Models, poses and motions of MikuMikuDance: loaded, evaluated and skinned into numpy arrays.

    import mmdview

    model = mmdview.Model.load("samples/figure/figure.pmx")
    pose = mmdview.Pose.load("samples/poses/peace.vpd", model)
    bones = model.evaluate(pose)[0]  # (bones, 4, 4)

Poses are in MMD's own space: left-handed, Y up, the model looks to -Z; lengths in MMD units.
"""

from ._mmdview import (
    Bones,
    Diagnostic,
    Error,
    Finding,
    IkResults,
    Model,
    Morphs,
    Motion,
    Physics,
    Pose,
    Poses,
    __version__,
)

__all__ = [
    "Bones",
    "Diagnostic",
    "Error",
    "Finding",
    "IkResults",
    "Model",
    "Morphs",
    "Motion",
    "Physics",
    "Pose",
    "Poses",
]
