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
/** Largest half side of the square that the sun's shadow map covers, metres: a larger one would make coarse shadows. */
const MAX_SHADOW_RADIUS = 24;
/** Radius of the ground, as a multiple of the crowd's radius. */
const GROUND_FACTOR = 3;

/** Light and ground for one crowd. */
export class Stage {
  readonly scene = new Scene();
  readonly #sky = new HemisphereLight('#e6edf2', '#a3927a', 1.75);
  readonly #ground: Mesh;
  /** Half side of the square that the shadow map covers, metres. */
  readonly #shadowRadius: number;
  #sun: DirectionalLight;

  /**
   * @param box of the crowd, metres
   * @param height of the terrain, metres
   */
  constructor(box: Box3, height: (x: number, z: number) => number) {
    const { center, radius } = box.getBoundingSphere(new Sphere());
    this.#shadowRadius = Math.min(radius + 1, MAX_SHADOW_RADIUS);
    this.#ground = createGround(center, (radius + 1) * GROUND_FACTOR, height);
    this.#sun = createSun(this.#shadowRadius);
    this.scene.add(this.#sky, this.#sun, this.#sun.target, this.#ground);
    this.follow(center);
  }

  set castsShadows(value: boolean) {
    this.#sun.castShadow = value;
  }

  /** Keeps the shadows sharp where the camera looks. */
  follow(target: Vector3): void {
    this.#sun.target.position.copy(target);
    this.#sun.position.copy(target).addScaledVector(TOWARDS_SUN, this.#shadowRadius * 2);
  }

  /** To be called when the renderer has changed: a light keeps a shadow map that only the old one can read. */
  recreateSun(): void {
    const { castShadow, target } = this.#sun;
    this.scene.remove(this.#sun, target);
    this.#sun.dispose();
    this.#sun = createSun(this.#shadowRadius);
    this.#sun.castShadow = castShadow;
    this.scene.add(this.#sun, this.#sun.target);
    this.follow(target.position);
  }

  dispose(): void {
    this.#ground.geometry.dispose();
    (this.#ground.material as MeshStandardMaterial).dispose();
    this.#sun.dispose();
    this.#sky.dispose();
  }
}

function createSun(shadowRadius: number): DirectionalLight {
  const sun = new DirectionalLight('#fff0d8', 2.9);
  const { shadow } = sun;
  shadow.mapSize.set(2048, 2048);
  shadow.normalBias = 0.02;
  shadow.bias = -0.0004;
  const { camera } = shadow;
  camera.left = camera.bottom = -shadowRadius;
  camera.right = camera.top = shadowRadius;
  camera.near = 0.1;
  camera.far = shadowRadius * 4;
  return sun;
}
