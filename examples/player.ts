import { MathUtils, Vector3 } from 'three';
import { createCrowd } from 'three-crowd';
import { makeCrowd } from './page/make-crowd.js';
import { openStage } from './page/open-stage.js';
import { readSteering } from './player/walk-with.js';
import { createTeahouse } from './scenery/teahouse.js';

const { renderer, scene, camera, orbit, view, service, controls, setting, ...page } = await openStage();
const response = await makeCrowd(service, {
  seed: 12,
  size: Number(setting('count', '320')),
  boundaryShape: 'square',
  boundaryRadius: 18,
  spawnRadius: 17,
  pace: 0.55,
});
const crowd = await createCrowd({ ...service, response, renderer });
scene.add(crowd, createTeahouse());

/** Metres a second, and radians a second. */
const [SPEED, TURN] = [1.9, 6];
/** Room that the others make for the player, metres. */
const ROOM = 0.75;
const me = 0;
crowd.setColors(me, { garment: '#c22f22' });
const place = new Vector3(0, 0, 9);
const [direction, before] = [new Vector3(), new Vector3()];
let heading = Math.PI;
let isWalking = false;
const steer = readSteering(view, camera);

page.castShadowsWithin(22);
camera.position.set(0, 3.6, 16.5);
orbit.target.set(place.x, 1.2, place.z);

function walk(seconds: number): void {
  steer(place, direction);
  const walks = direction.lengthSq() > 0;
  if (walks !== isWalking) crowd.setClip(me, walks ? 'jog' : 'idle', { fade: 0.25 });
  isWalking = walks;
  before.copy(place);
  place.addScaledVector(direction, SPEED * seconds).clampScalar(-17, 17);
  if (walks) {
    const wanted = Math.atan2(direction.x, direction.z);
    const turn = MathUtils.euclideanModulo(wanted - heading + Math.PI, 2 * Math.PI) - Math.PI;
    heading += MathUtils.clamp(turn, -TURN * seconds, TURN * seconds);
  }
  // Whoever is placed by hand is an obstacle to all others; the wider one beside it has them make more room.
  crowd.setTransform(me, { x: place.x, z: place.z, heading });
  crowd.motion?.setObstacle(1, { x: place.x, z: place.z, radius: ROOM });
  // The camera comes along.
  camera.position.add(place).sub(before);
  orbit.target.set(place.x, 1.2, place.z);
}

page.animate(crowd, (seconds) => {
  walk(seconds);
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});
controls.addNote('Arrow keys or W A S D walk. So does a click on the ground.');
