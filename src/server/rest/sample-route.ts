import type { Hono } from 'hono';
import { Content } from '../content/content.js';
import { sendContent } from '../content/send-content.js';
import { DEFAULT_CROWD, SAMPLE_CROWDS, SAMPLE_KEY } from '../sample-crowds.js';
import type { Environment } from './environment.js';
import { methodNotAllowed } from './method-not-allowed.js';

/** `/sample.json`: what a page needs to show something before it has a key of its own. */
export function addSampleRoute(app: Hono<Environment>): void {
  const json = JSON.stringify({ key: SAMPLE_KEY, crowds: listSamples() });
  const content = new Content(new TextEncoder().encode(json), 'application/json');
  app.get('/sample.json', (context) =>
    sendContent(context.req.raw, content, { 'Cache-Control': 'public, no-cache' }),
  );
  app.all('/sample.json', methodNotAllowed('GET', 'HEAD'));
}

/** The sample crowds by id and name, the default one first. */
function listSamples(): { crowd_id: string; name: string }[] {
  return SAMPLE_CROWDS.toSorted(
    (a, b) => Number(b.id === DEFAULT_CROWD) - Number(a.id === DEFAULT_CROWD),
  ).map(({ id, name }) => ({ crowd_id: id, name }));
}
