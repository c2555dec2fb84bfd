import { Fog } from 'three';
import { createCrowd } from 'three-crowd';
import { CrowdClient } from 'three-crowd/client';
import { generateCharacters } from 'three-crowd/generate';
import { completeRecipe, parseManifest } from 'three-crowd/protocol';
import { openStage } from './page/open-stage.js';

const { renderer, scene, camera, orbit, service, controls, setting, animate } = await openStage();
const most = Number(setting('count', '10000'));

// The assets are those of a crowd of the service; who comes is drawn here, as the service would draw them.
const client = new CrowdClient({ ...service, dangerouslyAllowBrowser: true });
const response = await client.getCrowd(setting('crowd', 'cr_Parade5k'));
const manifest = parseManifest(await (await fetch(response.assets.manifest_json)).json());
const recipe = completeRecipe({
  seed: 10_000,
  size: most,
  boundaryShape: 'square',
  boundaryRadius: 0.8 * Math.sqrt(most),
  spawnRadius: 0.72 * Math.sqrt(most),
  distribution: 'grid',
  facing: 1,
  pace: 0.3,
});
const characters = generateCharacters(recipe, manifest).sort((a, b) => b.z - a.z);
const crowd = await createCrowd({
  ...service,
  response: { ...response, recipe, characters },
  renderer,
  motion: false,
});
scene.add(crowd);

const { max } = crowd.getBoundingBox();
scene.fog = new Fog('#d9dcd3', 40, 190);
camera.position.set(max.x * 0.25, 9, max.z + 9);
orbit.target.set(0, 0, max.z - 14);

const present = characters.map((_, i) => i);
controls.addSlider('Characters', { min: 1, max: most, step: 1, value: most }, (count) => {
  if (count < present.length) crowd.removeCharacters(present.splice(count));
  else present.push(...crowd.addCharacters(characters.slice(present.length, count)));
});
controls.addSwitch('Walk', false, (isOn) => crowd.setClip('all', isOn ? 'walk' : 'idle', { fade: 0.5 }));
controls.addSlider(
  'Far mesh below',
  { min: 0, max: 0.3, step: 0.01, value: crowd.lodScreenHeight },
  (share) => {
    crowd.lodScreenHeight = share;
  },
);

animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});
