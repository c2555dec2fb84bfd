import { type Box3, Matrix4, type Mesh, Raycaster, Vector3, type WebGLRenderer } from 'three';
import {
  type Character,
  type Crowd,
  type CrowdIntersection,
  type CrowdResponse,
  createCrowd,
  createCrowdFromGLTF,
} from 'three-crowd';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { mulberry32 } from '../../src/math/index.js';
import type { Assets } from '../../src/protocol/index.js';
import { addressOf, characterFile } from '../support/browser/character-file.js';
import { readClonePositions } from '../support/browser/clone-positions.js';
import { greatestDistance } from '../support/browser/greatest-distance.js';
import { createStage, differingPixels, takePicture } from '../support/browser/picture.js';
import { readPosedPositions } from '../support/browser/posed-positions.js';
import { publishAssets } from '../support/browser/publish-assets.js';
import { fetchSampleCrowd } from '../support/browser/sample-crowd.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { tinyCharacter } from '../support/rig/tiny-character.js';

/** As many as `mode: 'auto'` draws as clones; one more are instances. */
const FEW = 100;
const SEED = 5;
const RAYS = 300;

let renderer: WebGLRenderer;
let teahouse: CrowdResponse;

beforeAll(async () => {
  renderer = (await sharedRenderer('webgl')) as WebGLRenderer;
  teahouse = await fetchSampleCrowd();
});

/** People of one outfit in rows; the last one stands among the others. */
function people(count: number, outfit: Partial<Character>, idles: number): Character[] {
  // The clips of a scene are not in every set.
  const standing = teahouse.characters.map(({ clip: _, ...character }) => character);
  return Array.from({ length: count }, (_, index) => ({
    ...standing[index % standing.length],
    ...outfit,
    index,
    x: index === FEW ? 0.5 : ((index % 10) - 4.5) * 1.1,
    z: index === FEW ? 0.5 : (Math.floor(index / 10) - 4.5) * 1.1,
    rot_y: index / 10,
    phase: (index % 7) / 7,
    anim_clip: index % 3 === 0 ? 'walk' : 'idle',
    idle_variant: index % idles,
  }));
}

interface Set {
  readonly part: string;
  /** A bone that all figures have. */
  readonly bone: string;
  create(count: number, onWarning: (message: string) => void): Promise<Crowd>;
}

interface ServedSet {
  readonly assets: Assets;
  readonly outfit?: Partial<Character>;
  readonly shared?: string[];
  readonly idles?: number;
  readonly builds?: CrowdResponse['builds'];
}

const TINY = { body_id: 'robe_1', face_id: 'face_1', hair_id: 'hair_1' } as const;

function served(
  { assets, outfit = TINY, shared = ['hands'], idles = 1, builds = [] }: ServedSet,
  part = 'robe_1',
  bone = 'Head',
): Set {
  return {
    part,
    bone,
    create: (count, onWarning) =>
      createCrowd({
        response: {
          ...{ ...teahouse, assets, shared_parts: shared, builds },
          characters: people(count, outfit, idles),
        },
        ...{ renderer, motion: false, castShadow: false, lodThreshold: 0, onWarning },
      }),
  };
}

function without(assets: Assets, ...fields: (keyof Assets)[]): Assets {
  const rest: Partial<Assets> = { ...assets };
  for (const field of fields) delete rest[field];
  return rest as Assets;
}

/** Kinds of assets, by name. */
const SETS: Readonly<Record<string, () => Promise<Set>>> = {
  'the sample kit': async () => {
    const { assets, shared_parts: shared, characters, builds = [] } = teahouse;
    expect(builds.length).toBeGreaterThan(1);
    const { body_id, face_id, hair_id } = characters[0];
    return served(
      { assets, outfit: { body_id, face_id, hair_id }, shared: [...shared], idles: 8, builds },
      body_id,
      'head',
    );
  },
  'clips for another rest pose, whose texture is rest-relative and does not say so': async () =>
    served({ assets: publishAssets(await tinyCharacter({ convention: 'rest-relative' })) }),
  'no texture': async () =>
    served({ assets: without(publishAssets(await tinyCharacter()), 'bone_tex_bin', 'bone_tex_manifest') }),
  'a texture and no clips': async () =>
    served({ assets: { ...publishAssets(await tinyCharacter()), animations: {} as never } }),
  'an empty clip file, and a clip without an address': async () => {
    const tiny = await tinyCharacter();
    const files = new Map([...tiny.files, ['walk.glb', new Uint8Array()]]);
    const assets = without(publishAssets({ ...tiny, files }), 'bone_tex_bin', 'bone_tex_manifest');
    return served({ assets, idles: 2 });
  },
  'a GLB of its own': async () => {
    const address = addressOf(await characterFile());
    return {
      part: 'hat + robe_1',
      bone: 'Head',
      create: (count, onWarning) =>
        createCrowdFromGLTF(address, {
          characters: people(count, {}, 1).map(({ x, z, rot_y, phase }) => ({ x, z, heading: rot_y, phase })),
          ...{ renderer, motion: false, castShadow: false, lodThreshold: 0, onWarning },
        }),
    };
  },
};

/** Warnings of the sets that have some. */
const WARNINGS: Readonly<Record<string, readonly RegExp[]>> = {
  'no texture': [/option retarget/],
  'an empty clip file, and a clip without an address': [
    /option retarget/,
    /play "idle": "walk" \(.*it is empty.*\), "idle_arms_crossed" \(Neither/,
  ],
};

/** What a page sees of the first hundred people, and is told. */
async function answersOf(set: Set, count: number) {
  const warnings: string[] = [];
  const crowd = await set.create(count, (message) => warnings.push(message));
  const events: string[] = [];
  crowd.addEventListener('finished', ({ character, clip }) => events.push(`${character} ${clip}`));
  const clips = [...new Set(Array.from({ length: FEW }, (_, i) => crowd.get(i).clip))];
  crowd.setClip([3, 4, 5], clips.at(-1)!, {
    loop: 'once',
    at: 0.85,
    fade: 0.1,
    next: { clip: clips[0], fade: 0.4 },
  });
  crowd.setColors(7, { garment: '#2040c0' });
  crowd.setVisible(11, false);
  if (count > FEW) crowd.setVisible(FEW, false);
  const errors = ['somersault', 'walk_stpo', 'idle_tired'].map((clip) => {
    try {
      crowd.setClip(0, clip);
      return 'set';
    } catch (error) {
      return String(error);
    }
  });
  for (let frame = 0; frame < 41; frame++) crowd.update(0.05);
  crowd.setClip([8, 9], clips.at(-1)!, { fade: 0.4 });
  crowd.update(0.17);
  crowd.updateMatrixWorld(true);

  const random = mulberry32(SEED);
  const hits = Array.from({ length: RAYS }, () => {
    const origin = new Vector3((random() - 0.5) * 11, 6, (random() - 0.5) * 11);
    const target = new Vector3((random() - 0.5) * 11, 1 + random(), (random() - 0.5) * 11);
    const ray = new Raycaster(origin, target.sub(origin).normalize());
    const [hit] = ray.intersectObject(crowd) as CrowdIntersection[];
    return hit ? { character: hit.character, part: hit.part, distance: hit.distance } : undefined;
  });
  crowd.computeBoundingBox();
  const { scene, camera } = createStage(crowd, 'directional');
  camera.position.set(0, 5, 9);
  camera.lookAt(0, 0.5, 0);
  camera.updateMatrixWorld();
  crowd.update(0, camera);
  const picture = await takePicture(renderer, scene, camera);
  const { mode, drawCalls } = crowd.stats;
  renderer.info.autoReset = false;
  renderer.info.reset();
  for (const child of scene.children) child.visible = child === crowd;
  renderer.render(scene, camera);
  const { calls } = renderer.info.render;
  renderer.info.autoReset = true;
  crowd.update(0);
  return {
    ...{ crowd, mode, drawCalls, calls, warnings, events, errors, hits, picture },
    box: crowd.boundingBox!.clone(),
    states: Array.from({ length: FEW }, (_, i) => crowd.get(i)),
    sockets: Array.from(
      { length: FEW },
      (_, i) => crowd.getSocketMatrix(i, set.bone, new Matrix4()).elements,
    ),
  };
}

test.each(Object.keys(SETS))('100 people and 101 are the same to a page: %s (seed 5)', async (name) => {
  const set = await SETS[name]();
  const few = await answersOf(set, FEW);
  const many = await answersOf(set, FEW + 1);
  onTestFinished(() => {
    few.crowd.dispose();
    many.crowd.dispose();
  });
  expect([few.mode, many.mode]).toEqual(['clones', 'instanced']);

  // Where three's own skinned meshes have the vertices, and where shaders have them.
  const clones = few.crowd.children[0].children;
  expect(clones).toHaveLength(FEW);
  const posed = await readPosedPositions(renderer, many.crowd.getObjectByName(set.part) as Mesh, FEW - 1);
  const size = posed.length / (FEW - 1);
  const instances = Array.from({ length: FEW - 1 }, (_, k) => k * size);
  const errors = clones.flatMap((clone, i) => {
    if (i === 11) return [];
    const positions = readClonePositions(few.crowd, clone, set.part);
    return Math.min(...instances.map((o) => greatestDistance(posed, o, positions)));
  });
  expect(errors).toHaveLength(FEW - 1);
  expect(Math.max(...errors)).toBeLessThan(2e-4);

  for (const answers of [few, many]) expect(answers.drawCalls).toBe(answers.calls);
  expect(many.states).toEqual(few.states);
  expect(
    many.sockets
      .flat()
      .map((value, k) => Math.abs(value - few.sockets.flat()[k]))
      .every((d) => d < 1e-5),
  ).toBe(true);
  const boxes = [few.box, many.box].map(({ min, max }: Box3) => [...min.toArray(), ...max.toArray()]);
  for (const [k, side] of boxes[0].entries()) expect(boxes[1][k]).toBeCloseTo(side, 2);
  expect(boxes[0][4]).toBeGreaterThan(1.6);
  expect(few.hits.filter((hit) => hit).length).toBeGreaterThan(RAYS / 5);
  expect(many.hits).toEqual(few.hits);
  expect(few.events.length).toBe(3);
  expect(many.events).toEqual(few.events);
  expect(many.errors).toEqual(few.errors);
  expect(many.warnings).toEqual(few.warnings);
  expect(few.warnings).toEqual((WARNINGS[name] ?? []).map((pattern) => expect.stringMatching(pattern)));
  expect(differingPixels(few.picture, many.picture, 24)).toBeLessThan(0.01);
});
