import { CameraHelper, Color, PerspectiveCamera } from 'three';
import { createCrowd } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/street.glb`);
const { renderer, scene, camera, canvas, target } = stage;
const crowd = await createCrowd({
  baseUrl: SERVICE,
  apiKey: KEY,
  crowdId: new URLSearchParams(location.search).get('crowd') ?? 'cr_Market1k',
  renderer,
});
scene.add(crowd);
stage.setLight({ haze: [40, 120] });
stage.lookFrom([2.5, 3.8, 47], [0, 0.6, 37]);

// A second camera high above the street, which also shows the area that the first camera sees.
const bird = new PerspectiveCamera(46, 1, 1, 200);
const sight = new CameraHelper(camera);
const [red, none] = [new Color('#9a2c27'), new Color('#000000')];
sight.setColors(red, red, red, none, none);
sight.layers.set(1);
bird.layers.enable(1);
scene.add(sight);

/** Draws the scene into a part of the picture; all in CSS pixels, from the upper left corner. */
function drawInto(view: PerspectiveCamera, x: number, width: number): void {
  const height = canvas.clientHeight;
  view.aspect = width / height;
  view.updateProjectionMatrix();
  renderer.setViewport(x, 0, width, height);
  renderer.setScissor(x, 0, width, height);
  renderer.setScissorTest(true);
  renderer.render(scene, view);
}

let share = 0.36;
let isUpdatedForBird = true;
const draw = (seconds: number): void => {
  const width = canvas.clientWidth;
  bird.position.set(target.x, 40, target.z + 4);
  bird.lookAt(target.x, 0, target.z);
  crowd.update(seconds, camera);
  drawInto(camera, 0, width * (1 - share));
  sight.update();
  // Each update culls the crowd for the camera that draws next. Time stands still between two cameras of one frame.
  if (isUpdatedForBird) crowd.update(0, bird);
  drawInto(bird, width * (1 - share), width * share);
};
// This program draws both pictures; the stage draws none.
stage.play(draw, () => {});

stage.controls.addSlider(
  'Width of the second picture',
  { min: 0.2, max: 0.7, step: 0.02, value: share },
  (value) => {
    share = value;
  },
);
stage.controls.addSwitch('Update for the second camera', isUpdatedForBird, (isOn) => {
  isUpdatedForBird = isOn;
});
stage.controls.addNote('Without it, the second picture shows only the people whom the first camera sees.');
