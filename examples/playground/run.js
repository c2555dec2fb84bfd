// Runs in the sandboxed frame of the playground, which has no origin: it gets a program by message, and tells by message
// what the program says and where it fails.
const tell = (message) => parent.postMessage(message, '*');

/** Of the first place in the program itself: lines and columns from 1. */
function placeIn(stack) {
  const [, line, column] = /blob:[^\s)]+?:(\d+):(\d+)/.exec(stack ?? '') ?? [];
  return line && { line: Number(line), column: Number(column) };
}

function fail(error, place) {
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  tell({ kind: 'failed', text, place: placeIn(error?.stack) ?? place });
}

addEventListener('error', ({ error, message, lineno, colno, filename }) => {
  fail(error ?? message, filename?.startsWith('blob:') && { line: lineno, column: colno });
});
addEventListener('unhandledrejection', ({ reason }) => fail(reason));
for (const level of ['log', 'warn', 'error']) {
  const write = console[level];
  console[level] = (...values) => {
    write.apply(console, values);
    tell({ kind: 'said', level, text: values.map(String).join(' ').slice(0, 2000) });
  };
}

// A frame without an origin can start workers from texts of its own alone, and in Chromium from no module: a line that
// imports the worker's file stands for it, and keeps what it is sent until the file is there.
const startWorker = (address) => `
const early = [];
const keep = (event) => early.push(event);
addEventListener('message', keep);
import(${JSON.stringify(String(address))}).then(() => {
  removeEventListener('message', keep);
  for (const { data, ports } of early) dispatchEvent(new MessageEvent('message', { data, ports }));
});`;
const { Worker } = globalThis;
globalThis.Worker = class extends Worker {
  constructor(address) {
    super(URL.createObjectURL(new Blob([startWorker(address)], { type: 'text/javascript' })));
  }
};

// three sends an event about every new scene here, for its developer tools. By it we know when a program draws.
const tools = new EventTarget();
tools.addEventListener('observe', ({ detail }) => {
  if (!detail?.isScene) return;
  detail.onAfterRender = () => {
    let characters = 0;
    detail.traverseVisible((object) => {
      if (object.isCrowd) characters += object.stats.characters;
    });
    tell({ kind: 'drew', characters });
  };
});
globalThis.__THREE_DEVTOOLS__ = tools;

addEventListener('message', async ({ data, source }) => {
  if (source !== parent || data?.kind !== 'run') return;
  try {
    await import(URL.createObjectURL(new Blob([data.code], { type: 'text/javascript' })));
  } catch (error) {
    fail(error);
  }
});
tell({ kind: 'ready' });
