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
const fog = new Fog('#cfd8dc');
scene.fog = fog;

const ground = new Mesh(new PlaneGeometry(12, 12), new MeshStandardMaterial({ color: '#a89f8d' }));
ground.rotation.x = -Math.PI / 2;
ground.receiveShadow = true;
const sun = new DirectionalLight('#fff1dc', 2.5);
sun.castShadow = true;
sun.shadow.mapSize.set(2048, 2048);
scene.add(ground, new HemisphereLight('#dfe8ff', '#8a8070', 1.2), sun, sun.target);

export const camera = new PerspectiveCamera(38, 1, 0.1, 300);
const controls = new OrbitControls(camera, renderer.domElement);

/** Looks at a point from another, both in metres. Light, ground and mist extend with the distance between them. */
export function lookAt(target: Vector3, from: Vector3): void {
  const distance = from.distanceTo(target);
  camera.position.copy(from);
  camera.far = 12 * distance;
  camera.updateProjectionMatrix();
  controls.target.copy(target);
  Object.assign(fog, { near: 1.2 * distance, far: 4.4 * distance });
  ground.scale.setScalar(distance);
  sun.target.position.copy(target);
  sun.position.copy(target).add(new Vector3(-0.8, 1.2, 0.8).multiplyScalar(distance));
  const reach = 1.2 * distance;
  Object.assign(sun.shadow.camera, {
    left: -reach,
    right: reach,
    top: reach,
    bottom: -reach,
    far: 4 * distance,
  });
  sun.shadow.camera.updateProjectionMatrix();
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
