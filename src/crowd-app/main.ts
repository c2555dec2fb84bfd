import type { CrowdViewElement, CrowdViewEventMap } from '../element/index.js';
import { drawCrowd } from '../picture/index.js';
import type { Character, CrowdResponse } from '../protocol/index.js';
import { Host } from './host.js';
import { completeCrowd, findCrowd } from './read-crowd.js';

/** Maximum number of buttons that ask for more people of a kind. */
const MAX_BUTTONS = 4;

const [stage, title, caption, buttons] = ['stage', 'title', 'caption', 'buttons'].map(
  (id) => document.getElementById(id) as HTMLElement,
);
const { script = '', version = '' } = document.documentElement.dataset;
// Loads the view before the crowd arrives.
const element = import(script);
element.catch(() => {});
// Requests an adapter in parallel with the script. A page's first request takes 0.1 to 0.2 s; the view's later one is fast.
navigator.gpu?.requestAdapter().catch(() => {});

const host = new Host({
  onResult: ({ structuredContent }) => void show(structuredContent),
  onContext: ({ theme }) => {
    if (theme) document.documentElement.style.colorScheme = theme;
  },
});
await host.connect(version).catch((error: Error) => showCaption(error.message));

async function show(content: unknown): Promise<void> {
  const found = findCrowd(content);
  if (!found) return;
  title.textContent = found.name;
  showCaption('');
  try {
    const crowd = await completeCrowd(found);
    showStill(crowd);
    showButtons(crowd);
    showCaption(
      `${crowd.characters.length} people. Turn with the pointer or the arrow keys; click somebody.`,
    );
    await element.then(
      () => showLive(crowd),
      () => showCaption(`${crowd.characters.length} people.`),
    );
  } catch (error) {
    showCaption(`The crowd cannot be shown: ${(error as Error).message}`);
  }
}

/** Shows a still picture until the live view is ready, or permanently without WebGL. */
function showStill({ characters, name }: CrowdResponse): void {
  const picture = new DOMParser().parseFromString(
    drawCrowd(characters, name),
    'image/svg+xml',
  ).documentElement;
  picture.setAttribute('role', 'img');
  stage.replaceChildren(picture);
}

/**
 * Shows the live view, with its own choice of backend. Always WebGL was rejected: its first frame is submitted earlier (2.1
 * to 3.5 s instead of 3.6 to 4.2, 150 people) but, on a software GPU, not drawn earlier (7.0 to 9.0 s; 6.1 to 7.5).
 */
function showLive(crowd: CrowdResponse): void {
  const view = document.createElement('crowd-view') as CrowdViewElement;
  view.setAttribute('aria-label', `${crowd.name}, ${crowd.characters.length} people`);
  view.addEventListener('load', () => stage.querySelector('svg')?.remove());
  view.addEventListener('error', () => {
    view.remove();
    showCaption(`${crowd.characters.length} people. This browser shows no moving picture of them.`);
  });
  view.addEventListener('select', (event) => {
    const { character } = (event as CrowdViewEventMap['select']).detail;
    void pick(crowd, crowd.characters[character]);
  });
  view.response = crowd;
  stage.append(view);
}

async function pick(crowd: CrowdResponse, character: Character): Promise<void> {
  const { index, bucket, x, z, anim_clip } = character;
  const place = `x ${x.toFixed(1)}, z ${z.toFixed(1)}`;
  showCaption(
    `Number ${index}: ${nameOf(bucket)}, ${anim_clip === 'walk' ? 'walking' : 'standing'} at ${place}.`,
  );
  await host.note(
    `In crowd ${crowd.crowd_id} ("${crowd.name}") the user picked character ${index}, a ${bucket}, at ${place} metres.`,
  );
}

/** Shows a button for each of the most common buckets. It asks in the conversation for more people of that bucket. */
function showButtons({ crowd_id, name, characters }: CrowdResponse): void {
  const counts = new Map<string, number>();
  for (const { bucket } of characters) counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
  const most = [...counts].sort(([, a], [, b]) => b - a).slice(0, MAX_BUTTONS);
  buttons.replaceChildren(
    ...most.map(([bucket, count]) => {
      const button = document.createElement('button');
      button.textContent = `More: ${nameOf(bucket)} (${count})`;
      button.addEventListener('click', () => {
        host.say(`More people of the kind "${bucket}" in the crowd "${name}" (${crowd_id}), please.`).then(
          () => showCaption('Asked.'),
          (error: Error) => showCaption(error.message),
        );
      });
      return button;
    }),
  );
}

function nameOf(bucket: string): string {
  return bucket.replaceAll('_', ' ');
}

function showCaption(text: string): void {
  caption.textContent = text;
}
