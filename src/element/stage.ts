import {
  type Box3,
  DirectionalLight,
  HemisphereLight,
  type Mesh,
  type MeshStandardMaterial,
  Scene,
  Sphere,
  Vector3,
} from 'three';
import { createGround } from './ground.js';

const TOWARDS_SUN = new Vector3(-0.55, 1, 0.7).normalize();
/** Largest half side of the square that the sun's shadow map covers, metres: beyond it shadows would be coarse. */
const SHADOW_REACH = 24;
/** How far the ground goes beyond the crowd, as a multiple of the crowd's radius. */
const GROUND_REACH = 3;

/** Light and ground for one crowd. */
export class Stage {
  readonly scene = new Scene();
  readonly #sun = new DirectionalLight('#fff0d8', 2.9);
  readonly #sky = new HemisphereLight('#e6edf2', '#a3927a', 1.75);
  readonly #ground: Mesh;
  readonly #reach: number;

  /** @param height of the terrain, metres */
  constructor(box: Box3, height: (x: number, z: number) => number) {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    this.#reach = Math.min(radius + 1, SHADOW_REACH);
    this.#ground = createGround(center, (radius + 1) * GROUND_REACH, height);
    this.#fitShadow();
    this.scene.add(this.#sky, this.#sun, this.#sun.target, this.#ground);
    this.follow(center);
  }

  set castsShadows(value: boolean) {
    this.#sun.castShadow = value;
  }

  /** Keeps the shadows sharp where the camera looks. */
  follow(target: Vector3): void {
    this.#sun.target.position.copy(target);
    this.#sun.position.copy(target).addScaledVector(TOWARDS_SUN, this.#reach * 2);
  }

  dispose(): void {
    this.#ground.geometry.dispose();
    (this.#ground.material as MeshStandardMaterial).dispose();
    this.#sun.dispose();
    this.#sky.dispose();
  }

  #fitShadow(): void {
    const { shadow } = this.#sun;
    shadow.mapSize.set(2048, 2048);
    shadow.normalBias = 0.02;
    shadow.bias = -0.0004;
    const { camera } = shadow;
    camera.left = camera.bottom = -this.#reach;
    camera.right = camera.top = this.#reach;
    camera.near = 0.1;
    camera.far = this.#reach * 4;
  }
}
