import { Fog } from 'three';
import { createCrowd } from 'three-crowd';
import { startDrift } from './page/drift.js';
import { openStage } from './page/open-stage.js';
import { createMaterials } from './scenery/materials.js';
import { Sky } from './scenery/sky.js';
import { createStreet } from './scenery/street.js';

const { scene, camera, orbit, sun, towardsSun, skyLight, ...page } = await openStage();
const { renderer, service, crowds, controls, setting } = page;

const crowdId = setting('crowd', 'cr_Market1k');
const mode = setting('mode', 'auto') as 'auto' | 'instanced' | 'clones';
// People go where the recipe sends them: along the street, both ways. Its houses are walls to them.
const street = createStreet(14, createMaterials());
const isStreet = crowdId === 'cr_Market1k';
const walls = isStreet ? street.walls : [];
const crowd = await createCrowd({ ...service, crowdId, renderer, mode, motion: { walls } });
scene.add(crowd);
page.lookAt(crowd);

let drift = (_seconds: number): void => {};
if (isStreet) {
  // A clear morning: the sun stands over the roofs on the right, and half of the street is in their shade.
  scene.add(street.object, new Sky('#e9e6dc', '#6f9fd2'));
  scene.fog = new Fog('#e4e3dc', 30, 150);
  sun.color.set('#ffe4bd');
  sun.intensity = 3.6;
  skyLight.intensity = 1.5;
  towardsSun.set(0.62, 0.66, 0.42).normalize();
  page.castShadowsWithin(30);
  camera.position.set(-2.2, 2.5, 37);
  orbit.target.set(1.2, 1.55, 21);
  drift = startDrift(camera, orbit, 22);
}

page.animate(crowd, (seconds) => {
  drift(seconds);
  // People make room for the camera as for anything that stands in their way.
  crowd.motion?.setObstacle(0, { x: camera.position.x, z: camera.position.z, radius: 0.9 });
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});

const names = Object.fromEntries(crowds.map(({ crowd_id, name }) => [crowd_id, name]));
controls.addChoice('Crowd', names, crowdId, (chosen) => {
  const address = new URL(location.href);
  address.searchParams.set('crowd', chosen);
  location.assign(address);
});
controls.addCode(
  'In your page',
  `<script type="module" src="${service.baseUrl}/sdk/three-crowd.js"></script>
<crowd-view src="${service.baseUrl}" crowd="${crowdId}"
  api-key="${service.apiKey}"></crowd-view>`,
);
