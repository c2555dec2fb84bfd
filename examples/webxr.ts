import { Group, Vector3 } from 'three';
import { createCrowd } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

/** Length of the step for a press of the trigger, metres. */
const STEP = 1.5;

// WebGL, since three's WebGPURenderer supports headsets only in browsers that support them with WebGPU.
const stage = await createStage({ backend: 'webgl' });
await stage.addModel(`${SERVICE}/examples/models/street.glb`);
const { renderer, scene, camera } = stage;
const crowd = await createCrowd({
  baseUrl: SERVICE,
  apiKey: KEY,
  crowdId: new URLSearchParams(location.search).get('crowd') ?? 'cr_Court150',
  renderer,
});
scene.add(crowd);
stage.setLight({ haze: [40, 120] });
const lookFromStreet = (): void => stage.lookFrom([1.2, 1.7, 16], [0, 1.1, 6]);
lookFromStreet();

// A headset reports its place in a room. The room stands in the street, and the trigger moves it.
const room = new Group();
room.position.set(0, 0, 14);
scene.add(room);
const [eyes, ahead] = [new Vector3(), new Vector3()];
const trigger = renderer.xr.getController(0);
trigger.addEventListener('selectstart', () => {
  trigger.getWorldDirection(ahead).setY(0).normalize();
  room.position.addScaledVector(ahead, -STEP);
});
room.add(trigger);

// People nearby look at the visitor.
crowd.setLookTarget('all', eyes);

function draw(seconds: number): void {
  const { xr } = renderer;
  if (xr.isPresenting) xr.updateCamera(camera);
  // In a session the camera is an ArrayCamera of both eyes: people whom either eye sees are drawn.
  crowd.update(seconds, xr.isPresenting ? xr.getCamera() : camera);
  camera.getWorldPosition(eyes);
}

// On the page, the stage draws; in a session, the headset calls for each frame.
stage.play(
  (seconds) => {
    if (!renderer.xr.isPresenting) draw(seconds);
  },
  () => {
    if (!renderer.xr.isPresenting) renderer.render(scene, camera);
  },
);
async function enter(): Promise<void> {
  const session = await navigator.xr?.requestSession('immersive-vr', { optionalFeatures: ['local-floor'] });
  if (!session) return;
  session.addEventListener('end', () => {
    void renderer.setAnimationLoop(null);
    camera.removeFromParent();
    lookFromStreet();
  });
  room.add(camera);
  renderer.xr.enabled = true;
  await renderer.xr.setSession(session);
  let before: number | undefined;
  void renderer.setAnimationLoop((now) => {
    draw((now - (before ?? now)) / 1000);
    before = now;
    renderer.render(scene, camera);
  });
}

if (await navigator.xr?.isSessionSupported('immersive-vr'))
  stage.controls.addButton('Enter VR', () => void enter());
else stage.controls.addNote('This browser finds no headset. With one, a button here enters the street.');
