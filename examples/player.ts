import { MathUtils, Plane, Vector3 } from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Speed in metres a second, turn in radians a second, and radius that the others keep free, metres. */
const [SPEED, TURN, ROOM] = [1.9, 6, 0.75];

const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Teahouse');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const size = Number(new URLSearchParams(location.search).get('count') ?? 320);
const square = { boundaryShape: 'square', boundaryRadius: 18, spawnRadius: 17 } as const;
const recipe = completeRecipe({ ...square, seed: 12, size, pace: 0.55 });
const characters = generateCharacters(recipe, manifest);

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await createCrowd({
  response: { ...served, recipe, characters },
  renderer: stage.renderer,
});
stage.scene.add(crowd);

// Character 0 is the player's. A character that `setTransform` places is an obstacle to all others.
crowd.setColors(0, { garment: '#c22f22' });
const [place, goal] = [new Vector3(0, 0, 9), new Vector3(0, 0, 9)];
const way = new Vector3();
let heading = Math.PI;
let isWalking = false;

// A click on the ground sends the player there; W, A, S and D walk relative to the camera.
const ground = new Plane(new Vector3(0, 1, 0));
stage.onClick(() => stage.aim().ray.intersectPlane(ground, goal));
const pressed = new Set<string>();
addEventListener('keydown', ({ code }) => pressed.add(code));
addEventListener('keyup', ({ code }) => pressed.delete(code));
const isDown = (key: string): number => Number(pressed.has(key));

function walk(seconds: number): void {
  way.set(isDown('KeyD') - isDown('KeyA'), 0, isDown('KeyS') - isDown('KeyW'));
  if (way.lengthSq() > 0) goal.copy(place).add(way.transformDirection(stage.camera.matrixWorld).setY(0));
  way.subVectors(goal, place);
  const walks = way.length() > 0.15;
  if (walks !== isWalking) crowd.setClip(0, walks ? 'jog' : 'idle', { fade: 0.25 });
  isWalking = walks;
  const step = walks ? way.setLength(SPEED * seconds) : way.set(0, 0, 0);
  place.add(step).clampScalar(-17, 17);
  if (walks && seconds > 0) {
    const turn =
      MathUtils.euclideanModulo(Math.atan2(step.x, step.z) - heading + Math.PI, 2 * Math.PI) - Math.PI;
    heading += MathUtils.clamp(turn, -TURN * seconds, TURN * seconds);
  }
  crowd.setTransform(0, { x: place.x, z: place.z, heading });
  crowd.motion?.setObstacle(1, { x: place.x, z: place.z, radius: ROOM });
  // The camera follows.
  stage.camera.position.add(step);
  stage.target.set(place.x, 1.2, place.z);
}

stage.castShadowsWithin(22);
stage.lookFrom([0, 3.6, 16.5], [place.x, 1.2, place.z]);
stage.play((seconds) => {
  walk(seconds);
  crowd.update(seconds, stage.camera);
});
stage.controls.addNote('Walk with W A S D, or click the ground.');
