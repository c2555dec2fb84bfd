import { CylinderGeometry, Mesh, MeshStandardMaterial } from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** The two stages: position and height of the stone, metres. */
const STONES: Readonly<Record<string, [x: number, z: number]>> = { left: [-6, 0], right: [7, 3] };
const HEIGHT = 1.1;

// With `attractActive`, all walkers go to `attractTarget` and stop behind the people who are there.
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const served = await client.getCrowd('cr_Teahouse');
const manifest = parseManifest(await (await fetch(served.assets.manifest_json)).json());
const [x, z] = STONES['left'];
const recipe = completeRecipe({
  seed: 31,
  size: Number(new URLSearchParams(location.search).get('count') ?? 200),
  boundaryShape: 'circle',
  boundaryRadius: 22,
  spawnRadius: 19,
  pace: 0.9,
  groupingMode: true,
  attractActive: true,
  attractTarget: { x, z },
});
const characters = generateCharacters(recipe, manifest);

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await createCrowd({ response: { ...served, recipe, characters }, renderer: stage.renderer });
stage.scene.add(crowd);
for (const [left, front] of Object.values(STONES)) {
  const stone = new Mesh(
    new CylinderGeometry(0.9, 1, HEIGHT, 40),
    new MeshStandardMaterial({ color: '#9a948a' }),
  );
  stone.position.set(left, HEIGHT / 2, front);
  stone.castShadow = stone.receiveShadow = true;
  stage.scene.add(stone);
}

// The page puts the storyteller on the stone; all others walk.
const clip = { anim_clip: 'idle', idle_variant: 5, phase: 0, rot_y: 0.4 } as const;
const [teller] = crowd.addCharacters([{ ...characters[0], ...clip, x, z }]);
crowd.setTransform(teller, { y: HEIGHT });
crowd.setColors(teller, { garment: '#c22f22' });
const listeners = characters.flatMap(({ anim_clip }, i) => (anim_clip === 'walk' ? [i] : []));

stage.castShadowsWithin(24);
stage.lookFrom([-1, 7.4, 15.5], [-3.4, 0.7, 0]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

const press = stage.controls.addButtons('The story is told on the', Object.keys(STONES), (side) => {
  const stone = STONES[side];
  crowd.setTransform(teller, { x: stone[0], y: HEIGHT, z: stone[1] });
  crowd.motion?.goTo(listeners, stone);
});
press('left');
stage.controls.addButton('Startle them', () => {
  const { x, z } = crowd.get(teller);
  crowd.motion?.flee([x, z], 9);
});
