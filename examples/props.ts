import {
  CanvasTexture,
  InstancedMesh,
  Matrix4,
  type Mesh,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';
import { createCrowd } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service. The key reads its sample crowds, and nothing else.
const SERVICE = 'http://127.0.0.1:8787';
const KEY = 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE';

const NAMES = [
  'Su Shi',
  'Li Qingzhao',
  'Ouyang Xiu',
  'Mi Fu',
  'Shen Kuo',
  'Lu You',
  'Zhu Shuzhen',
  'Fan Kuan',
];

const stage = await createStage();
await stage.addModel(`${SERVICE}/examples/models/teahouse.glb`);
const crowd = await createCrowd({
  baseUrl: SERVICE,
  apiKey: KEY,
  crowdId: 'cr_Teahouse',
  renderer: stage.renderer,
  mode: 'instanced',
  motion: false,
});
stage.scene.add(crowd);
stage.lookFrom([0.8, 2.4, 9.8], [-1.4, 0.9, 0]);

// Every third character carries the same object: one instanced mesh draws all objects of a kind.
const { scene: models } = await new GLTFLoader().loadAsync(`${SERVICE}/examples/models/props.glb`);
const everyone = Array.from({ length: crowd.size }, (_, i) => i);
const things = ['lantern', 'fan', 'basket'].map((name, kind) => {
  const { geometry, material } = models.getObjectByName(name) as Mesh;
  const carriers = everyone.filter((i) => i % 3 === kind);
  const mesh = new InstancedMesh(geometry, material, carriers.length);
  mesh.castShadow = true;
  mesh.frustumCulled = false;
  stage.scene.add(mesh);
  return { mesh, carriers, hangs: name !== 'fan' };
});

/** A name on a slip of paper that always faces the camera. */
function createTag(name: string): Sprite {
  const context = document.createElement('canvas').getContext('2d')!;
  [context.canvas.width, context.canvas.height] = [256, 64];
  context.fillStyle = '#faf6ec';
  context.fillRect(0, 0, 256, 64);
  context.font = '38px Georgia, serif';
  context.textAlign = 'center';
  context.fillStyle = '#7c2320';
  context.fillText(name, 128, 45);
  const map = new CanvasTexture(context.canvas);
  map.colorSpace = SRGBColorSpace;
  const tag = new Sprite(new SpriteMaterial({ map, toneMapped: false }));
  tag.scale.set(0.44, 0.11, 1);
  return tag;
}
const tags = everyone.map((i) => createTag(NAMES[i % NAMES.length]));
stage.scene.add(...tags);

// From metres to centimetres, the unit of the hand's bone, and from the wrist into the palm.
const grip = new Matrix4().makeScale(100, 100, 100).setPosition(-4.5, -7, 2);
const [socket, place] = [new Matrix4(), new Vector3()];
stage.play((seconds) => {
  crowd.update(seconds, stage.camera);
  for (const { mesh, carriers, hangs } of things) {
    for (const [k, i] of carriers.entries()) {
      crowd.getSocketMatrix(i, 'handR', socket).multiply(grip);
      place.setFromMatrixPosition(socket);
      // Hanging objects follow the position of the hand, not its rotation.
      if (hangs) socket.makeRotationY(crowd.get(i).heading).setPosition(place);
      mesh.setMatrixAt(k, socket);
    }
    mesh.instanceMatrix.needsUpdate = true;
  }
  for (const [i, tag] of tags.entries()) {
    tag.position.setFromMatrixPosition(crowd.getSocketMatrix(i, 'head', socket));
    tag.position.y += 0.45;
  }
});

stage.controls.addSwitch('Objects in hand', true, (isOn) => {
  for (const { mesh } of things) mesh.visible = isOn;
});
stage.controls.addSwitch('Name tags', true, (isOn) => {
  for (const tag of tags) tag.visible = isOn;
});
