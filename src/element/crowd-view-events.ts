import type { Vector3 } from 'three';
import type { Crowd } from '../index.js';

/** The detail of `error`. */
export interface CrowdViewError {
  /** Name of the error's class, such as `NotFoundError`. */
  readonly type: string;
  /** HTTP status, where the service answered with one. */
  readonly status: number | undefined;
  /** The thrown value. */
  readonly cause: unknown;
}

/** The detail of `select`. */
export interface CrowdViewSelection {
  /** Index of the character, for the crowd's methods. */
  readonly character: number;
  /** Name of the part that was hit. */
  readonly part: string;
  /** Point of the hit on the posed mesh, in the scene's world space; metres. */
  readonly point: Vector3;
}

/** The events of `<crowd-view>`. They do not bubble. */
export interface CrowdViewEventMap {
  /** The crowd is loaded, and its first frame is submitted to the GPU. */
  load: CustomEvent<{ readonly crowd: Crowd }>;
  /** Progress of loading, 0 to 1; never decreases, and ends at 1 just before `load`. */
  progress: CustomEvent<{ readonly fraction: number }>;
  /** The crowd cannot be shown. Comes soon after `load` if the device refuses to draw the first frame. */
  error: CustomEvent<CrowdViewError>;
  /** A character was clicked. */
  select: CustomEvent<CrowdViewSelection>;
  /** The GPU device or context was lost. The view replaces it: `devicerestored` follows, or `load` if other content was loading. */
  devicelost: CustomEvent<{ readonly message: string }>;
  /** The same crowd is drawn again, on another device. */
  devicerestored: CustomEvent<{ readonly crowd: Crowd }>;
}

export function emitViewEvent<K extends keyof CrowdViewEventMap>(
  view: EventTarget,
  type: K,
  detail: CrowdViewEventMap[K]['detail'],
): void {
  view.dispatchEvent(new CustomEvent(type, { detail }));
}
