/** Page script of `three-matrix.ts`, bundled with one release of three and the built package. */
import { Matrix4, Raycaster, Vector3 } from 'three';
import { type BackendName, buildCrowd, type Crowd, isCrowdError } from 'three-crowd';
import type { CrowdViewElement, CrowdViewEventMap } from 'three-crowd/element';
import 'three-crowd/element';
import { makeRenderer } from '../browser/backends.js';
import { createFigure, figureCharacters } from '../browser/figure.js';
import { createStage, takePicture } from '../browser/picture.js';

/** Pictures of one release on one backend. */
export interface Drawn {
  /** By the name of what was done before: RGBA bytes, in base 64. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Answers of the crowd that have to be the same everywhere. */
  readonly numbers: Readonly<Record<string, readonly number[]>>;
}

declare global {
  /** @returns the pictures, or the message with which this release is refused */
  var drawCrowd: (backend: BackendName) => Promise<Drawn | string>;
  /** @returns the backend of a `<crowd-view backend="auto">`, or its error */
  var showView: (crowd: string, apiKey: string) => Promise<BackendName | string>;
}

globalThis.drawCrowd = async (backend) => {
  try {
    return await draw(backend);
  } catch (error) {
    if (isCrowdError(error, 'UnsupportedError')) return error.message;
    throw error;
  }
};

globalThis.showView = (crowd, apiKey) => {
  const view = document.createElement('crowd-view') as CrowdViewElement;
  const shown = new Promise<BackendName | string>((resolve) => {
    view.addEventListener('load', () => resolve(view.crowdObject?.stats.backend ?? 'nothing'));
    view.addEventListener('error', (event: Event) =>
      resolve(String((event as CrowdViewEventMap['error']).detail.cause)),
    );
  });
  for (const [name, value] of Object.entries({
    src: location.origin,
    crowd,
    'api-key': apiKey,
    backend: 'auto',
  }))
    view.setAttribute(name, value);
  document.body.append(view);
  return shown.finally(() => view.remove());
};

async function draw(backend: BackendName): Promise<Drawn> {
  const renderer = await makeRenderer(backend);
  const crowd = await buildCrowd({
    renderer,
    assets: createFigure().assets,
    characters: figureCharacters(12, 3),
    sharedParts: ['hands'],
    mode: 'instanced',
  });
  const { scene, camera } = createStage(crowd, 'directional');
  const pictures: Record<string, string> = {};
  const show = async (name: string): Promise<void> => {
    crowd.update(0, camera);
    const pixels = await takePicture(renderer, scene, camera);
    pictures[name] = btoa(Array.from(pixels, (byte) => String.fromCharCode(byte)).join(''));
  };

  crowd.visible = false;
  await show('nobody');
  crowd.visible = true;
  crowd.update(1.5, camera);
  await show('created');
  const numbers = { ray: hitsOf(crowd), socket: crowd.getSocketMatrix(3, 'arm', new Matrix4()).toArray() };
  crowd.setColors(1, { garment: '#ff2020' });
  crowd.setTransform(2, { x: 1, z: 2, heading: 1 });
  crowd.setClip('all', 'walk', { fade: 0.5 });
  crowd.update(0.25, camera);
  await show('changed, in the middle of a fade');
  crowd.setParts(0, { body: crowd.get(0).parts.body === 'body_a' ? 'body_b' : 'body_a' });
  crowd.update(0, camera);
  await show('other parts');
  const hero = await crowd.promote(4);
  hero.object.position.y += 0.3;
  await show('a hero');
  crowd.demote(4);
  crowd.lodThreshold = 10;
  await show('far meshes');
  crowd.dispose();
  renderer.dispose();
  return { pictures, numbers };
}

/** Distance and position of the first hit, by rays from left to right through the crowd. */
function hitsOf(crowd: Crowd): number[] {
  const raycaster = new Raycaster(new Vector3(0, 1, 9), new Vector3(0, 0, -1));
  for (let x = -3; x <= 3; x += 0.1) {
    raycaster.ray.origin.x = x;
    const [hit] = raycaster.intersectObject(crowd);
    if (hit) return [hit.distance, ...hit.point.toArray()];
  }
  throw new Error('No ray met the crowd.');
}
