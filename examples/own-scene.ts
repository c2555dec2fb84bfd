import {
  CanvasTexture,
  DirectionalLight,
  Fog,
  HemisphereLight,
  PerspectiveCamera,
  Scene,
  SRGBColorSpace,
  Timer,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createCrowd } from 'three-crowd';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

// A scene without a crowd: a model, light and a camera.
const renderer = new WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
document.body.append(renderer.domElement);
document.body.style.margin = '0';
const scene = new Scene();
scene.fog = new Fog('#f0cfa2', 30, 130);
const sky = document.createElement('canvas').getContext('2d')!;
const evening = sky.createLinearGradient(0, 0, 0, 150);
evening.addColorStop(0.1, '#7d9cc0');
evening.addColorStop(0.55, '#f0cfa2');
sky.fillStyle = evening;
sky.fillRect(0, 0, 300, 150);
scene.background = Object.assign(new CanvasTexture(sky.canvas), { colorSpace: SRGBColorSpace });
const sun = new DirectionalLight('#ffdcae', 3.2);
sun.position.set(-30, 28, 26);
sun.castShadow = true;
sun.shadow.mapSize.set(4096, 4096);
Object.assign(sun.shadow.camera, { left: -38, right: 38, top: 30, bottom: -26, far: 110 });
scene.add(new HemisphereLight('#dfe6ef', '#a08768', 1.5), sun);
const { scene: observatory } = await new GLTFLoader().loadAsync(`${SERVICE}/examples/models/observatory.glb`);
observatory.traverse((object) => {
  object.castShadow = object.receiveShadow = true;
});
scene.add(observatory);
const rings = observatory.getObjectByName('turning');
const camera = new PerspectiveCamera(38, 1, 0.1, 400);
camera.position.set(6.5, 3.4, 21.5);
const orbit = new OrbitControls(camera, renderer.domElement);
orbit.target.set(3.6, 1.7, 0);
// With the focus on the picture, the keyboard moves the camera.
renderer.domElement.tabIndex = 0;
orbit.listenToKeyEvents(renderer.domElement);

// Two crowds, as objects of the scene.
const [court, guests] = await Promise.all(
  ['cr_Court150', 'cr_Teahouse'].map((crowdId) =>
    createCrowd({ baseUrl: SERVICE, apiKey: KEY, crowdId, renderer }),
  ),
);
guests.position.set(12, 0, 8);
guests.rotation.y = 0.6;
scene.add(court, guests);

// A button stops the motion; for people who prefer reduced motion, it starts stopped.
let { matches: isPaused } = matchMedia('(prefers-reduced-motion: reduce)');
const button = document.body.appendChild(document.createElement('button'));
button.style.cssText = 'position: fixed; z-index: 1; inset: auto auto 16px 16px';
button.textContent = isPaused ? 'Play' : 'Pause';
button.addEventListener('click', () => {
  isPaused = !isPaused;
  button.textContent = isPaused ? 'Play' : 'Pause';
});

const timer = new Timer();
renderer.setAnimationLoop((now) => {
  timer.update(now);
  const seconds = isPaused ? 0 : timer.getDelta();
  if (innerWidth !== renderer.domElement.clientWidth || camera.aspect !== innerWidth / innerHeight) {
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
    renderer.setSize(innerWidth, innerHeight);
  }
  rings?.rotateY(seconds / 6);
  orbit.update();
  court.update(seconds, camera);
  guests.update(seconds, camera);
  renderer.render(scene, camera);
});
