import {
  Color,
  Group,
  Matrix4,
  type PerspectiveCamera,
  Plane,
  Raycaster,
  type Scene,
  Vector2,
  Vector3,
} from 'three';
import { type Crowd, type CrowdResponse, createCrowd } from 'three-crowd';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';

/** Input of a task: a crowd of 24 people who walk in a circle, and the scene, camera and renderer of a page. */
export interface TaskPage {
  readonly crowd: Crowd;
  readonly response: CrowdResponse;
  readonly scene: Scene;
  readonly camera: PerspectiveCamera;
  readonly renderer: Parameters<typeof createCrowd>[0]['renderer'];
  /** Lets frames of a thirtieth of a second go by, and draws some. */
  play(seconds: number, eachFrame?: () => void): Promise<void>;
}

/** A task as one would be asked for it → the program, which returns what can be looked at. */
export const TASKS: Readonly<Record<string, (page: TaskPage) => Promise<unknown>>> = {
  'send somebody to where the ground is clicked': async ({ crowd, camera, play }) => {
    const pointer = new Raycaster();
    pointer.setFromCamera(new Vector2(0, -0.1), camera);
    const target = pointer.ray.intersectPlane(new Plane(new Vector3(0, 1, 0)), new Vector3()) as Vector3;
    crowd.worldToLocal(target);
    const before = distanceTo(crowd, 3, target);
    crowd.motion?.goTo(3, [target.x, target.z]);
    await play(4);
    return distanceTo(crowd, 3, target) < before - 1 || distanceTo(crowd, 3, target) < 1;
  },
  'paint two teams': async ({ crowd, play }) => {
    for (let i = 0; i < crowd.size; i++) crowd.setColors(i, { garment: i % 2 ? '#2040c0' : '#c02020' });
    await play(0.1);
    return [0, 1].map((i) => `#${new Color().copy(crowd.get(i).colors.garment).getHexString()}`);
  },
  'lead a parade of eight, two abreast': async ({ crowd, play }) => {
    const eight = [0, 1, 2, 3, 4, 5, 6, 7];
    const start = eight.map((i) => crowd.get(i));
    crowd.motion?.march(
      eight,
      [
        [-8, 0],
        [8, 0],
      ],
      { abreast: 2 },
    );
    await play(3);
    return eight.filter((i) => Math.hypot(crowd.get(i).x - start[i].x, crowd.get(i).z - start[i].z) > 0.5)
      .length;
  },
  'put a lantern into a hand': async ({ crowd, scene, play }) => {
    const lantern = new Group();
    scene.add(lantern);
    const socket = new Matrix4();
    await play(0.3, () => {
      crowd
        .getSocketMatrix(7, 'handR', socket)
        .decompose(lantern.position, lantern.quaternion, new Vector3());
    });
    const { x, z } = crowd.get(7);
    return { reach: Math.hypot(lantern.position.x - x, lantern.position.z - z), height: lantern.position.y };
  },
  'count who is within five metres of the middle': async ({ crowd, play }) => {
    await play(0.1);
    let count = 0;
    crowd.forEach(({ x, z }) => {
      if (Math.hypot(x, z) < 5) count++;
    });
    return count;
  },
  'let everybody look around, one after the other': async ({ crowd, play }) => {
    for (let i = 0; i < crowd.size; i++)
      crowd.setClip(i, 'idle_look_around', { at: i / crowd.size, fade: 0.2 });
    await play(0.5);
    const phases = new Set<string>();
    crowd.forEach(({ phase }) => void phases.add(phase.toFixed(2)));
    return { clip: crowd.get(5).clip, phases: phases.size };
  },
  'hide every second character': async ({ crowd, play }) => {
    const hidden = Array.from({ length: crowd.size }, (_, i) => i).filter((i) => i % 2 === 1);
    crowd.setVisible(hidden, false);
    await play(0.1);
    let visible = 0;
    crowd.forEach(({ isVisible }) => {
      if (isVisible) visible++;
    });
    return visible;
  },
  'make a hero who turns the head': async ({ crowd, play }) => {
    const hero = await crowd.promote(2);
    hero.stopAnimation();
    const before = hero.bones.get('head')?.quaternion.clone();
    hero.bones.get('head')?.rotateY(0.6);
    await play(0.2);
    const turned = hero.bones.get('head')?.quaternion.angleTo(before as NonNullable<typeof before>);
    crowd.demote(2);
    return turned;
  },
  'keep the crowd away from the player': async ({ crowd, play }) => {
    const player = { x: 0, z: 0, radius: 2 };
    crowd.motion?.setObstacle(1, player);
    await play(6);
    let nearest = Number.POSITIVE_INFINITY;
    crowd.forEach(({ x, z }) => {
      nearest = Math.min(nearest, Math.hypot(x - player.x, z - player.z));
    });
    return nearest;
  },
  'generate a square of 60 people in the page': async ({ response, renderer, scene, camera }) => {
    const manifest = parseManifest(await (await fetch(response.assets.manifest_json)).json());
    const recipe = completeRecipe({
      seed: 1,
      size: 60,
      boundaryShape: 'square',
      weights: response.recipe.weights,
    });
    const characters = generateCharacters(recipe, manifest);
    const crowd = await createCrowd({ response: { ...response, recipe, characters }, renderer });
    scene.add(crowd);
    crowd.update(0, camera);
    crowd.dispose();
    return crowd.size;
  },
};

function distanceTo(crowd: Crowd, i: number, { x, z }: { x: number; z: number }): number {
  const character = crowd.get(i);
  return Math.hypot(character.x - x, character.z - z);
}
