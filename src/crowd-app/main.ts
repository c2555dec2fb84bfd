import { drawCrowd } from '../picture/index.js';
import type { Character, CrowdResponse } from '../protocol/index.js';
import { Host } from './host.js';
import { completeCrowd, findCrowd } from './read-crowd.js';

/** Part of the service's own `<crowd-view>` that this page uses. */
interface CrowdView extends HTMLElement {
  response: CrowdResponse;
}

/** Kinds of people that buttons ask for more of. */
const MOST_BUTTONS = 4;

const [stage, title, caption, buttons] = ['stage', 'title', 'caption', 'buttons'].map(
  (id) => document.getElementById(id) as HTMLElement,
);
const { script = '', version = '' } = document.documentElement.dataset;
/** Loaded while the model still thinks. */
const element = import(script);
element.catch(() => {});
// Asked for beside the script: a page's first adapter takes the browser 0.1 to 0.2 s, and the one that the view asks for none.
navigator.gpu?.requestAdapter().catch(() => {});

const host = new Host({
  onResult: ({ structuredContent }) => void show(structuredContent),
  onContext: ({ theme }) => {
    if (theme) document.documentElement.style.colorScheme = theme;
  },
});
await host.connect(version).catch((error: Error) => tell(error.message));

async function show(content: unknown): Promise<void> {
  const told = findCrowd(content);
  if (!told) return;
  title.textContent = told.name;
  tell('');
  try {
    const crowd = await completeCrowd(told);
    showStill(crowd);
    showButtons(crowd);
    tell(`${crowd.characters.length} people. Turn with the pointer or the arrow keys; click somebody.`);
    await element.then(
      () => showLive(crowd),
      () => tell(`${crowd.characters.length} people.`),
    );
  } catch (error) {
    tell(`The crowd cannot be shown: ${(error as Error).message}`);
  }
}

/** There at once, and stays where nothing draws in three dimensions. */
function showStill({ characters, name }: CrowdResponse): void {
  const picture = new DOMParser().parseFromString(
    drawCrowd(characters, name),
    'image/svg+xml',
  ).documentElement;
  picture.setAttribute('role', 'img');
  stage.replaceChildren(picture);
}

/**
 * With the view's own choice of backend. Rejected: WebGL, which hands its first frame over earlier (2.1 to 3.5 s in place of 3.6
 * to 4.2, 150 people on a busy machine), but whose frame a software GPU has drawn no earlier (7.0 to 9.0 s, and 6.1 to 7.5).
 */
function showLive(crowd: CrowdResponse): void {
  const view = document.createElement('crowd-view') as CrowdView;
  view.setAttribute('aria-label', `${crowd.name}, ${crowd.characters.length} people`);
  view.addEventListener('load', () => stage.querySelector('svg')?.remove());
  view.addEventListener('error', () => {
    view.remove();
    tell(`${crowd.characters.length} people. This browser shows no moving picture of them.`);
  });
  view.addEventListener('select', (event) => {
    const { index } = (event as CustomEvent<{ index: number }>).detail;
    void pick(crowd, crowd.characters[index]);
  });
  view.response = crowd;
  stage.append(view);
}

async function pick(crowd: CrowdResponse, character: Character): Promise<void> {
  const { index, bucket, x, z, anim_clip } = character;
  const place = `x ${x.toFixed(1)}, z ${z.toFixed(1)}`;
  tell(`Number ${index}: ${nameOf(bucket)}, ${anim_clip === 'walk' ? 'walking' : 'standing'} at ${place}.`);
  await host.note(
    `In crowd ${crowd.crowd_id} ("${crowd.name}") the user picked character ${index}, a ${bucket}, at ${place} metres.`,
  );
}

/** For each of the kinds that there are most of, a wish for more. */
function showButtons({ crowd_id, name, characters }: CrowdResponse): void {
  const counts = new Map<string, number>();
  for (const { bucket } of characters) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MOST_BUTTONS);
  buttons.replaceChildren(
    ...most.map(([bucket, count]) => {
      const button = document.createElement('button');
      button.textContent = `More: ${nameOf(bucket)} (${count})`;
      button.addEventListener('click', () => {
        host.say(`More people of the kind "${bucket}" in the crowd "${name}" (${crowd_id}), please.`).then(
          () => tell('Asked.'),
          (error: Error) => tell(error.message),
        );
      });
      return button;
    }),
  );
}

function nameOf(bucket: string): string {
  return bucket.replaceAll('_', ' ');
}

function tell(text: string): void {
  caption.textContent = text;
}
