import { Box3, Vector3 } from 'three';
import { createCrowdFromGLTF } from 'three-crowd';
import { camera, lookAt, renderer, scene, start } from './stage.js';

const crowd = await createCrowdFromGLTF('/character.glb', { renderer, recipe: { size: 200 } });
scene.add(crowd);
document.title = `${crowd.size} characters`;

const box = new Box3().setFromObject(crowd);
const center = box.getCenter(new Vector3());
const distance = box.getSize(new Vector3()).length();
lookAt(center, center.clone().add(new Vector3(0.3, 0.25, 0.6).multiplyScalar(distance)));
start((seconds) => crowd.update(seconds, camera));
