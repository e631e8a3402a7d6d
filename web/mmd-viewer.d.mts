// Types of mmd-viewer.mjs.

import type {
  Choices,
  Diagnostic,
  ExportOptions,
  GlbOptions,
  MmdviewError,
  ModelSummary,
  PlacedBone,
  PlaceOptions,
  SceneModel,
  Session,
  VrmCheck,
  VrmCheckOptions,
  VrmOptions,
} from './core.mjs';

/** A file of a model; names may have folders. A function is called when the file is needed. */
export interface ViewerFile {
  name: string;
  bytes: Uint8Array | (() => Uint8Array | Promise<Uint8Array>);
}
export interface Look {
  edge?: boolean;
  toon?: boolean;
  sphere?: boolean;
  groundShadow?: boolean;
  selfShadow?: boolean;
  skeleton?: boolean;
  grid?: boolean;
  /** 0 to 1 each. */
  background?: [number, number, number, number];
}
export type View =
  | 'fit' | 'front' | 'back' | 'left' | 'right' | 'top' | 'three-quarter' | 'bust' | 'face' | 'left-hand' | 'right-hand' | 'feet' | 'mmd' | 'motion'
  /** The camera of the scene. */
  | 'scene';
export interface CameraMovement {
  /** Radians. */
  yaw?: number;
  pitch?: number;
  /** Picture heights. */
  right?: number;
  up?: number;
  /** 0.5 is twice as near. */
  zoom?: number;
  /** The place that stays where it is while zooming, in picture heights from the middle. */
  aboutRight?: number;
  aboutUp?: number;
}

export interface Cancellable {
  signal?: AbortSignal;
}

/** `detail` of the events. */
export interface ViewerEvents {
  load: ModelSummary;
  /** Models were added, removed, shown or hidden, or another one is active. */
  modelschange: ModelSummary;
  error: { error: MmdviewError | Error; message: string; hint?: string };
  warning: { diagnostics: Diagnostic[] };
  posechange: { name: string; diagnostics: Diagnostic[] };
  /** What is under a click: see docs/user/web.md. */
  pick: any;
  framechange: { frame: number };
  playchange: object;
  /** The file's name; empty without a sound. */
  soundchange: { name: string };
}

export class MmdViewer extends HTMLElement {
  readonly session: Session | null;
  /** The active model. */
  readonly model: ModelSummary | null;
  /** The models and accessories of the scene. */
  readonly models: SceneModel[];
  /** The name of the scene file that is shown; empty without one. */
  readonly scene: string;
  /** Those of the shown model. */
  readonly files: ViewerFile[];
  readonly modelNames: string[];
  readonly poseNames: string[];
  readonly sceneNames: string[];
  /** 30 per second. */
  readonly frame: number;
  /** Of all motions. */
  readonly lastFrame: number;
  readonly drawnFrames: number;
  readonly playing: boolean;
  /** For volume, muted and duration; null without a sound. */
  readonly sound: HTMLAudioElement | null;
  open(files: ViewerFile[], model?: string): Promise<void>;
  /** Another model among the files, alone. */
  show(model: string): Promise<void>;
  /** A .mmdscene or .pmm with its files, or the name of one among the files. */
  openScene(files: ViewerFile[] | string, scene?: string): Promise<void>;
  /** The names of the scenes among files that are not opened yet. */
  scenesIn(files: ViewerFile[]): Promise<string[]>;
  /** A name among the files, or files; the numbers of the added models. */
  addModel(model: string | ViewerFile[], options?: PlaceOptions): Promise<number[]>;
  removeModel(number: number): Promise<void>;
  showModel(number: number, on?: boolean): Promise<void>;
  /** Puts a model elsewhere; it stays on its bone. */
  placeModel(number: number, place: PlaceOptions['place']): Promise<void>;
  activateModel(number: number): Promise<void>;
  /** Of the active model: names among the files, or files. */
  setMotion(motions: string | (string | ViewerFile)[]): Promise<void>;
  setPose(pose?: string | ArrayBuffer | ArrayLike<number>): Promise<void>;
  /** `offset`: the frame of the motion at which the sound begins. */
  setSound(bytes: Uint8Array | ArrayBuffer | null, options?: { offset?: number; name?: string }): Promise<void>;
  setBone(name: string, rotation?: ArrayLike<number>, position?: ArrayLike<number>): void;
  setMorph(name: string, weight: number): void;
  bones(): PlacedBone[];
  choose(choices: Choices): void;
  look(choices: Look): void;
  compare(on: boolean): void;
  setView(name: View): void;
  /** Eye and target in MMD's left-handed space, six numbers; the vertical angle in degrees. */
  setCamera(eyeAndTarget: Iterable<number>, fov?: number): void;
  moveCamera(movement: CameraMovement): void;
  play(): void;
  pause(): void;
  seek(frame: number): void;
  toPNG(options?: { width?: number; height?: number; samples?: number; fit?: boolean }): Uint8Array;
  toVPD(): Uint8Array;
  // In a worker. Aborting the signal ends it, and the promise rejects with the signal's reason.
  toGLB(options?: GlbOptions & Cancellable): Promise<Uint8Array>;
  toVRM(options?: VrmOptions & Cancellable): Promise<Uint8Array>;
  /** The motion, or the pose, for avatars. */
  toVRMA(options?: ExportOptions & Cancellable): Promise<Uint8Array>;
  checkVRM(options?: VrmCheckOptions & Cancellable): Promise<VrmCheck>;
  thumbnail(name?: string, options?: { width?: number; height?: number }): Uint8Array;
  redraw(): void;
  // `load` and `error` are events of every HTML element, which hides their types without these overloads.
  addEventListener<Name extends keyof ViewerEvents>(
    type: Name,
    listener: (event: CustomEvent<ViewerEvents[Name]>) => void,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'mmd-viewer': MmdViewer;
  }
}
