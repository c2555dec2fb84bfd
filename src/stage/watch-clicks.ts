import { Vector2 } from 'three';

/** Pixels that a pointer may move between press and release of a click. */
const MAX_CLICK_DISTANCE = 5;

/** Calls back with the position of each click, in normalised device coordinates. The end of a drag does not count. */
export function watchClicks(canvas: HTMLCanvasElement, onClick: (position: Vector2) => void): void {
  let pressed: PointerEvent | undefined;
  canvas.addEventListener('pointerdown', (event) => {
    pressed = event;
  });
  canvas.addEventListener('click', ({ clientX, clientY }) => {
    const distance = pressed ? Math.hypot(clientX - pressed.clientX, clientY - pressed.clientY) : 0;
    if (distance > MAX_CLICK_DISTANCE) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    onClick(new Vector2(((clientX - left) / width) * 2 - 1, 1 - ((clientY - top) / height) * 2));
  });
}
