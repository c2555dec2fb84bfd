import { Raycaster, Vector2 } from 'three';
import { type CharacterSelection, type CrowdIntersection, createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { type PartKind, parseManifest } from 'three-crowd/protocol';
import { createMark } from './page/mark.js';
import { onClick } from './page/on-click.js';
import { openStage } from './page/open-stage.js';
import { createTeahouse } from './scenery/teahouse.js';

const { view, renderer, scene, camera, service, controls, setting, lookAt, animate } = await openStage();
const client = new CrowdClient({ ...service, dangerouslyAllowBrowser: true });
const response = await client.getCrowd(setting('crowd', 'cr_Teahouse'));
const crowd = await createCrowd({ ...service, response, renderer, motion: false });
scene.add(crowd, createTeahouse());
lookAt(crowd);

let who: CharacterSelection = 'all';
const mark = createMark();
crowd.add(mark);
function choose(chosen: CharacterSelection): void {
  who = chosen;
  mark.visible = who !== 'all';
  if (typeof who !== 'number') return;
  const { x, y, z, colors, parts } = crowd.get(who);
  mark.position.set(x, y, z);
  for (const [tint, input] of Object.entries(colorInputs))
    input.value = `#${colors[tint as Tint].getHexString()}`;
  for (const [kind, select] of Object.entries(partChoices)) select.value = parts[kind as Kind];
}

controls.addNote('Click somebody, or change everybody.');
controls.addButton('Everybody', () => choose('all'));

type Tint = 'garment' | 'skin' | 'hair';
const addColor = (label: string, tint: Tint, value: string) =>
  controls.addColor(label, value, (color) => crowd.setColors(who, { [tint]: color }));
const colorInputs = {
  garment: addColor('Garment', 'garment', '#9c3b34'),
  skin: addColor('Skin', 'skin', '#f0c49c'),
  hair: addColor('Hair', 'hair', '#2a211d'),
};

// What there is to wear stands in the manifest beside the models.
const manifest = parseManifest(await (await fetch(response.assets.manifest_json)).json());
type Kind = 'body' | 'face' | 'hair';
const labelsOf = (kind: PartKind) =>
  Object.fromEntries(manifest.parts.filter((part) => part.kind === kind).map(({ id, label }) => [id, label]));
const addParts = (label: string, kind: Kind) => {
  const labels = labelsOf(kind);
  return controls.addChoice(label, labels, Object.keys(labels)[0], (part) =>
    crowd.setParts(who, { [kind]: part }),
  );
};
const partChoices = {
  body: addParts('Clothes', 'body'),
  face: addParts('Face', 'face'),
  hair: addParts('Headwear', 'hair'),
};

function dyeRainbow(): void {
  const { min, max } = crowd.getBoundingBox();
  crowd.forEach(({ x }, i) => {
    const hue = ((x - min.x) / (max.x - min.x)) * 0.85;
    crowd.setColors(i, { garment: [hue, 0.5, 0.3] });
  });
}
controls.addButton('A rainbow of robes', dyeRainbow);
controls.addButton('All in straw hats', () => crowd.setParts('all', { hair: 'hair_straw_hat' }));

const pointer = new Vector2();
const raycaster = new Raycaster();
onClick(view, pointer, () => {
  raycaster.setFromCamera(pointer, camera);
  const [hit] = raycaster.intersectObject(crowd) as CrowdIntersection[];
  if (hit) choose(hit.character);
});

animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});
dyeRainbow();
choose('all');
