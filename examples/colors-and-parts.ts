import { Box3, Mesh, MeshBasicMaterial, RingGeometry } from 'three';
import { type CharacterSelection, type CrowdIntersection, createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { parseManifest } from 'three-crowd/protocol';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const response = await client.getCrowd('cr_Teahouse');
// The manifest beside the models lists the parts.
const { parts: wardrobe } = parseManifest(await (await fetch(response.assets.manifest_json)).json());

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await createCrowd({ response, renderer: stage.renderer, motion: false });
const mark = new Mesh(
  new RingGeometry(0.52, 0.6, 64).rotateX(-Math.PI / 2).translate(0, 0.015, 0),
  new MeshBasicMaterial({ color: '#9a2c27' }),
);
stage.scene.add(crowd, mark);
stage.lookFrom([2.5, 3.4, 14], [0, 0.7, 0]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

/** A robe of each colour of the rainbow, from left to right. */
function dyeRainbow(): void {
  const { min, max } = new Box3().setFromObject(crowd);
  crowd.forEach(({ x }, i) => {
    const hue = ((x - min.x) / (max.x - min.x)) * 0.85;
    crowd.setColors(i, { garment: [hue, 0.5, 0.3] });
  });
}
dyeRainbow();

let who: CharacterSelection = 'all';
function choose(chosen: CharacterSelection): void {
  who = chosen;
  mark.visible = typeof who === 'number';
  if (typeof who !== 'number') return;
  const { x, y, z, colors, parts } = crowd.get(who);
  mark.position.set(x, y, z);
  for (const tint of ['garment', 'skin', 'hair'] as const)
    inputs[tint].value = `#${colors[tint].getHexString()}`;
  for (const kind of ['body', 'face', 'hair'] as const) selects[kind].value = parts[kind];
}
stage.onClick(() => {
  const [hit] = stage.aim().intersectObject(crowd) as CrowdIntersection[];
  if (hit) choose(hit.character);
});

const { controls } = stage;
controls.addNote('Click a person to change them, or change everybody.');
controls.addButton('Next character', () => choose(typeof who === 'number' ? (who + 1) % crowd.size : 0));
controls.addButton('Everybody', () => choose('all'));
const inputs = {
  garment: controls.addColor('Garment', '#9c3b34', (color) => crowd.setColors(who, { garment: color })),
  skin: controls.addColor('Skin', '#f0c49c', (color) => crowd.setColors(who, { skin: color })),
  hair: controls.addColor('Hair', '#2a211d', (color) => crowd.setColors(who, { hair: color })),
};
const addParts = (label: string, kind: 'body' | 'face' | 'hair') => {
  const labels = Object.fromEntries(
    wardrobe.filter((part) => part.kind === kind).map(({ id, label }) => [id, label]),
  );
  return controls.addChoice(label, labels, Object.keys(labels)[0], (part) =>
    crowd.setParts(who, { [kind]: part }),
  );
};
const selects = {
  body: addParts('Clothes', 'body'),
  face: addParts('Face', 'face'),
  hair: addParts('Headwear', 'hair'),
};
controls.addButton('A rainbow of robes', dyeRainbow);
controls.addButton('All in straw hats', () => crowd.setParts('all', { hair: 'hair_straw_hat' }));
choose('all');
