import { CameraHelper, Color, Fog, PerspectiveCamera } from 'three';
import { createCrowd } from 'three-crowd';
import { drawInto } from './page/draw-into.js';
import { openStage } from './page/open-stage.js';
import { createMaterials } from './scenery/materials.js';
import { createStreet } from './scenery/street.js';

const { view, renderer, scene, camera, orbit, service, controls, setting, lookAt, animate } =
  await openStage();
const crowd = await createCrowd({ ...service, crowdId: setting('crowd', 'cr_Market1k'), renderer });
scene.add(crowd, createStreet(14.5, createMaterials()).object);
scene.fog = new Fog('#d9dcd3', 40, 120);
lookAt(crowd);

// A bird over the street, which also sees where the first camera looks.
const bird = new PerspectiveCamera(46, 1, 1, 200);
const sight = new CameraHelper(camera);
const [red, none] = [new Color('#9a2c27'), new Color('#000000')];
sight.setColors(red, red, red, none, none);
sight.layers.set(1);
bird.layers.enable(1);
scene.add(sight);

let share = 0.36;
let isUpdatedForBird = true;
controls.addSlider('Share of the bird', { min: 0.2, max: 0.7, step: 0.02, value: share }, (value) => {
  share = value;
});
controls.addSwitch('An update for the bird', isUpdatedForBird, (isOn) => {
  isUpdatedForBird = isOn;
});
controls.addNote('Without one, it sees only whom the first camera sees.');

animate(crowd, (seconds) => {
  const { clientWidth: width, clientHeight: height } = view;
  const { x, z } = orbit.target;
  const left = width * (1 - share);
  bird.position.set(x, 40, z + 4);
  bird.lookAt(x, 0, z);

  crowd.update(seconds, camera);
  drawInto(renderer, scene, camera, { x: 0, y: 0, width: left, height });
  sight.update();
  // Time stands still between two cameras of one frame.
  if (isUpdatedForBird) crowd.update(0, bird);
  drawInto(renderer, scene, bird, { x: left, y: 0, width: width - left, height });
});
