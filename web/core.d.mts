// Types of core.mjs.

/** The place and reason of a failed call, or a warning. */
export interface Diagnostic {
  what: string;
  text?: string;
  hint?: string;
  file?: string;
  line?: number;
  offset?: number;
  names?: string[];
  severity?: 'note' | 'warning' | 'error';
}
export class MmdviewError extends Error implements Diagnostic {
  what: string;
  text?: string;
  hint?: string;
  file?: string;
  line?: number;
  offset?: number;
  names?: string[];
  severity?: 'note' | 'warning' | 'error';
}

export interface BoneInfo {
  name: string;
  english: string;
  /** Index, or -1. */
  parent: number;
  rotatable: boolean;
  movable: boolean;
  visible: boolean;
  ik: boolean;
  /** Index of the append source, or -1. */
  append: number;
  physics: boolean;
}
export interface MorphInfo {
  name: string;
  english: string;
  /** 0 system, 1 brows, 2 eyes, 3 mouth, 4 other. */
  panel: number;
}
export interface MaterialInfo {
  name: string;
  english: string;
  /** Range in `indices`. */
  first: number;
  count: number;
  diffuse: [number, number, number, number];
  /** Index into `textures`, or -1. */
  texture: number;
  doubleSided: boolean;
}
/** A model or an accessory of the scene. */
export interface SceneModel {
  /** Names the model in calls; it stays the same when others are removed. */
  number: number;
  file: string;
  name: string;
  english: string;
  accessory: boolean;
  visible: boolean;
  motions: number;
  lastFrame: number;
  /** Eight numbers and then words, as PlaceOptions has them. */
  place: (number | string)[];
  /** Number of the model that carries it on `bone`; 0: none. */
  carrier: number;
  bone: string;
}
/** Where an added model stands; default: beside the others. */
export interface PlaceOptions {
  /** Numbers and words as those of --place: [x, y, z, rx, ry, rz, size, opacity], or a text. */
  place?: string | (number | string)[];
  /** A bone that carries it, of the active model or of model `of`. */
  bone?: string;
  of?: number;
}
/** What a scene says besides its models. */
export interface SceneSettings {
  look: {
    edge: boolean;
    toon: boolean;
    sphere: boolean;
    groundShadow: boolean;
    selfShadow: boolean;
    skeleton: boolean;
    grid: boolean;
    background: [number, number, number, number];
  };
  choices: Required<Choices>;
  frame: number;
  /** Its file; empty without one. */
  sound: string;
  soundOffset: number;
}
/** Of the active model; `models` has all. */
export interface ModelSummary {
  number: number;
  accessory: boolean;
  models: SceneModel[];
  /** After openScene(). */
  scene?: SceneSettings;
  /** Numbers of the models that add() added. */
  added?: number[];
  file: string;
  /** Of the file's bytes, hexadecimal. */
  hash: string;
  name: string;
  english: string;
  comment: string;
  vertices: number;
  triangles: number;
  bodies: number;
  bones: BoneInfo[];
  morphs: MorphInfo[];
  materials: MaterialInfo[];
  textures: string[];
  poses: string[];
  motions: number;
  lastFrame: number;
  diagnostics: Diagnostic[];
}
/** In model space: MMD's left-handed space, MMD units, quaternion x, y, z, w. */
export interface PlacedBone {
  index: number;
  name: string;
  parent: number;
  position: [number, number, number];
  rotation: [number, number, number, number];
}
export interface MaterialState {
  name: string;
  diffuse: [number, number, number, number];
  specular: [number, number, number];
  power: number;
  ambient: [number, number, number];
  edge: [number, number, number, number];
  edge_size: number;
}
export interface Choices {
  append?: boolean;
  ik?: boolean;
  morphs?: boolean;
  /**
   * Off after load(). With it, the first result after a change simulates until hair and clothes are at rest, which
   * takes 100 ms and more: change everything, then ask.
   */
  physics?: boolean;
}

/** Author and terms of a VRM, by the names of VRM 1.0. What is missing allows nothing. */
export interface VrmMeta {
  name?: string;
  version?: string;
  authors: string[];
  copyrightInformation?: string;
  contactInformation?: string;
  references?: string[];
  thirdPartyLicenses?: string;
  avatarPermission?: 'onlyAuthor' | 'onlySeparatelyLicensedPerson' | 'everyone';
  allowExcessivelyViolentUsage?: boolean;
  allowExcessivelySexualUsage?: boolean;
  commercialUsage?: 'personalNonProfit' | 'personalProfit' | 'corporation';
  allowPoliticalOrReligiousUsage?: boolean;
  allowAntisocialOrHateUsage?: boolean;
  creditNotation?: 'required' | 'unnecessary';
  allowRedistribution?: boolean;
  modification?: 'prohibited' | 'allowModification' | 'allowModificationRedistribution';
  otherLicenseUrl?: string;
}
/** How bodies of a VRM became spring bones. */
export interface SpringReport {
  /** The first bone of the chain. */
  bone: string;
  joints: number;
  /** Angle between a joint of the springs and of the simulated bodies, root mean square. */
  degrees: number;
  /** The same for bones that do not swing. */
  degreesWithout: number;
  /** The bones do not swing: springs would be no better. */
  rigid: boolean;
}
export interface ExportReport {
  /** What the file lacks. */
  diagnostics: Diagnostic[];
  springs: SpringReport[];
}
/** Which of the model's bones and morphs a VRM uses. */
export interface VrmCheckOptions {
  /**
   * For a VRM or .vrma: the model's bones for MikuMikuDance's usual ones or VRM's: { 左腕: 'arm_L', hips: 'センター' }.
   * VRM's names win.
   */
  bones?: Record<string, string>;
  /** For a VRM or .vrma: morphs for expressions of VRM 1.0, '' for none; others are found by name: { happy: 'にっこり' }. */
  expressions?: Record<string, string>;
  /** For a VRM: also ARKit's shapes as expressions, as far as morphs make them. For a .vrma: morphs of their names move them. */
  arkit?: boolean;
  /** English names of bones and morphs, where the model has them. */
  english?: boolean;
}
export interface ExportOptions extends VrmCheckOptions {
  onprogress?: (progress: { what: string; share: number }) => void;
  onreport?: (report: ExportReport) => void;
}
export interface GlbOptions extends ExportOptions {
  /** Hair and clothes as the bodies move them. Default: as choose() has it. */
  physics?: boolean;
  /** The shown frame of a motion, instead of the animation. */
  still?: boolean;
  /** Bones and morphs; false: the posed vertices alone. */
  skin?: boolean;
  /** Materials that lamps light, instead of unlit ones. */
  lit?: boolean;
  /** Edges as faces. */
  edges?: boolean;
}
export interface VrmOptions extends ExportOptions {
  version?: '1.0' | '0.x';
  /** Without it the file says that the author is unknown and nothing is allowed. */
  meta?: VrmMeta;
  /** A square PNG or JPEG. */
  thumbnail?: Uint8Array;
  /** Spring bones in place of the bodies. */
  springs?: boolean;
}
export interface VrmCheck {
  /** `name`: VRM's, `usual`: MikuMikuDance's, `bone`: the model's. */
  bones: { name: string; usual: string; bone: string | null; required: boolean }[];
  /** Those of VRM 1.0, and the morph that serves each. */
  expressions: { name: string; morph: string | null }[];
  /** Morphs that may serve an expression. */
  morphs: string[];
  findings: { severity: 'note' | 'warning' | 'error'; what: string }[];
}

export class Session {
  constructor(module: unknown);
  readonly module: unknown;
  call(name: string, argument?: object): any;
  takeBytes(): Uint8Array;
  /** Adds a file for load() and setPose(), and returns its name. */
  addFile(name: string, bytes: Uint8Array): string;
  readFile(name: string): Uint8Array;
  removeFile(name: string): void;
  removeFiles(): void;
  /** Forgets all files and calls `add` for new ones; if it fails, the files are as before. */
  replaceFiles(add: () => void | Promise<void>): Promise<void>;
  members(name: string): { models: string[]; poses: string[]; scenes: string[] };
  /** Adds the files of an archive, below a folder. */
  unpack(name: string, into: string): void;
  /** Models with the poses and motions after each; they stand side by side. */
  load(names: string | string[], options?: { textures?: boolean }): ModelSummary;
  /** A .mmdscene or .pmm. What is missing is left out, and named in `diagnostics`. */
  openScene(name: string, options?: { textures?: boolean }): ModelSummary;
  add(names: string | string[], options?: PlaceOptions & { textures?: boolean }): ModelSummary;
  remove(number: number): ModelSummary;
  setVisible(number: number, on: boolean): void;
  /** Puts a model elsewhere; it stays on its bone. */
  setPlace(number: number, place: PlaceOptions['place']): ModelSummary;
  activate(number: number): ModelSummary;
  /** Of the active model, whose poses stay. */
  setMotion(names: string | string[]): ModelSummary;
  setPose(name?: string): { diagnostics: Diagnostic[] };
  /** Relative to rest, as in a VPD. Nothing is computed before a result is asked for: bones(), materials(), array(). */
  setBone(name: string, rotation?: ArrayLike<number>, position?: ArrayLike<number>): void;
  setMorph(name: string, weight: number): void;
  choose(choices: Choices): void;
  show(frame: number, plays?: boolean): { moves: boolean; lastFrame: number };
  bones(): PlacedBone[];
  materials(): MaterialState[];
  vpd(): Uint8Array;
  /** The model as it is shown; animated if a motion is shown. */
  toGLB(options?: GlbOptions): Uint8Array;
  toVRM(options?: VrmOptions): Uint8Array;
  /** The motion that is shown, or the pose, for avatars. */
  toVRMA(options?: ExportOptions): Uint8Array;
  checkVRM(options?: VrmCheckOptions): VrmCheck;
  array(name: 'indices' | 'skin_indices'): Uint32Array;
  array(
    name: 'palette' | 'positions' | 'normals' | 'uvs' | 'skin_weights' | 'rest_positions' | 'rest_normals',
  ): Float32Array;
}

export function createSession(options?: { wasmBinary?: BufferSource; locateFile?: (name: string) => string }): Promise<Session>;
