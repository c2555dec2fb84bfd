import {
  Color,
  DirectionalLight,
  Fog,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Scene,
  Timer,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

export const renderer = new WebGLRenderer({ antialias: true });
renderer.shadowMap.enabled = true;
document.body.append(renderer.domElement);

export const scene = new Scene();
scene.background = new Color('#cfd8dc');
scene.fog = new Fog('#cfd8dc', 30, 110);

const ground = new Mesh(new PlaneGeometry(300, 300), new MeshStandardMaterial({ color: '#a89f8d' }));
ground.rotation.x = -Math.PI / 2;
ground.receiveShadow = true;
const sun = new DirectionalLight('#fff1dc', 2.5);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
Object.assign(sun.shadow.camera, { left: -30, right: 30, top: 30, bottom: -30, far: 100 });
scene.add(ground, new HemisphereLight('#dfe8ff', '#8a8070', 1.2), sun, sun.target);

export const camera = new PerspectiveCamera(38, 1, 0.1, 300);
const controls = new OrbitControls(camera, renderer.domElement);

/** Looks at a point from another, both in metres, and puts the sun above it. */
export function lookAt(target: Vector3, from: Vector3): void {
  camera.position.copy(from);
  controls.target.copy(target);
  sun.target.position.copy(target);
  sun.position.copy(target).add(new Vector3(-20, 30, 20));
}

/** Draws a frame whenever the screen shows one. `update` is told the seconds since the last. */
export function start(update: (seconds: number) => void): void {
  const timer = new Timer();
  renderer.setAnimationLoop((now) => {
    timer.update(now);
    controls.update();
    update(timer.getDelta());
    renderer.render(scene, camera);
  });
}

function resize(): void {
  renderer.setSize(innerWidth, innerHeight);
  camera.aspect = innerWidth / innerHeight;
  camera.updateProjectionMatrix();
}
addEventListener('resize', resize);
resize();
