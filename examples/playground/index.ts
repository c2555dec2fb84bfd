import { originalPositionFor, TraceMap } from '@jridgewell/trace-mapping';
import { type Recipe, readRecipeLink } from 'three-crowd';
import { EXAMPLES } from '../page/example-list.js';
import { saveFile } from '../page/save-file.js';
import { isOnStaticHost, toTakeAway, WRITTEN_SERVICE, withService } from '../page/service-address.js';
import { readText, writeText } from '../page/text-in-address.js';
import { writePage } from '../page/write-page.js';
import { createEditor, underline } from './create-editor.js';
import type { FrameMessage, Place } from './messages.js';
import { Preview } from './preview.js';
import { programOfRecipe } from './program-of-recipe.js';
import { startCompiler } from './start-compiler.js';
import { toReactComponent, zipProject } from './take-away.js';

declare const __VERSIONS__: Readonly<Record<string, string>>;

const SOURCES = import.meta.glob<string>(['../*.ts', '../*.tsx', '!../vite.config.ts'], {
  query: '?raw',
  import: 'default',
});
const COUNTED = ['No problems with types', 'One problem with types'];
/** Delay after the last key before the program runs, milliseconds. */
const PAUSE = 900;

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const status = find('status');
const problemList = find<HTMLOListElement>('problems');
const chooser = find<HTMLSelectElement>('example');
const addressOf = (name: string): string | undefined =>
  [`../${name}.ts`, `../${name}.tsx`].find((path) => path in SOURCES);
const programs = EXAMPLES.filter(({ name, isTool }) => !isTool && addressOf(name));
chooser.append(...programs.map(({ name, title }) => new Option(title, name)));

const compiler = startCompiler();
const editor = createEditor({
  parent: find('editor'),
  compiler,
  onChange: () => wait(),
  onRun: () => void run(),
});
const preview = new Preview(find<HTMLIFrameElement>('preview'), hear);
const programText = (): string => editor.state.doc.toString();
let map: TraceMap | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs the program after a pause in typing, unless it cannot be parsed. */
function wait(): void {
  clearTimeout(timer);
  timer = setTimeout(async () => {
    await writeText('code', programText());
    if (await check()) await run();
  }, PAUSE);
}

/** Underlines type errors. @returns true if the program can be run nevertheless */
async function check(): Promise<boolean> {
  const source = programText();
  const problems = await compiler.findProblems(source);
  if (source !== programText()) return false;
  underline(editor, problems);
  const places = problems.map(({ from, text }) => {
    const line = editor.state.doc.lineAt(Math.min(from, source.length));
    return { place: { line: line.number, column: from - line.from + 1 }, text };
  });
  clearProblems('type');
  for (const { place, text } of places) addProblem('type', text, place);
  status.textContent = COUNTED[problems.length] ?? `${problems.length} problems with types`;
  return !problems.some(({ isSyntax }) => isSyntax);
}

async function run(): Promise<void> {
  clearTimeout(timer);
  const { javascript, sourceMap } = await compiler.compile(programText());
  map = new TraceMap(sourceMap);
  clearProblems('run', 'said');
  delete document.documentElement.dataset['characters'];
  preview.run(javascript);
}

function hear(message: FrameMessage): void {
  if (message.kind === 'drew') {
    document.documentElement.dataset['characters'] = String(message.characters);
  } else if (message.kind === 'failed') {
    addProblem('run', message.text, message.place && toWritten(message.place));
  } else if (message.kind === 'said') {
    addProblem('said', `console.${message.level}: ${message.text}`);
  }
}

/** Converts a position in the running program to the position in the source. */
function toWritten({ line, column }: Place): Place | undefined {
  const found = map && originalPositionFor(map, { line, column: column - 1 });
  return found?.line ? { line: found.line, column: found.column + 1 } : undefined;
}

type Kind = 'type' | 'run' | 'said';

function addProblem(kind: Kind, text: string, place?: Place): void {
  const item = document.createElement('li');
  item.dataset['kind'] = kind;
  const sentence = document.createElement('span');
  sentence.textContent = text;
  if (place) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = `Line ${place.line}`;
    button.addEventListener('click', () => goTo(place));
    item.append(button, ' ');
  }
  item.append(sentence);
  problemList.append(item);
  problemList.hidden = false;
}

function clearProblems(...kinds: readonly Kind[]): void {
  for (const kind of kinds)
    for (const item of problemList.querySelectorAll(`[data-kind="${kind}"]`)) item.remove();
  problemList.hidden = problemList.children.length === 0;
}

function goTo({ line, column }: Place): void {
  const { from, length } = editor.state.doc.line(Math.min(line, editor.state.doc.lines));
  editor.dispatch({ selection: { anchor: from + Math.min(column - 1, length) }, scrollIntoView: true });
  editor.focus();
}

/** Shows another program in the editor and runs it. */
async function open(source: string): Promise<void> {
  editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: source } });
  clearTimeout(timer);
  await run();
  status.textContent = 'Loading the types …';
  await check();
}

async function openExample(name: string): Promise<void> {
  chooser.value = name;
  await open(withService(await SOURCES[addressOf(name)!]()));
}

chooser.addEventListener('change', () => {
  const address = new URL('./playground.html', document.baseURI);
  address.searchParams.set('example', chooser.value);
  history.replaceState(history.state, '', address);
  void openExample(chooser.value);
});
find('run').addEventListener('click', () => void run());
find('share').addEventListener('click', async () => {
  await writeText('code', programText());
  await navigator.clipboard.writeText(location.href);
  status.textContent = 'The address with this program is copied.';
});
find<HTMLSelectElement>('export').addEventListener('change', async ({ target }) => {
  const select = target as HTMLSelectElement;
  const form = select.value;
  select.value = '';
  try {
    await takeAway(form);
  } catch (error) {
    status.textContent = (error as Error).message;
  }
});

async function takeAway(form: string): Promise<void> {
  const title = chooser.selectedOptions[0]?.textContent ?? 'A crowd';
  const program = toTakeAway(programText());
  if (form === 'html') {
    const modules = new URL('./modules/', document.baseURI).href;
    give('crowd.html', writePage({ title, javascript: await compiler.toJavaScript(program), modules }));
  } else if (form === 'vite') give('my-crowd.zip', zipProject(program, title, __VERSIONS__));
  else if (form === 'react') give('crowd-stage.tsx', toReactComponent(program));
  if (isOnStaticHost() && program.includes(WRITTEN_SERVICE)) {
    status.textContent += ' It asks a service on your machine: npx three-crowd-server serve';
  }
}

function give(name: string, content: BlobPart): void {
  saveFile(name, content);
  status.textContent = `${name} is downloaded.`;
}

const given = await readText('code');
const asked = new URLSearchParams(location.search).get('example') ?? '';
const isKnown = programs.some(({ name }) => name === asked);
if (isKnown) chooser.value = asked;
/** Program of a link such as `#crowd=…`. */
const linked = readLink();
const program = given ?? (linked && programOfRecipe(linked));
await (program === undefined ? openExample(isKnown ? asked : 'crossing') : open(withService(program)));
document.documentElement.dataset['ready'] = 'true';
addEventListener('hashchange', () => {
  const recipe = readLink();
  if (recipe) void open(withService(programOfRecipe(recipe)));
});

function readLink(): Recipe | undefined {
  try {
    return readRecipeLink(location.hash);
  } catch (error) {
    addProblem('run', String(error));
    return undefined;
  }
}
