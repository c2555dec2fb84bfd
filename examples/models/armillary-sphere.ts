import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, SphereGeometry, TorusGeometry } from 'three';

/** Radius of the outermost ring, metres. */
const RADIUS = 1.25;
/** Height of its middle over the ground. */
const HEIGHT = 2.55;

/** An instrument of bronze rings, of which the inner ones follow the stars. */
export function createArmillarySphere(): Group {
  const bronze = new MeshStandardMaterial({ color: '#8a6636', roughness: 0.38, metalness: 0.35 });
  const stone = new MeshStandardMaterial({ color: '#8f8a80', roughness: 1 });
  const ring = (radius: number, x: number, y: number): Mesh => {
    const mesh = new Mesh(new TorusGeometry(radius, 0.045, 10, 72), bronze);
    mesh.rotation.set(x, y, 0);
    return mesh;
  };
  const heavens = new Group();
  heavens.position.y = HEIGHT;
  heavens.rotation.z = 0.6;
  const turning = new Group().add(
    ring(RADIUS * 0.86, 0, 0),
    ring(RADIUS * 0.86, Math.PI / 2, 0),
    ring(RADIUS * 0.7, Math.PI / 2 - 0.41, 0),
    new Mesh(new CylinderGeometry(0.025, 0.025, 2 * RADIUS, 8), bronze),
    new Mesh(new SphereGeometry(0.16, 24, 16), bronze),
  );
  turning.name = 'turning';
  heavens.add(turning, ring(RADIUS, 0, Math.PI / 2));

  const object = new Group();
  const horizon = ring(RADIUS * 1.1, Math.PI / 2, 0);
  horizon.position.y = HEIGHT;
  const base = new Mesh(new CylinderGeometry(1.5, 1.7, 0.5, 8).translate(0, 0.25, 0), stone);
  object.add(heavens, horizon, ring(RADIUS * 1.1, 0, 0).translateY(HEIGHT), base);
  for (let k = 0; k < 4; k++) {
    const post = new Mesh(new CylinderGeometry(0.06, 0.09, HEIGHT, 8).translate(0, HEIGHT / 2, 0), bronze);
    post.position.set(
      Math.cos((k * Math.PI) / 2) * RADIUS * 1.1,
      0,
      Math.sin((k * Math.PI) / 2) * RADIUS * 1.1,
    );
    object.add(post);
  }
  return object;
}
