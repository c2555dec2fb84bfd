import { Timer } from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { type Crowd, createCrowd } from 'three-crowd';
import { createRenderer, type ExampleRenderer } from './renderer.js';
import { fetchSample, type Sample } from './sample.js';
import { createStage, type Stage } from './stage.js';

const element = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

async function main(): Promise<void> {
  const sample = await fetchSample();
  const stage = createStage();
  const renderer = await createRenderer(element('view'));
  const controls = new OrbitControls(stage.camera, renderer.domElement);
  controls.enableDamping = true;
  controls.maxPolarAngle = Math.PI / 2 - 0.02;
  fitToWindow(stage, renderer);

  const asked = new URLSearchParams(location.search).get('crowd') ?? sample.crowds[0].crowd_id;
  fillChoice(sample, asked);
  const crowd = await load(asked, sample, renderer);
  stage.scene.add(crowd);
  stage.lookAt(crowd.getBoundingBox(), controls);
  element('loading').hidden = true;
  run(crowd, stage, renderer, controls);
}

function load(crowdId: string, { key }: Sample, renderer: ExampleRenderer): Promise<Crowd> {
  const mode = new URLSearchParams(location.search).get('mode');
  return createCrowd({
    baseUrl: location.origin,
    apiKey: key,
    crowdId,
    renderer,
    ...(mode === 'clones' || mode === 'instanced' ? { mode } : {}),
    onProgress: ({ fraction }) => {
      element<HTMLProgressElement>('progress').value = fraction;
    },
  });
}

function run(crowd: Crowd, stage: Stage, renderer: ExampleRenderer, controls: OrbitControls): void {
  const timer = new Timer();
  timer.connect(document);
  let frames = 0;
  let since = performance.now();
  renderer.setAnimationLoop(() => {
    timer.update();
    crowd.update(timer.getDelta(), stage.camera);
    controls.update();
    stage.follow(controls.target);
    renderer.render(stage.scene, stage.camera);
    frames += 1;
    const elapsed = performance.now() - since;
    if (elapsed < 500) return;
    showNumbers(crowd, (frames * 1000) / elapsed);
    frames = 0;
    since = performance.now();
  });
  showNumbers(crowd, 0);
  document.documentElement.dataset['ready'] = 'true';
}

function showNumbers({ stats }: Crowd, framesPerSecond: number): void {
  const numbers: Record<string, string> = {
    Characters: stats.characters.toLocaleString('en'),
    Tier: stats.tier,
    Backend: stats.backend,
    'Draw calls': stats.drawCalls.toLocaleString('en'),
    Triangles: stats.triangles.toLocaleString('en'),
    'Frames a second': framesPerSecond > 0 ? framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0) : '–',
  };
  element('numbers').replaceChildren(
    ...Object.entries(numbers).flatMap(([name, value]) => {
      const term = document.createElement('dt');
      const detail = document.createElement('dd');
      term.textContent = name;
      detail.textContent = value;
      return [term, detail];
    }),
  );
}

function fillChoice(sample: Sample, chosen: string): void {
  const select = element<HTMLSelectElement>('crowd');
  select.replaceChildren(
    ...sample.crowds.map(({ crowd_id, name }) => new Option(name, crowd_id, false, crowd_id === chosen)),
  );
  select.addEventListener('change', () => {
    const address = new URL(location.href);
    address.searchParams.set('crowd', select.value);
    location.assign(address);
  });
}

function fitToWindow({ camera }: Stage, renderer: ExampleRenderer): void {
  const fit = (): void => {
    camera.aspect = innerWidth / innerHeight;
    camera.updateProjectionMatrix();
    renderer.setSize(innerWidth, innerHeight);
  };
  addEventListener('resize', fit);
  fit();
}

main().catch((error: unknown) => {
  console.error(error);
  element('message').textContent = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  document.documentElement.dataset['ready'] = 'error';
});
