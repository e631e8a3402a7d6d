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
export interface ModelSummary {
  file: string;
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

export class Session {
  constructor(module: unknown);
  readonly module: unknown;
  call(name: string, argument?: object): any;
  takeBytes(): Uint8Array;
  /** Adds a file for load() and setPose(), and returns its name. */
  addFile(name: string, bytes: Uint8Array): string;
  removeFile(name: string): void;
  removeFiles(): void;
  /** Forgets all files and calls `add` for new ones; if it fails, the files are as before. */
  replaceFiles(add: () => void | Promise<void>): Promise<void>;
  members(name: string): { models: string[]; poses: string[] };
  load(names: string | string[], options?: { textures?: boolean }): ModelSummary;
  setPose(name?: string): { diagnostics: Diagnostic[] };
  /** Relative to rest, as in a VPD. Nothing is computed before a result is asked for: bones(), materials(), array(). */
  setBone(name: string, rotation?: ArrayLike<number>, position?: ArrayLike<number>): void;
  setMorph(name: string, weight: number): void;
  choose(choices: Choices): void;
  show(frame: number, plays?: boolean): { moves: boolean; lastFrame: number };
  bones(): PlacedBone[];
  materials(): MaterialState[];
  vpd(): Uint8Array;
  array(name: 'indices' | 'skin_indices'): Uint32Array;
  array(
    name: 'palette' | 'positions' | 'normals' | 'uvs' | 'skin_weights' | 'rest_positions' | 'rest_normals',
  ): Float32Array;
}

export function createSession(options?: { wasmBinary?: BufferSource; locateFile?: (name: string) => string }): Promise<Session>;
