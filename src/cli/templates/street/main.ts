import { Vector3 } from 'three';
import { createCrowd } from 'three-crowd';
import { camera, lookAt, renderer, scene, start } from './stage.js';

// The sample key reads the sample crowds, and nothing else. A key of your own stays on a server.
const crowd = await createCrowd({
  baseUrl: import.meta.env['VITE_CROWD_SERVICE'],
  apiKey: 'tc_live_SampleKeyReadsOnlyTheSampleCrowd1QNIVE',
  crowdId: 'cr_Market1k',
  renderer,
});
scene.add(crowd);
document.title = `${crowd.size} people`;

lookAt(new Vector3(0, 1, 25), new Vector3(9, 5, 48));
start((seconds) => crowd.update(seconds, camera));
