import type { Vector3 } from 'three';
import type { Crowd } from '../index.js';

/** The detail of `error`. */
export interface CrowdViewError {
  /** Name of the error's class, such as `NotFoundError`. */
  readonly type: string;
  /** HTTP status, where the service answered with one. */
  readonly status: number | undefined;
  readonly cause: unknown;
}

/** The detail of `select`: which character was clicked. */
export interface CrowdViewSelection {
  /** What the crowd's methods call the character by. */
  readonly index: number;
  /** Name of the part that was hit. */
  readonly part: string;
  /** Where it was hit, in the scene; metres. */
  readonly point: Vector3;
}

/** The events of `<crowd-view>`. They do not bubble. */
export interface CrowdViewEventMap {
  /** The first picture is on the screen. */
  load: CustomEvent<{ readonly crowd: Crowd }>;
  /** From 0 to 1; never goes back, and ends at 1 just before `load`. */
  progress: CustomEvent<{ readonly fraction: number }>;
  error: CustomEvent<CrowdViewError>;
  select: CustomEvent<CrowdViewSelection>;
  /** The GPU is gone; the view rebuilds itself. */
  devicelost: CustomEvent<{ readonly message: string }>;
  devicerestored: CustomEvent<{ readonly crowd: Crowd }>;
}
