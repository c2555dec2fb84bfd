import { type Camera, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { onClick } from '../page/on-click.js';

/** Which way the keys send somebody: to the right and forth, as the camera sees it. */
const KEYS: Readonly<Record<string, readonly [right: number, ahead: number]>> = {
  KeyW: [0, 1],
  ArrowUp: [0, 1],
  KeyS: [0, -1],
  ArrowDown: [0, -1],
  KeyA: [-1, 0],
  ArrowLeft: [-1, 0],
  KeyD: [1, 0],
  ArrowRight: [1, 0],
};

const GROUND = new Plane(new Vector3(0, 1, 0));
/** Metres from where they were sent at which somebody has arrived. */
const ARRIVED = 0.15;

/** Reads from the keyboard, or a click on the ground, which way somebody is to go. Returns what writes that direction. */
export function readSteering(
  view: HTMLElement,
  camera: Camera,
): (place: Vector3, direction: Vector3) => void {
  const pressed = new Set<string>();
  let goal: Vector3 | undefined;
  addEventListener('keydown', ({ code, target }) => {
    if (!(code in KEYS) || target instanceof HTMLInputElement) return;
    pressed.add(code);
    goal = undefined;
  });
  addEventListener('keyup', ({ code }) => pressed.delete(code));
  addEventListener('blur', () => pressed.clear());
  const [pointer, raycaster] = [new Vector2(), new Raycaster()];
  onClick(view, pointer, () => {
    raycaster.setFromCamera(pointer, camera);
    goal = raycaster.ray.intersectPlane(GROUND, new Vector3()) ?? undefined;
  });

  const [ahead, right] = [new Vector3(), new Vector3()];
  return (place, direction) => {
    direction.set(0, 0, 0);
    camera.getWorldDirection(ahead).setY(0).normalize();
    right.set(-ahead.z, 0, ahead.x);
    for (const code of pressed) {
      direction.addScaledVector(right, KEYS[code][0]).addScaledVector(ahead, KEYS[code][1]);
    }
    if (goal) direction.subVectors(goal, place).setY(0);
    if (direction.length() < ARRIVED) direction.set(0, 0, 0);
    else direction.normalize();
  };
}
