import { buildCrowd, type Crowd, CrowdClient, loadCrowdAssets } from 'three-crowd';
import { createStage } from 'three-crowd/stage';
import { assetsOf } from './bake/assets-of.js';
import { bakeFiles } from './bake/bake-files.js';
import { addDownloads } from './bake/downloads.js';
import { dressCharacters } from './bake/dress-characters.js';
import { addDropZone } from './bake/drop-zone.js';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';
const count = Number(new URLSearchParams(location.search).get('count') ?? 60);

const stage = await createStage();
const { controls } = stage;
const shown: Crowd[] = [];

const note = controls.addNote('');
const showFiles = async (files: readonly File[]): Promise<void> => {
  note.textContent = `Baking ${files.map(({ name }) => name).join(', ')} …`;
  await show(files).catch((error: Error) => {
    note.textContent = `${error.name}: ${error.message}`;
  });
};

/** Reads, checks, bakes and shows the files in this page; nothing is sent. */
async function show(files: readonly File[]): Promise<void> {
  const baked = await bakeFiles(files);
  const { clipInfo, nBones, texWidth, texHeight } = baked.texture.manifest;
  const clips = clipInfo.map(({ name }) => name);
  const { assets, revoke } = assetsOf(baked);
  const { characters, sharedParts } = dressCharacters(baked.parts, count);
  const loaded = await loadCrowdAssets(assets).finally(revoke);
  const crowd = await buildCrowd({
    renderer: stage.renderer,
    assets: loaded,
    characters,
    sharedParts,
    mode: 'instanced',
    lodThreshold: 0,
  });
  crowd.forEach((_, i) => {
    crowd.setClip(i, clips[i % clips.length]);
  });

  for (const old of shown.splice(0, 1, crowd)) old.dispose();
  stage.scene.add(crowd);
  stage.frame(crowd);
  const parts = `${baked.parts.length} parts on ${nBones} bones, ${texWidth} × ${texHeight} texels of ${clips.join(', ')}.`;
  const strangers =
    baked.unmatched.length > 0 ? ` No clip moves these bones: ${baked.unmatched.join(', ')}.` : '';
  note.textContent = parts + strangers;
  offerDownloads(baked.texture);
}

addDropZone(controls, showFiles);
controls.addButton('Use the sample files', async () => showFiles(await fetchSampleFiles()));
const offerDownloads = addDownloads(controls);

/** The characters of the sample kit, the figure of its clips, and three clips. */
async function fetchSampleFiles(): Promise<File[]> {
  const client = new CrowdClient({ baseUrl: SERVICE, apiKey: KEY, dangerouslyAllowBrowser: true });
  const { assets } = await client.getCrowd('cr_Teahouse');
  const { idle, walk, idle_look_around: look } = assets.animations;
  const addresses = [assets.skeleton_glb, assets.rest_reference_glb, idle, walk, look] as string[];
  return Promise.all(
    addresses.map(async (address) => {
      const bytes = await (await fetch(address)).arrayBuffer();
      return new File([bytes], address.replace(/.*\//, ''));
    }),
  );
}

await showFiles(await fetchSampleFiles());
stage.play((seconds) => shown[0].update(seconds, stage.camera));
