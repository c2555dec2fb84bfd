import { createCrowd } from 'three-crowd';
import { openStage } from './page/open-stage.js';

const { renderer, scene, camera, service, crowds, controls, setting, lookAt, animate } = await openStage();

const crowdId = setting('crowd', crowds[0].crowd_id);
const mode = setting('mode', 'auto') as 'auto' | 'instanced' | 'clones';
const crowd = await createCrowd({ ...service, crowdId, renderer, mode });
scene.add(crowd);
lookAt(crowd);

animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});

const names = Object.fromEntries(crowds.map(({ crowd_id, name }) => [crowd_id, name]));
controls.addChoice('Crowd', names, crowdId, (chosen) => {
  const address = new URL(location.href);
  address.searchParams.set('crowd', chosen);
  location.assign(address);
});
