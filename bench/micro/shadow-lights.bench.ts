import { DirectionalLight, Group, Mesh, PerspectiveCamera, PointLight, Scene, SpotLight } from 'three';
import { Bench } from 'tinybench';
import { ShadowViews } from '../../src/render/drawing/shadow-views.js';
import { CameraView } from '../../src/render/poses/camera-view.js';
import { tableRow } from './table-row.js';

/**
 * Times the search of a large scene for lights that cast shadows, against three's own update of the scene's
 * matrices in each frame.
 *
 * `npx tsx bench/micro/shadow-lights.bench.ts`
 */

const rows: Record<string, string>[] = [];
for (const count of [100, 1_000, 10_000]) {
  const scene = new Scene();
  const crowd = new Group();
  scene.add(crowd);
  for (const light of [new DirectionalLight(), new SpotLight(), new PointLight()]) {
    light.castShadow = true;
    light.position.set(3, 5, 4);
    scene.add(light);
  }
  // Rooms of ten objects each.
  for (let n = 0; n < count; n += 10) {
    const room = new Group();
    for (let k = 0; k < 9; k++) room.add(new Mesh());
    scene.add(room);
  }
  scene.updateMatrixWorld();
  const camera = new CameraView().set(new PerspectiveCamera(), crowd.matrixWorld);
  const views = new ShadowViews();
  if (views.find(crowd, camera).length !== 3)
    throw new Error('The scene has three lights that cast shadows.');
  const bench = new Bench({ time: 300 });
  bench
    .add(`${count.toLocaleString('en')} objects: updateMatrixWorld`, () => scene.updateMatrixWorld())
    .add(`${count.toLocaleString('en')} objects: lights found, shadow views made`, () => {
      views.find(crowd, camera);
    });
  await bench.run();
  rows.push(...bench.tasks.map(tableRow(bench)));
}
console.table(rows);
