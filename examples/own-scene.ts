import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { createCrowd } from 'three-crowd';
import { createObservatory } from './own-scene/observatory.js';
import { fitToView } from './page/fit-to-view.js';
import { openPage } from './page/open-page.js';
import { createRenderer } from './page/renderer.js';

const { view, service, controls, setting, animate } = await openPage();

// A scene as it was: houses, trees, bronze and light stay as they are.
const { scene, camera, sphere } = createObservatory();
const renderer = await createRenderer(view);
const orbit = new OrbitControls(camera, renderer.domElement);
orbit.target.set(3.6, 1.7, 0);
orbit.maxPolarAngle = Math.PI / 2 - 0.03;
fitToView(view, renderer, camera);

// Crowds are objects like any other.
const court = await createCrowd({ ...service, crowdId: setting('crowd', 'cr_Court150'), renderer });
const guests = await createCrowd({ ...service, crowdId: 'cr_Teahouse', renderer });
guests.position.set(12, 0, 8);
scene.add(court, guests);

animate(renderer, [court, guests], (seconds) => {
  sphere.turning.rotation.y += seconds / 6;
  orbit.update();
  court.update(seconds, camera);
  guests.update(seconds, camera);
  renderer.render(scene, camera);
});

controls.addSwitch('The court', true, (isOn) => {
  court.visible = isOn;
});
controls.addSwitch('The guests', true, (isOn) => {
  guests.visible = isOn;
});
controls.addSlider('Turn the guests', { min: 0, max: 360, step: 1, value: 0 }, (degrees) => {
  guests.rotation.y = (degrees * Math.PI) / 180;
});
