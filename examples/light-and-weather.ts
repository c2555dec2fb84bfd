import { Color, Fog, MathUtils } from 'three';
import { createCrowd } from 'three-crowd';
import { daylightAt, turnToSun } from './light-and-weather/daylight.js';
import { Precipitation } from './light-and-weather/precipitation.js';
import { openStage } from './page/open-stage.js';
import { createMaterials } from './scenery/materials.js';
import { Sky } from './scenery/sky.js';
import { createStreet } from './scenery/street.js';

const { scene, camera, orbit, sun, towardsSun, skyLight, ground, ...page } = await openStage();
const { renderer, service, controls, setting, animate } = page;
const materials = createMaterials();
const street = createStreet(14.5, materials);
const crowdId = setting('crowd', 'cr_Market1k');
const crowd = await createCrowd({ ...service, crowdId, renderer, motion: { walls: street.walls } });
const sky = new Sky('white', 'white');
const precipitation = new Precipitation();
scene.add(crowd, street.object, sky, precipitation);
page.lookAt(crowd);

let hour = Number(setting('hour', '16.8'));
let mist = 0.25;
let weather = setting('weather', 'dry');

/** Light, mist and weather are the scene's; the crowd's materials are three's own, and follow. */
function paint(): void {
  const { sun: color, sunIntensity, skyIntensity, horizon, zenith } = daylightAt(hour);
  const overcast = weather === 'dry' ? 0 : 0.75;
  const grey = new Color().setScalar(0.7 * horizon.getHSL({ h: 0, s: 0, l: 0 }).l);
  sun.color.copy(color);
  sun.intensity = sunIntensity * (1 - overcast);
  skyLight.intensity = skyIntensity * (1 + overcast * 0.5);
  turnToSun(hour, towardsSun);
  sky.setColors(horizon.lerp(grey, overcast), zenith.lerp(grey, overcast));
  scene.fog = new Fog(horizon, MathUtils.lerp(34, 2, mist), MathUtils.lerp(190, 34, mist));
  materials.paper.emissiveIntensity = MathUtils.clamp(2.6 - skyIntensity * 2, 0, 1.7);
  ground.material.color.set({ dry: '#c9bca4', rain: '#8a8478', snow: '#e9ebee' }[weather] ?? '#c9bca4');
  materials.tiles.color.set(weather === 'snow' ? '#ffffff' : '#b9bcc0');
}

/** In the rain, whoever walked runs. */
function change(to: string): void {
  weather = to;
  precipitation.start(weather);
  const hurrying = weather === 'rain' ? 'jog' : 'walk';
  crowd.forEach(({ clip }, i) => {
    if (clip === 'walk' || clip === 'jog') crowd.setClip(i, hurrying, { fade: 0.6 });
  });
  paint();
}

const clock = (at: number): string =>
  `${Math.floor(at)}:${String(Math.floor((at % 1) * 60)).padStart(2, '0')}`;
controls.addSlider(
  'Hour',
  { min: 4, max: 21, step: 0.05, value: hour },
  (value) => {
    hour = value;
    paint();
  },
  clock,
);
controls.addSlider('Mist', { min: 0, max: 1, step: 0.05, value: mist }, (value) => {
  mist = value;
  paint();
});
controls.addChoice('Weather', { dry: 'Dry', rain: 'Rain', snow: 'Snow' }, weather, change);
change(weather);

animate(crowd, (seconds) => {
  precipitation.update(seconds, orbit.target);
  crowd.update(seconds, camera);
  renderer.render(scene, camera);
});
