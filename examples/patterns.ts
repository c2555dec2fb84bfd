import { BufferAttribute, type BufferGeometry, CanvasTexture, type Material, SRGBColorSpace } from 'three';
import { buildCrowd, type CrowdIntersection, loadCrowdAssets } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Side of a picture: pixels, and centimetres of cloth; these models are in centimetres. */
const [PIXELS, CENTIMETRES] = [512, 160];
/** Dimensions of a body, centimetres. */
const RADIUS = 20;

const MEDALLION =
  'M.4 0A.4.4 0 1 0-.4 0A.4.4 0 1 0 .4 0M0-.26V.26M-.26 0H.26M-.18-.18L.18.18M.18-.18L-.18.18';
const WAVE = 'M-.5.3A.5.5 0 0 1 .5.3M-.32.3A.32.32 0 0 1 .32.3M-.14.3A.14.14 0 0 1 .14.3';
const CLOUD = 'M-.4.15H.35A.14.14 0 1 0 .22-.08A.24.24 0 1 0-.22-.08A.13.13 0 1 0-.4.15';
const LOZENGE = 'M0-.42L.42 0L0 .42L-.42 0ZM0-.18L.18 0L0 .18L-.18 0Z';
const BAMBOO = 'M0-.5V.5M0-.1Q.3-.1.42-.38Q.1-.34 0-.1M0 .25Q-.3.25-.42-.03Q-.1 0 0 .25';
const STRIPES = 'M-.25-.5V.5M.25-.5V.5';

/** The pictures of the atlas, in order: colour of the cloth, and colour of the motif, which repeats in rows. */
const CLOTHS = [
  { name: 'Medallions', cloth: '#8e2f2a', thread: '#e2b65a', motif: MEDALLION },
  { name: 'Waves', cloth: '#234a73', thread: '#dfe9ee', motif: WAVE },
  { name: 'Clouds', cloth: '#e6dcc6', thread: '#4d7ca3', motif: CLOUD },
  { name: 'Lozenges', cloth: '#2f5a48', thread: '#d9c58b', motif: LOZENGE },
  { name: 'Bamboo', cloth: '#dfe0c4', thread: '#3f6b3a', motif: BAMBOO },
  { name: 'Stripes', cloth: '#c9a13b', thread: '#7a2f25', motif: STRIPES },
  { name: 'Night medallions', cloth: '#2b2540', thread: '#c9a0d8', motif: MEDALLION },
  { name: 'Red waves', cloth: '#e9d3c4', thread: '#b23c2e', motif: WAVE },
] as const;
/** Motifs side by side, and one below the other. */
const REPEATS = 12;
const [COLUMNS, ROWS] = [4, 2];

/** All cloths in one texture: four pictures side by side, in two rows. */
function paintAtlas(): CanvasTexture {
  const context = document.createElement('canvas').getContext('2d')!;
  [context.canvas.width, context.canvas.height] = [COLUMNS * PIXELS, ROWS * PIXELS];
  CLOTHS.forEach(({ cloth, thread, motif }, cell) => {
    const [left, top] = [(cell % COLUMNS) * PIXELS, Math.floor(cell / COLUMNS) * PIXELS];
    context.setTransform(1, 0, 0, 1, left, top);
    context.fillStyle = cloth;
    context.fillRect(0, 0, PIXELS, PIXELS);
    [context.strokeStyle, context.lineWidth] = [thread, 0.08];
    const [size, path] = [PIXELS / REPEATS, new Path2D(motif)];
    for (let row = 0; row < REPEATS; row++) {
      // Every other row is shifted by half a motif, and one shorter, so that nothing lies over the next picture.
      const shift = (row % 2) / 2 + 0.5;
      for (let column = 0; column < REPEATS - (row % 2); column++) {
        context.setTransform(size, 0, 0, size, left + (column + shift) * size, top + (row + 0.5) * size);
        context.stroke(path);
      }
    }
  });
  const atlas = new CanvasTexture(context.canvas);
  atlas.colorSpace = SRGBColorSpace;
  atlas.anisotropy = 4;
  return atlas;
}

/** Projects a picture onto a body, from the front and from the back. */
function layCloth(geometry: BufferGeometry): void {
  const { position } = geometry.attributes;
  const uv = new Float32Array(2 * position.count);
  for (let v = 0; v < position.count; v++) {
    // At the sides, cloth runs backwards too, not only outwards.
    const depth = Math.max(0, RADIUS - Math.abs(position.getZ(v)));
    const across = position.getX(v) + Math.tanh(position.getX(v) / RADIUS) * depth;
    uv.set([0.5 + across / CENTIMETRES, position.getY(v) / CENTIMETRES], 2 * v);
  }
  geometry.setAttribute('uv', new BufferAttribute(uv, 2));
}

const atlas = paintAtlas();
const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
const { assets: files, characters, shared_parts: sharedParts } = await client.getCrowd('cr_Teahouse');
const assets = await loadCrowdAssets(files);
for (const [name, { geometry }] of assets.parts) if (name.startsWith('body_')) layCloth(geometry);

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await buildCrowd({
  renderer: stage.renderer,
  assets,
  characters,
  sharedParts,
  mode: 'instanced',
  material: (part, own): Material => {
    if (!part.startsWith('body_')) return own;
    return Object.assign(own.clone(), { map: atlas, userData: { textureGrid: [COLUMNS, ROWS] } });
  },
});
// Tints multiply the picture.
crowd.setColors('all', { garment: '#ffffff' });
function dressInTurn(): void {
  for (let i = 0; i < crowd.size; i++) crowd.setTextureCell(i, i % CLOTHS.length);
}
dressInTurn();
stage.scene.add(crowd);
stage.lookFrom([1.6, 2.2, 9.4], [-0.6, 0.85, 0]);
stage.play((seconds) => crowd.update(seconds, stage.camera));

/** Gives a character the next cloth. */
function change(character: number): void {
  const { textureCell } = crowd.get(character);
  crowd.setTextureCell(character, (textureCell + 1) % CLOTHS.length);
}

stage.onClick(() => {
  const [hit] = stage.aim().intersectObject(crowd) as CrowdIntersection[];
  if (hit) change(hit.character);
});
const { controls } = stage;
controls.addNote('Click a person to give them the next cloth, or dress everybody.');
let changed = 0;
controls.addButton('Change one', () => change(changed++ % crowd.size));
controls.addButton('All cloths in turn', dressInTurn);
for (const [cell, { name }] of CLOTHS.entries()) {
  controls.addButton(name, () => crowd.setTextureCell('all', cell));
}
