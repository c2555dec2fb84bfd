import { type BufferGeometry, LatheGeometry, SphereGeometry, TorusGeometry, Vector2 } from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';
import { colored } from './colored.js';

/** Metres; the hand holds the top of the handle. */
const HANDLE = 0.15;
const RIM = -0.22;

/** A bamboo basket of peaches, on a round handle. */
export function createBasket(): BufferGeometry {
  const outline: readonly [radius: number, y: number][] = [
    [0, -0.15],
    [0.1, -0.15],
    [0.12, -0.1],
    [0.15, 0],
    [0.155, 0.012],
    [0.14, 0.006],
    [0.11, -0.09],
    [0, -0.1],
  ];
  const profile = outline.map(([radius, y]) => new Vector2(radius, y + RIM));
  const fruits = Array.from({ length: 9 }, (_, k) => {
    const angle = k * 2.4;
    const radius = 0.033 * Math.sqrt(k);
    const fruit = new SphereGeometry(0.042, 10, 8);
    fruit.translate(Math.cos(angle) * radius, RIM + 0.012 - radius * 0.3, Math.sin(angle) * radius);
    return colored(fruit, k % 3 ? '#e8a07a' : '#d9775f');
  });
  return mergeGeometries([
    colored(new LatheGeometry(profile, 20), '#a9803f'),
    colored(
      new TorusGeometry(HANDLE, 0.009, 6, 20, Math.PI).scale(1, 1.45, 1).translate(0, RIM, 0),
      '#8a6430',
    ),
    ...fruits,
  ]);
}
