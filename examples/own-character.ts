import { type Crowd, createCrowdFromGLTF, type GLTFSource } from 'three-crowd';
import { createStage } from 'three-crowd/stage';

// `npx three-crowd-server serve` runs this service, which has a character with a skeleton and clips.
const SERVICE = 'http://127.0.0.1:8787';
const SAMPLE = `${SERVICE}/examples/models/mannequin.glb`;

/** Recipes for the places; metres. */
const PLACES = {
  square: { boundaryShape: 'square', boundaryRadius: 11, spawnRadius: 10, pace: 0.75 },
  street: { boundaryShape: 'road', boundaryRadius: 24, spawnRadius: 4, pace: 0.95, facing: 1 },
  ring: { boundaryShape: 'donut', boundaryRadius: 13, spawnRadius: 9, pace: 1 },
} as const;

const stage = await createStage();
const { controls } = stage;
const HINT = 'Drop a GLB here, or several: some with characters, others with their clips.';
const note = controls.addNote(HINT);
const tell = (message: string): void => {
  note.textContent = message;
};

let files: readonly GLTFSource[] = [SAMPLE];
let place: keyof typeof PLACES = 'square';
let size = Number(new URLSearchParams(location.search).get('count') ?? 120);
let crowd: Crowd | undefined;
let shows = 0;

/** Shows the files without sending them. If they cannot be shown, the present crowd stays. */
async function show(sources = files): Promise<void> {
  const turn = ++shows;
  tell(HINT);
  const recipe = { ...PLACES[place], seed: 7, size };
  try {
    const next = await createCrowdFromGLTF(sources, { renderer: stage.renderer, recipe, onWarning: tell });
    // Another request has come meanwhile.
    if (turn !== shows) return next.dispose();
    crowd?.dispose();
    crowd = next;
    files = sources;
    stage.scene.add(crowd);
  } catch (error) {
    tell((error as Error).message);
  }
}

const showFiles = (chosen: FileList | null | undefined): void => {
  if (chosen?.length) void show([...chosen]);
};
const input = document.createElement('input');
Object.assign(input, { type: 'file', accept: '.glb,.gltf,.vrm', multiple: true });
input.addEventListener('change', () => showFiles(input.files));
controls.addButton('Choose GLB files …', () => input.click());
document.addEventListener('dragover', (event) => event.preventDefault());
document.addEventListener('drop', (event) => {
  event.preventDefault();
  showFiles(event.dataTransfer?.files);
});
controls.addChoice('Where', { square: 'A square', street: 'A street', ring: 'A ring' }, place, (chosen) => {
  place = chosen as keyof typeof PLACES;
  void show();
});
controls.addSlider('People', { min: 20, max: 600, step: 20, value: size }, (people) => {
  size = people;
  void show();
});

await show();
stage.castShadowsWithin(16);
stage.lookFrom([6, 3.8, 13], [0, 0.7, 0]);
stage.play((seconds) => crowd?.update(seconds, stage.camera));
