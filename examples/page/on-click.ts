import { Vector2 } from 'three';

/** Pixels that a click may move before it is the turning of the camera. */
const STILL = 5;

/**
 * Follows the pointer, and calls back when it clicks.
 *
 * @param pointer kept at its place in the view, −1 to 1 on both axes
 */
export function onClick(view: HTMLElement, pointer: Vector2, click: () => void): void {
  const pressed = new Vector2();
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    const { left, top, width, height } = view.getBoundingClientRect();
    pointer.set(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2);
  };
  view.addEventListener('pointermove', follow);
  view.addEventListener('pointerdown', (event) => {
    follow(event);
    pressed.set(event.clientX, event.clientY);
  });
  view.addEventListener('pointerup', ({ clientX, clientY }) => {
    if (Math.hypot(clientX - pressed.x, clientY - pressed.y) < STILL) click();
  });
}
