import os
from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence, Tuple, Union, overload

import numpy as np
import numpy.typing as npt

__version__: str

_Path = Union[str, "os.PathLike[str]", "os.PathLike[bytes]"]
_Source = Union[_Path, bytes, bytearray, memoryview]
_Numbers = npt.ArrayLike
_Floats = npt.NDArray[np.float32]
_Ints = npt.NDArray[np.int32]
_Flags = npt.NDArray[np.bool_]
_Bytes = npt.NDArray[np.uint8]
_Space = Literal["mmd", "gl"]
_Labels = Dict[str, Any]
"""by the endings of the program's label files: arrays for images, what json.loads makes of JSON"""
_Effects = Union[None, Literal["portrait", "stage", "soft", "line-art"], Dict[str, Union[str, float]]]
_Severity = Literal["note", "warning", "error"]

class Error(Exception):
    """A file that cannot be read, a name that is unknown, or an operation that failed."""

    file: str
    offset: Optional[int]
    line: Optional[int]
    what: str
    hint: str

class Diagnostic:
    @property
    def severity(self) -> _Severity: ...
    @property
    def file(self) -> str: ...
    @property
    def offset(self) -> Optional[int]: ...
    @property
    def line(self) -> Optional[int]: ...
    @property
    def what(self) -> str: ...
    @property
    def hint(self) -> str: ...

class Finding:
    @property
    def severity(self) -> _Severity: ...
    @property
    def rule(self) -> str: ...
    @property
    def section(self) -> str: ...
    @property
    def element(self) -> Optional[int]: ...
    @property
    def name(self) -> str: ...
    @property
    def offset(self) -> Optional[int]: ...
    @property
    def what(self) -> str: ...
    @property
    def hint(self) -> str: ...
    @property
    def count(self) -> int: ...

class Bone:
    @property
    def index(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def name_english(self) -> str: ...
    @property
    def parent(self) -> int:
        """-1 for a root."""
    @property
    def position(self) -> List[float]:
        """x, y, z at rest, MMD's own space, MMD units"""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Bones:
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[Bone]: ...
    @overload
    def __getitem__(self, index: Union[int, str]) -> Bone: ...
    @overload
    def __getitem__(self, index: slice) -> List[Bone]: ...
    @property
    def names(self) -> List[str]: ...
    @property
    def names_english(self) -> List[str]: ...
    @property
    def parents(self) -> _Ints:
        """(bones,): -1 for roots."""
    def positions(self, space: _Space = "mmd") -> _Floats:
        """(bones, 3): at rest, MMD units."""
    @property
    def ik(self) -> _Ints:
        """(chains,): the IK bones."""
    def index(self, name: str) -> int: ...

class Morph:
    @property
    def index(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def name_english(self) -> str: ...
    @property
    def kind(self) -> Literal["group", "vertex", "bone", "uv", "material", "impulse"]: ...
    @property
    def panel(self) -> Literal["system", "brows", "eyes", "mouth", "other"]: ...
    def vertex_offsets(self, space: _Space = "mmd") -> _Floats:
        """(vertices, 3): how far each vertex moves at weight 1, MMD units"""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Morphs:
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[Morph]: ...
    @overload
    def __getitem__(self, index: Union[int, str]) -> Morph: ...
    @overload
    def __getitem__(self, index: slice) -> List[Morph]: ...
    @property
    def names(self) -> List[str]: ...
    @property
    def names_english(self) -> List[str]: ...
    @property
    def kinds(self) -> List[str]: ...
    def index(self, name: str) -> int: ...

class Material:
    @property
    def index(self) -> int: ...
    @property
    def name(self) -> str: ...
    @property
    def name_english(self) -> str: ...
    @property
    def colour(self) -> List[float]:
        """red, green, blue, alpha, 0 to 1"""
    @property
    def texture(self) -> int:
        """index into Model.textures; -1 without one"""
    @property
    def double_sided(self) -> bool: ...
    @property
    def faces(self) -> range:
        """its faces in Model.faces"""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

class Materials:
    def __len__(self) -> int: ...
    def __contains__(self, name: str) -> bool: ...
    def __iter__(self) -> Iterator[Material]: ...
    @overload
    def __getitem__(self, index: Union[int, str]) -> Material: ...
    @overload
    def __getitem__(self, index: slice) -> List[Material]: ...
    @property
    def names(self) -> List[str]: ...
    @property
    def names_english(self) -> List[str]: ...
    def index(self, name: str) -> int: ...

class IkResults:
    @property
    def enabled(self) -> _Flags:
        """(n, chains)"""
    @property
    def iterations(self) -> _Ints:
        """(n, chains)"""
    @property
    def residuals(self) -> _Floats:
        """(n, chains), MMD units"""

class Pose:
    def __init__(self, model: Model) -> None: ...
    @staticmethod
    def load(source: _Source, model: Model, name: str = "<bytes>") -> Pose: ...
    @staticmethod
    def from_text(text: str, model: Model) -> Pose: ...
    @staticmethod
    def from_dict(
        bones: Dict[str, Union[_Numbers, Tuple[Optional[_Numbers], Optional[_Numbers]]]],
        model: Model,
        morphs: Dict[str, float] = {},
    ) -> Pose: ...
    @property
    def model(self) -> Model: ...
    @property
    def translations(self) -> _Floats:
        """(bones, 3), MMD units; can be written to"""
    @property
    def rotations(self) -> _Floats:
        """(bones, 4): x, y, z, w; can be written to"""
    @property
    def morphs(self) -> _Floats:
        """(morphs,); can be written to"""
    @property
    def ik(self) -> _Flags:
        """(chains,); can be written to"""
    @property
    def diagnostics(self) -> List[Diagnostic]: ...

class Poses:
    def __init__(self, model: Model, count: int) -> None: ...
    @staticmethod
    def from_arrays(
        model: Model,
        translations: Optional[_Numbers] = None,
        rotations: Optional[_Numbers] = None,
        morphs: Optional[_Numbers] = None,
        ik: Optional[npt.ArrayLike] = None,
    ) -> Poses: ...
    @staticmethod
    def stack(poses: Sequence[Pose]) -> Poses: ...
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int) -> Pose: ...
    @overload
    def __getitem__(self, part: slice) -> Poses: ...
    @property
    def model(self) -> Model: ...
    @property
    def translations(self) -> _Floats:
        """(n, bones, 3)"""
    @property
    def rotations(self) -> _Floats:
        """(n, bones, 4)"""
    @property
    def morphs(self) -> _Floats:
        """(n, morphs)"""
    @property
    def ik(self) -> _Flags:
        """(n, chains)"""

_Poses = Union[Pose, Poses, Sequence[Pose]]

class Model:
    @staticmethod
    def load(source: _Source, name: str = "<bytes>") -> Model: ...
    @property
    def file(self) -> str: ...
    @property
    def name(self) -> str: ...
    @property
    def name_english(self) -> str: ...
    @property
    def comment(self) -> str: ...
    @property
    def bones(self) -> Bones: ...
    @property
    def morphs(self) -> Morphs: ...
    @property
    def materials(self) -> Materials: ...
    @property
    def vertex_count(self) -> int: ...
    def rest_vertices(self, space: _Space = "mmd") -> _Floats:
        """(vertices, 3): MMD units"""
    def rest_normals(self, space: _Space = "mmd") -> _Floats:
        """(vertices, 3)"""
    @property
    def skin_weights(self) -> _Floats:
        """(vertices, 4): their sum is 1"""
    @property
    def skin_joints(self) -> _Ints:
        """(vertices, 4): indices of bones; len(bones) for a vertex without bones"""
    @property
    def faces(self) -> _Ints:
        """(faces, 3): indices of vertices"""
    @property
    def uvs(self) -> _Floats:
        """(vertices, 2)"""
    @property
    def face_materials(self) -> _Ints:
        """(faces,)"""
    @property
    def material_names(self) -> List[str]: ...
    @property
    def material_colours(self) -> _Floats:
        """(materials, 4)"""
    @property
    def material_textures(self) -> _Ints:
        """(materials,): indices into textures; -1 without one"""
    @property
    def textures(self) -> List[str]: ...
    @property
    def texture_paths(self) -> List[Optional[str]]:
        """None for a missing one"""
    @property
    def diagnostics(self) -> List[Diagnostic]: ...
    @property
    def findings(self) -> List[Finding]: ...
    @overload
    def evaluate(
        self,
        poses: _Poses,
        *,
        space: _Space = "mmd",
        kind: Literal["bone", "skinning"] = "bone",
        append: bool = True,
        ik: bool = True,
        threads: Optional[int] = None,
        out: Optional[_Floats] = None,
        with_ik: Literal[False] = False,
    ) -> _Floats:
        """(n, bones, 4, 4): matrices by rows, p' = M p, MMD units"""
    @overload
    def evaluate(
        self,
        poses: _Poses,
        *,
        space: _Space = "mmd",
        kind: Literal["bone", "skinning"] = "bone",
        append: bool = True,
        ik: bool = True,
        threads: Optional[int] = None,
        out: Optional[_Floats] = None,
        with_ik: Literal[True],
    ) -> Tuple[_Floats, IkResults]: ...
    @overload
    def skin(
        self,
        poses: _Poses,
        *,
        space: _Space = "mmd",
        append: bool = True,
        ik: bool = True,
        threads: Optional[int] = None,
        out: Optional[_Floats] = None,
        with_normals: Literal[False] = False,
    ) -> _Floats:
        """(n, vertices, 3), MMD units"""
    @overload
    def skin(
        self,
        poses: _Poses,
        *,
        space: _Space = "mmd",
        append: bool = True,
        ik: bool = True,
        threads: Optional[int] = None,
        out: Optional[_Floats] = None,
        with_normals: Literal[True],
    ) -> Tuple[_Floats, _Floats]: ...
    @overload
    def render(
        self,
        poses: Pose,
        width: int = 512,
        height: int = 512,
        *,
        view: str = "fit",
        background: Sequence[float] = (0, 0, 0, 0),
        samples: int = 4,
        edges: bool = True,
        ground_shadow: bool = True,
        append: bool = True,
        ik: bool = True,
        physics: bool = True,
        effects: _Effects = None,
        labels: None = None,
        names: Optional[str] = None,
    ) -> _Bytes:
        """(height, width, 4): rows from the top, straight alpha"""
    @overload
    def render(
        self,
        poses: Pose,
        width: int = 512,
        height: int = 512,
        *,
        view: str = "fit",
        background: Sequence[float] = (0, 0, 0, 0),
        samples: int = 4,
        edges: bool = True,
        ground_shadow: bool = True,
        append: bool = True,
        ik: bool = True,
        physics: bool = True,
        effects: _Effects = None,
        labels: str,
        names: Optional[str] = None,
    ) -> Tuple[_Bytes, _Labels]: ...
    @overload
    def render(
        self,
        poses: Union[Poses, Sequence[Pose]],
        width: int = 512,
        height: int = 512,
        *,
        view: str = "fit",
        background: Sequence[float] = (0, 0, 0, 0),
        samples: int = 4,
        edges: bool = True,
        ground_shadow: bool = True,
        append: bool = True,
        ik: bool = True,
        physics: bool = True,
        effects: _Effects = None,
        labels: None = None,
        names: Optional[Sequence[str]] = None,
    ) -> _Bytes:
        """(n, height, width, 4): rows from the top, straight alpha"""
    @overload
    def render(
        self,
        poses: Union[Poses, Sequence[Pose]],
        width: int = 512,
        height: int = 512,
        *,
        view: str = "fit",
        background: Sequence[float] = (0, 0, 0, 0),
        samples: int = 4,
        edges: bool = True,
        ground_shadow: bool = True,
        append: bool = True,
        ik: bool = True,
        physics: bool = True,
        effects: _Effects = None,
        labels: str,
        names: Optional[Sequence[str]] = None,
    ) -> Tuple[_Bytes, List[_Labels]]: ...

class Motion:
    @staticmethod
    def load(source: _Source, model: Model, name: str = "<bytes>") -> Motion: ...
    @property
    def last_frame(self) -> int: ...
    @property
    def diagnostics(self) -> List[Diagnostic]: ...
    def sample(self, frames: _Numbers, over: Optional[Pose] = None) -> Poses: ...

class Physics:
    def __init__(
        self,
        model: Model,
        *,
        gravity: Sequence[float] = (0, -98, 0),
        ground: bool = False,
        rate: float = 60,
        append: bool = True,
        ik: bool = True,
    ) -> None: ...
    def settle(
        self,
        pose: Pose,
        *,
        warm_up: int = 120,
        seconds: float = 3,
        space: _Space = "mmd",
        kind: Literal["bone", "skinning"] = "bone",
    ) -> _Floats:
        """(bones, 4, 4): matrices by rows, p' = M p, MMD units"""
    def step(
        self, poses: _Poses, *, space: _Space = "mmd", kind: Literal["bone", "skinning"] = "bone"
    ) -> _Floats:
        """(n, bones, 4, 4)"""
    def play(
        self,
        motion: Motion,
        frames: _Numbers,
        over: Optional[Pose] = None,
        *,
        space: _Space = "mmd",
        kind: Literal["bone", "skinning"] = "bone",
    ) -> _Floats:
        """(n, bones, 4, 4)"""
    def reset(self) -> None: ...
    def bones(self, *, space: _Space = "mmd", kind: Literal["bone", "skinning"] = "bone") -> _Floats:
        """(bones, 4, 4)"""
    @overload
    def skin(self, *, space: _Space = "mmd", with_normals: Literal[False] = False) -> _Floats:
        """(vertices, 3), MMD units"""
    @overload
    def skin(self, *, space: _Space = "mmd", with_normals: Literal[True]) -> Tuple[_Floats, _Floats]: ...
    @overload
    def render(
        self,
        width: int = 512,
        height: int = 512,
        *,
        view: str = "fit",
        background: Sequence[float] = (0, 0, 0, 0),
        samples: int = 4,
        edges: bool = True,
        ground_shadow: bool = True,
        effects: _Effects = None,
        labels: None = None,
        names: Optional[str] = None,
    ) -> _Bytes:
        """(height, width, 4): rows from the top, straight alpha"""
    @overload
    def render(
        self,
        width: int = 512,
        height: int = 512,
        *,
        view: str = "fit",
        background: Sequence[float] = (0, 0, 0, 0),
        samples: int = 4,
        edges: bool = True,
        ground_shadow: bool = True,
        effects: _Effects = None,
        labels: str,
        names: Optional[str] = None,
    ) -> Tuple[_Bytes, _Labels]: ...
    @property
    def mean_speed(self) -> float:
        """MMD units per second"""
    @property
    def diagnostics(self) -> List[Diagnostic]: ...
