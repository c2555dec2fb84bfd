import {
  type DirectionalLight,
  Frustum,
  Matrix4,
  PerspectiveCamera,
  Scene,
  Skeleton,
  type SkinnedMesh,
  Sphere,
  Vector3,
} from 'three';
import { expect, test, vi } from 'vitest';
import { boundClips, characterExtent } from '../../src/render/poses/clip-bounds.js';
import { BACKENDS } from '../support/browser/backends.js';
import { createFigure, figureCharacters } from '../support/browser/figure.js';
import { figureCrowd } from '../support/browser/figure-crowd.js';
import { createStage, takePicture } from '../support/browser/picture.js';
import { sharedRenderer } from '../support/browser/shared-renderer.js';
import { testInTurn } from '../support/in-turn.js';

const COUNT = 24;
const SEED = 9;

function createCamera(): PerspectiveCamera {
  const camera = new PerspectiveCamera(30, 16 / 9, 0.1, 30);
  camera.position.set(4, 1.5, 4);
  camera.lookAt(6, 1, 0);
  camera.updateMatrixWorld();
  return camera;
}

test.each(BACKENDS)(
  '%s: clones draw those whom the camera sees, each with one skeleton (seed 9)',
  async (backend) => {
    const renderer = await sharedRenderer(backend);
    const { assets } = createFigure();
    const characters = figureCharacters(COUNT, SEED);
    const crowd = await figureCrowd(renderer, { assets, characters, mode: 'clones', castShadow: false });
    const scene = new Scene();
    scene.add(crowd);
    const camera = createCamera();
    crowd.update(0.3, camera);

    // three's own answer.
    const extent = characterExtent(boundClips(assets.boneTexture, assets.parts).manifest.clipInfo);
    const frustum = new Frustum().setFromProjectionMatrix(
      new Matrix4().multiplyMatrices(camera.projectionMatrix, camera.matrixWorldInverse),
      camera.coordinateSystem,
    );
    const seen = characters.filter(({ x, z, scale }) =>
      frustum.intersectsSphere(new Sphere(new Vector3(x, extent.centerY * scale, z), extent.radius * scale)),
    );
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.length).toBeLessThan(COUNT - 5);
    let draws = 0;
    crowd.traverse((object) => {
      // The crowd's one other mesh listens to shadows, and has no instances to draw.
      if (!(object as Partial<SkinnedMesh>).isSkinnedMesh) return;
      object.onBeforeRender = () => {
        draws += 1;
      };
    });
    const updates = vi.spyOn(Skeleton.prototype, 'update');
    await takePicture(renderer, scene, camera);
    // A body, a face, hair and hands each.
    expect(draws).toBe(4 * seen.length);
    expect(crowd.stats.drawCalls).toBe(4 * seen.length);
    expect(new Set(updates.mock.contexts).size).toBe(seen.length);
    updates.mockRestore();

    const skeletons = new Set<Skeleton>();
    let meshes = 0;
    crowd.traverse((object) => {
      if (!(object as Partial<SkinnedMesh>).isSkinnedMesh) return;
      meshes += 1;
      skeletons.add((object as SkinnedMesh).skeleton);
    });
    expect([meshes, skeletons.size]).toEqual([4 * COUNT, COUNT]);
  },
);

testInTurn(BACKENDS, [0])('%s: a clone out of sight casts its shadow into it', async (backend) => {
  const renderer = await sharedRenderer(backend);
  const { assets } = createFigure();
  const [character] = figureCharacters(1, SEED);
  const crowd = await figureCrowd(renderer, {
    assets,
    characters: [{ ...character, x: 0, z: 0 }],
    mode: 'clones',
  });
  const { scene, camera } = createStage(crowd, 'directional');
  const lamp = scene.children.find((object) => (object as Partial<DirectionalLight>).isDirectionalLight);
  lamp?.position.set(3, 1.5, 4);
  // Straight down, on the shadow of what is at a height of 1.
  camera.position.set(-2, 3, -2.67);
  camera.lookAt(-2, 0, -2.68);
  camera.fov = 12;
  camera.updateProjectionMatrix();
  const brightness = async (): Promise<number> => {
    let pixels: Uint8Array = new Uint8Array();
    for (let frame = 0; frame < 8; frame++) {
      crowd.update(0, camera);
      pixels = await takePicture(renderer, scene, camera);
    }
    return pixels.reduce((sum, value) => sum + value, 0);
  };
  const shaded = await brightness();
  expect(crowd.stats.drawCalls).toBe(0);
  crowd.setVisible('all', false);
  expect(await brightness()).toBeGreaterThan(shaded * 1.02);
});
