import {
  BufferAttribute,
  BufferGeometry,
  Mesh,
  PerspectiveCamera,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  Vector4,
} from 'three';
import { mrt, positionWorld, vec4, velocity } from 'three/tsl';
import { FloatType, RenderTarget, type WebGPURenderer } from 'three/webgpu';
import { type Character, type Crowd, createCrowdFromGLTF } from 'three-crowd';
import { expect, onTestFinished } from 'vitest';
import { createRenderer } from '../support/browser/backends.js';
import { createFigure, type FigureScales, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createPerson, placePerson, sizesOf } from '../support/built-person.js';
import { testInTurn } from '../support/in-turn.js';
import { numbersOf, worldVertices } from '../support/skinned-meshes.js';

const WIDTH = 320;
const HEIGHT = 180;
const STEP_SECONDS = 1 / 30;
/** Metres between what a pixel shows and a vertex within it, for both to be the same spot. */
const SAME_SPOT = 0.003;

const nextTick = (): Promise<number> => new Promise(requestAnimationFrame);

function placeCamera(camera: PerspectiveCamera, frame: number): void {
  camera.position.set(Math.sin(frame * 0.02) * 6, 2 + 0.05 * frame, 6);
  camera.lookAt(0, 1, 0);
  camera.updateMatrixWorld();
}

/** Pixels, of a point in the crowd's space. */
function project(
  camera: PerspectiveCamera,
  x: number,
  y: number,
  z: number,
): [x: number, y: number, depth: number] {
  const v = new Vector4(x, y, z, 1)
    .applyMatrix4(camera.matrixWorldInverse)
    .applyMatrix4(camera.projectionMatrix);
  return [((v.x / v.w + 1) * WIDTH) / 2, ((1 - v.y / v.w) * HEIGHT) / 2, v.w];
}

interface Setting {
  readonly backend: 'webgpu' | 'webgpu-webgl2';
  readonly lodThreshold: number;
  /** Scales of figures, or people with builds. */
  readonly scales: FigureScales | 'built';
  /** Characters far outside the picture. With very many, the others have no palette slot. @default 0 */
  readonly others?: number;
}

/** A crowd, and three's own vertices of its characters at a moment. */
interface Subject {
  readonly crowd: Crowd;
  readonly characters: readonly Character[];
  readonly expected: (seconds: number) => Float32Array[];
  /** False if the ray of a vertex's pixel meets another bone's surface there: the picture may show either. */
  readonly isAlone?: (vertices: Float32Array, vertex: number, caster: Raycaster) => boolean;
}

async function createFigures(
  renderer: WebGPURenderer,
  { lodThreshold, scales, others = 0 }: Setting,
): Promise<Subject> {
  const figure = createFigure({ scales: scales as FigureScales });
  const characters = figureCharacters(18, 5);
  const away = figureCharacters(others, 6).map((each) => ({ ...each, x: 1000 }));
  const all = [...characters, ...away];
  const options = { assets: figure.assets, characters: all, mode: 'instanced', lodThreshold } as const;
  const partsOf = ({ body_id, face_id, hair_id }: Character): string[] => [
    body_id,
    face_id,
    hair_id,
    'hands',
  ];
  return {
    crowd: await figureCrowd(renderer, options),
    characters,
    expected: (seconds) =>
      characters.flatMap((character) =>
        partsOf(character).map((part) => figure.expected(part, character, seconds)),
      ),
  };
}

async function createPeople(renderer: WebGPURenderer, { lodThreshold }: Setting): Promise<Subject> {
  const person = createPerson();
  const build = { shoulders: 0.2, girth: 0.25, legs: 0.15, head: 0.2 };
  const seats = Array.from({ length: 6 }, (_, k) => ({
    ...{ x: 0.8 * (k - 2.5), z: 2.5, heading: 0.3 * k, scale: 1, clip: 'sway', phase: 0.1 * k },
  }));
  const options = { mode: 'instanced', lodThreshold, vary: { build } } as const;
  const crowd = await createCrowdFromGLTF(person, { ...options, renderer, characters: seats });
  onTestFinished(() => crowd.dispose());
  await crowd.levelsReady;
  const sizes = await sizesOf(person, build);
  return {
    crowd,
    characters: [],
    expected: (seconds) =>
      seats.map((seat, i) => {
        const moment = { ...seat, phase: seat.phase + seconds };
        return numbersOf(
          worldVertices(placePerson(person, sizes[crowd.setVariation(i).build!], moment).mesh),
        );
      }),
    // The boxes of neighbouring bones overlap by less than the size of a spot.
    isAlone: (vertices, vertex, caster) => {
      const place = new Vector3().fromArray(vertices, 3 * vertex);
      return caster
        .intersectObject(solidOf(vertices, person))
        .every(
          ({ face, point }) =>
            point.distanceTo(place) > SAME_SPOT || boneOf(face!.a, person) === boneOf(vertex, person),
        );
    },
  };
}

type Person = ReturnType<typeof createPerson>;

function skinOf({ scene }: Person): BufferGeometry {
  return (scene.getObjectByName('Person') as Mesh).geometry;
}

/** The triangles of a posed person, for rays. */
function solidOf(vertices: Float32Array, person: Person): Mesh {
  const geometry = new BufferGeometry().setIndex(skinOf(person).index);
  return new Mesh(geometry.setAttribute('position', new BufferAttribute(vertices, 3)));
}

function boneOf(vertex: number, person: Person): number {
  return skinOf(person).getAttribute('skinIndex').getX(vertex);
}

/** A crowd before a moving camera, drawn with motion vectors where asked. */
async function createShot(setting: Setting) {
  const { backend, scales } = setting;
  const renderer = (await createRenderer(backend, WIDTH, HEIGHT)) as WebGPURenderer;
  const create = scales === 'built' ? createPeople : createFigures;
  const { crowd, characters, expected, isAlone } = await create(renderer, setting);
  const scene = new Scene();
  scene.add(crowd);
  const camera = new PerspectiveCamera(50, WIDTH / HEIGHT, 0.1, 50);
  const plain = new RenderTarget(WIDTH, HEIGHT);
  const target = new RenderTarget(WIDTH, HEIGHT, { count: 2, type: FloatType });
  target.textures[0].name = 'output';
  target.textures[1].name = 'velocity';
  let frames = 0;
  const draw = async (hasMotion = true): Promise<void> => {
    await nextTick();
    placeCamera(camera, frames);
    frames += 1;
    crowd.update(STEP_SECONDS, camera);
    // Two targets of 16 bytes a pixel are as much as WebGPU allows by default.
    renderer.setMRT(hasMotion ? mrt({ output: vec4(positionWorld, 1), velocity }) : null);
    renderer.setRenderTarget(hasMotion ? target : plain);
    renderer.render(scene, camera);
  };
  const read = (index: number): Promise<ArrayLike<number>> =>
    renderer.readRenderTargetPixelsAsync(target, 0, 0, WIDTH, HEIGHT, index) as never;
  /** Pixels between each vertex that is seen and the motion that the picture has there, and the largest motion. */
  const measure = async (): Promise<{ errors: number[]; moved: number }> => {
    const places = await read(0);
    const motions = await read(1);
    const before = camera.clone();
    placeCamera(before, frames - 2);
    const caster = new Raycaster();
    const errors: number[] = [];
    let moved = 0;
    const pasts = expected((frames - 1) * STEP_SECONDS);
    for (const [n, current] of expected(frames * STEP_SECONDS).entries()) {
      const past = pasts[n];
      for (let k = 0; k < current.length; k += 3) {
        const [x, y] = project(camera, current[k], current[k + 1], current[k + 2]);
        const [pastX, pastY] = project(before, past[k], past[k + 1], past[k + 2]);
        const row = backend === 'webgpu' ? Math.floor(y) : HEIGHT - 1 - Math.floor(y);
        const at = (row * WIDTH + Math.floor(x)) * 4;
        // Where another triangle is nearer, or the vertex is at the pixel's edge, the pixel shows another spot.
        const away = Math.hypot(
          places[at] - current[k],
          places[at + 1] - current[k + 1],
          places[at + 2] - current[k + 2],
        );
        if (!(away < SAME_SPOT)) continue;
        if (isAlone) {
          const spot = new Vector2(Math.floor(x) + 0.5, Math.floor(y) + 0.5);
          caster.setFromCamera(spot.set((2 * spot.x) / WIDTH - 1, 1 - (2 * spot.y) / HEIGHT), camera);
          if (!isAlone(current, k / 3, caster)) continue;
        }
        const seen = [(motions[at] * WIDTH) / 2, (-motions[at + 1] * HEIGHT) / 2];
        errors.push(Math.hypot(seen[0] - (x - pastX), seen[1] - (y - pastY)));
        moved = Math.max(moved, Math.hypot(x - pastX, y - pastY));
      }
    }
    return { errors, moved };
  };
  return { crowd, characters, draw, read, measure };
}

/**
 * Pixels. People swell and turn, so the motion of a spot differs from that of a vertex beside it: by up to 0.022 pixels
 * within 3 mm, and by up to 0.101 within 1 cm, which was too far to tell a wrong frame from a right one.
 */
const MOST_ERROR = 0.05;

async function expectMotion({ measure }: Awaited<ReturnType<typeof createShot>>): Promise<void> {
  const { errors, moved } = await measure();
  expect(errors.length).toBeGreaterThan(20);
  expect(moved).toBeGreaterThan(2);
  expect(Math.max(...errors)).toBeLessThan(MOST_ERROR);
}

const SETTINGS: readonly Setting[] = (['webgpu', 'webgpu-webgl2'] as const).flatMap((backend) => [
  { backend, lodThreshold: 0, scales: 'even' },
  { backend, lodThreshold: 0, scales: 'uneven' },
  { backend, lodThreshold: 10, scales: 'even' },
  { backend, lodThreshold: 10, scales: 'uneven' },
]);

const BUILT: readonly Setting[] = (['webgpu', 'webgpu-webgl2'] as const).flatMap((backend) => [
  { backend, lodThreshold: 0, scales: 'built' },
  { backend, lodThreshold: 0.5, scales: 'built' },
]);

const CROWDED: readonly Setting[] = (['webgpu', 'webgpu-webgl2'] as const).map((backend) => ({
  ...{ backend, lodThreshold: 10, scales: 'even', others: 17_000 },
}));

testInTurn([...SETTINGS, ...BUILT, ...CROWDED], [0, 11])(
  'motion vectors on $backend are the motion on screen from the second frame on (levels of $lodThreshold pixels, $scales scales, $others others)',
  async (setting) => {
    const shot = await createShot(setting);
    await shot.draw();
    // As for three's own meshes: when motion vectors are switched on, the camera before is not known either.
    expect(
      Array.from(await shot.read(1))
        .filter((_, k) => k % 4 < 2)
        .every((value) => value === 0),
    ).toBe(true);
    await shot.draw();
    await expectMotion(shot);
    await shot.draw();
    await expectMotion(shot);
  },
);

testInTurn(SETTINGS, [3, 4])(
  'motion vectors on $backend are right in the first frame of a new drawing (levels of $lodThreshold pixels, $scales scales)',
  async (setting) => {
    const shot = await createShot(setting);
    await shot.draw(false);
    await shot.draw();
    await shot.draw();
    const { crowd, characters } = shot;
    const meshes = new Set(crowd.children[0].children);
    crowd.addCharacters(characters);
    crowd.setVisible(
      characters.map((_, i) => characters.length + i),
      false,
    );
    await shot.draw();
    expect(
      crowd.children[0].children.some((mesh) => meshes.has(mesh)),
      'the same drawing',
    ).toBe(false);
    await expectMotion(shot);
  },
);
