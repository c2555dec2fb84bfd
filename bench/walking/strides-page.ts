import { DirectionalLight, HemisphereLight, Matrix4, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { createCrowd } from 'three-crowd';
import { createSceneCharacters, loadSceneAssets } from '../scenes/characters.js';

const [WIDTH, HEIGHT] = [1200, 960];
/** Metres across the picture. */
const ACROSS = 3;
/** Metres from the feet to the top of the lower picture, which shows them alone. */
const FEET_HEIGHT = 0.45;
const FRAME_SECONDS = 1 / 60;
/** So that the walker has found its speed. */
const SETTLING_FRAMES = 300;
/** A little more than two strides, and how many frames there are from one moment to the next in each picture. */
const [FRAMES, BODY_EVERY, FEET_EVERY] = [160, 20, 2];

declare global {
  /** Draws one walker at many moments over one another: whole, and below that the feet alone. */
  var drawStrides: (service: string) => Promise<void>;
}

globalThis.drawStrides = async (service) => {
  const people = createSceneCharacters(await loadSceneAssets(service), 1);
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(WIDTH, HEIGHT, false);
  renderer.setClearColor('#fffdf7');
  renderer.autoClear = false;
  document.body.append(renderer.domElement);
  const [walker] = people.varied;
  const crowd = await createCrowd({
    response: people.respond([{ ...walker, x: 0, z: 0, rot_y: 0, anim_clip: 'walk' }]),
    baseUrl: service,
    renderer,
    mode: 'instanced',
  });
  crowd.motion?.follow(0, [
    [0, 0],
    [0, 100],
  ]);
  const scene = new Scene();
  const sun = new DirectionalLight('#fff', 2);
  sun.position.set(4, 6, 1);
  scene.add(crowd, sun, new HemisphereLight('#fff', '#cbb', 1.6));
  renderer.clear();

  const upperHeight = HEIGHT - (FEET_HEIGHT / ACROSS) * WIDTH;
  const upper = new OrthographicCamera();
  const lower = new OrthographicCamera();
  for (let frame = 0; frame < SETTLING_FRAMES; frame++) crowd.update(FRAME_SECONDS, upper);
  const from = (crowd.getSocketMatrix(0, 'head', new Matrix4())?.elements[14] ?? 0) - 0.5;
  aim(upper, from, (upperHeight / WIDTH) * ACROSS);
  aim(lower, from, FEET_HEIGHT);
  renderer.setScissorTest(true);
  for (let frame = 0; frame < FRAMES; frame++) {
    crowd.update(FRAME_SECONDS, upper);
    if (frame % BODY_EVERY === 0) draw(upper, HEIGHT - upperHeight, upperHeight);
    if (frame % FEET_EVERY === 0) draw(lower, 0, HEIGHT - upperHeight);
  }

  function draw(camera: OrthographicCamera, bottom: number, height: number): void {
    renderer.setViewport(0, bottom, WIDTH, height);
    renderer.setScissor(0, bottom, WIDTH, height);
    renderer.clearDepth();
    renderer.render(scene, camera);
  }
};

/** Looks along +X, so that who walks along +Z comes from the left. */
function aim(camera: OrthographicCamera, from: number, height: number): void {
  camera.left = -ACROSS / 2;
  camera.right = ACROSS / 2;
  camera.top = height - 0.06;
  camera.bottom = -0.06;
  camera.near = 0.1;
  camera.far = 50;
  camera.position.set(-10, 0, from + ACROSS / 2);
  camera.lookAt(0, 0, from + ACROSS / 2);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
}

document.documentElement.dataset['ready'] = '';
