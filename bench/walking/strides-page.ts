import { DirectionalLight, HemisphereLight, Matrix4, OrthographicCamera, Scene, WebGLRenderer } from 'three';
import { createCrowd } from 'three-crowd';
import { createSceneCharacters, loadSceneAssets } from '../scenes/characters.js';

const [WIDTH, HEIGHT] = [1200, 960];
/** Width of the picture, metres. */
const ACROSS = 3;
/** Height of the lower picture, which shows the feet, metres. */
const FEET_HEIGHT = 0.45;
const FRAME_SECONDS = 1 / 60;
/** Frames until the walker has a steady speed. */
const SETTLING_FRAMES = 300;
/** Number of frames, a little more than two strides, and frames between moments in each picture. */
const [FRAMES, BODY_EVERY, FEET_EVERY] = [160, 20, 2];

declare global {
  /** Draws one walker at many moments in one picture: the body, and below it the feet. */
  var drawStrides: (service: string) => Promise<void>;
}

globalThis.drawStrides = async (service) => {
  const people = createSceneCharacters(await loadSceneAssets(service), 1);
  const renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
  renderer.setSize(WIDTH, HEIGHT, false);
  renderer.setClearColor('#fffdf7');
  renderer.autoClear = false;
  document.body.append(renderer.domElement);
  Object.assign(document.body.style, { margin: '0', background: '#fffdf7' });
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

/** Looks along +X: a walker along +Z comes from the left. */
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
