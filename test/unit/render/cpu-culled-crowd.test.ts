import { Group, MeshBasicMaterial, PerspectiveCamera, Scene } from 'three';
import { expect, test } from 'vitest';
import { createCulledCrowd } from '../../../src/render/drawing/cpu-culled-crowd.js';
import { boundClips } from '../../../src/render/poses/clip-bounds.js';
import { createFigure } from '../../support/browser/figure.js';
import { scatterCrowd, seenByThree } from '../../support/render/scattered-crowd.js';

test.each([true, false])(
  'culls as three does after a camera parent moved (seed 8, auto update %s)',
  (matrixWorldAutoUpdate) => {
    const { assets } = createFigure();
    const crowd = scatterCrowd(assets, 300, 8);
    let visible = new Set<number>();
    const culled = createCulledCrowd(
      {
        table: crowd.table,
        parts: crowd.parts,
        localPoses: crowd.localPoses,
        boneTexture: boundClips(assets.boneTexture, assets.parts),
        castShadow: false,
        receiveShadow: false,
        onWarning: (message) => expect.unreachable(message),
      },
      {},
      {
        hasPalette: true,
        far: undefined,
        createMaterials: () => ({ color: new MeshBasicMaterial() }),
        createFarMaterials: () => expect.unreachable('There are no far meshes.'),
        pose: (_seconds, { characters, viewCount }) => {
          visible = new Set(characters.subarray(0, viewCount));
        },
        upload: () => {},
        renewMaterial: () => false,
        dispose: () => {},
      },
    );
    const scene = new Scene();
    const vehicle = new Group();
    const camera = new PerspectiveCamera(40, 16 / 9, 0.1, 30);
    camera.position.set(0, 2, 5);
    vehicle.add(camera);
    scene.add(vehicle, culled.object);
    scene.updateMatrixWorld();
    const seen = (): Set<number> => {
      culled.update({ seconds: 0, camera, lodThreshold: 0 });
      return visible;
    };
    const before = seen();
    vehicle.position.set(-8, 0, 6);
    vehicle.rotation.y = 2;
    camera.matrixWorldAutoUpdate = matrixWorldAutoUpdate;
    const after = seen();
    // What three does before it draws.
    scene.updateMatrixWorld();
    const expected = seenByThree(crowd, camera);
    expect(expected.size).toBeGreaterThan(20);
    expect(after).toEqual(expected);
    if (matrixWorldAutoUpdate) expect(after).not.toEqual(before);
    else expect(after).toEqual(before);
    culled.dispose();
  },
);
