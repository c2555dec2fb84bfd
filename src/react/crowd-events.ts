import type { EventHandlers, ThreeEvent } from '@react-three/fiber';
import { useEffect } from 'react';
import type { Crowd, CrowdEventMap, CrowdIntersection, CrowdMotionEvents } from '../index.js';

/**
 * A pointer event of fiber with the hit character; without one for objects that you have added to the crowd as children.
 */
export type CrowdPointerEvent<E> = ThreeEvent<E> & Pick<CrowdIntersection, 'character' | 'part'>;

/** Pointer listeners of fiber, but for `onPointerMissed`, which gets a DOM event. */
export type CrowdPointerHandlers = {
  [K in Exclude<keyof EventHandlers, 'onPointerMissed'>]?: NonNullable<EventHandlers[K]> extends (
    event: ThreeEvent<infer E>,
  ) => void
    ? (event: CrowdPointerEvent<E>) => void
    : never;
};

/** Listeners to events of the characters. */
export interface CrowdListeners {
  /** Called for `arrived` of the crowd's `motion`. */
  onArrived?: ((event: CrowdMotionEvents['arrived']) => void) | undefined;
  /** Called for `blocked` of the crowd's `motion`. */
  onBlocked?: ((event: CrowdMotionEvents['blocked']) => void) | undefined;
  /** Called for `finished` of the crowd. */
  onFinished?: ((event: CrowdEventMap['finished']) => void) | undefined;
  /** Called for `footstep` of the crowd. */
  onFootstep?: ((event: CrowdEventMap['footstep']) => void) | undefined;
}

/** Adds the listeners to the crowd while the component is mounted. */
export function useListeners(
  crowd: Crowd | undefined,
  { onArrived, onBlocked, onFinished, onFootstep }: CrowdListeners,
): void {
  useListener(crowd?.motion, 'arrived', onArrived);
  useListener(crowd?.motion, 'blocked', onBlocked);
  useListener(crowd, 'finished', onFinished);
  useListener(crowd, 'footstep', onFootstep);
}

/** An object with events of a name. */
interface Emitter<Name extends string, Event> {
  addEventListener(name: Name, listener: (event: Event) => void): void;
  removeEventListener(name: Name, listener: (event: Event) => void): void;
}

function useListener<Name extends string, Event>(
  emitter: Emitter<NoInfer<Name>, NoInfer<Event>> | undefined,
  name: Name,
  listener: ((event: Event) => void) | undefined,
): void {
  useEffect(() => {
    if (!emitter || !listener) return;
    emitter.addEventListener(name, listener);
    return () => emitter.removeEventListener(name, listener);
  }, [emitter, name, listener]);
}
