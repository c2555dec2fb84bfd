import { InstancedMesh, Matrix4, Vector3 } from 'three';
import { createCrowd } from 'three-crowd';
import { openStage } from './page/open-stage.js';
import { createThing, THINGS } from './props/create-thing.js';
import { createNameTag, NAMES } from './props/name-tag.js';

const { renderer, scene, camera, orbit, service, controls, setting, animate } = await openStage();
const crowdId = setting('crowd', 'cr_Teahouse');
const crowd = await createCrowd({ ...service, crowdId, renderer, mode: 'instanced', motion: false });
scene.add(crowd);
camera.position.set(0.8, 2.4, 9.8);
orbit.target.set(-1.4, 0.9, 0);

// Every third character carries the same: one instanced mesh shows all of a kind.
const everyone = Array.from({ length: crowd.size }, (_, i) => i);
const things = THINGS.map((name, kind) => {
  const who = everyone.filter((i) => i % THINGS.length === kind);
  const { geometry, material, grip, hangs } = createThing(name);
  const mesh = new InstancedMesh(geometry, material, who.length);
  mesh.castShadow = mesh.receiveShadow = true;
  // Its bounds would have to be measured anew in every frame.
  mesh.frustumCulled = false;
  scene.add(mesh);
  return { mesh, who, grip, hangs };
});
const tags = everyone.map((i) => createNameTag(NAMES[i % NAMES.length]));
scene.add(...tags);

const socket = new Matrix4();
const place = new Vector3();

animate(crowd, (seconds) => {
  crowd.update(seconds, camera);
  for (const { mesh, who, grip, hangs } of things) {
    for (const [k, i] of who.entries()) {
      crowd.getSocketMatrix(i, 'handR', socket).multiply(grip);
      place.setFromMatrixPosition(socket);
      // What hangs takes its place from the hand, but not its turn.
      if (hangs) socket.makeRotationY(crowd.get(i).heading).setPosition(place);
      mesh.setMatrixAt(k, socket);
    }
    mesh.instanceMatrix.needsUpdate = true;
  }
  for (const [i, tag] of tags.entries()) {
    tag.position.setFromMatrixPosition(crowd.getSocketMatrix(i, 'head', socket));
    tag.position.y += 0.45;
  }
  renderer.render(scene, camera);
});

controls.addSwitch('Things in hand', true, (isOn) => {
  for (const { mesh } of things) mesh.visible = isOn;
});
controls.addSwitch('Name tags', true, (isOn) => {
  for (const tag of tags) tag.visible = isOn;
});
