import axe from 'axe-core';
import { expect, test, vi } from 'vitest';
import {
  canvasOf,
  createView,
  next,
  showUntil,
  showView,
  until,
  untilLoading,
} from '../support/browser/crowd-view.js';

async function findFaults(view: HTMLElement): Promise<string[]> {
  const { violations, passes } = await axe.run(view, { resultTypes: ['violations', 'passes'] });
  expect(passes.length).toBeGreaterThan(0);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
}

test('a shown crowd has a name and says which keys it takes', async () => {
  const view = await showView();
  expect(await findFaults(view)).toEqual([]);
  const canvas = canvasOf(view);
  expect(canvas.getAttribute('aria-label')).toBe('Before the teahouse: a crowd of 4 people');
  expect(canvas.getAttribute('role')).toBe('application');
  expect(canvas.getAttribute('aria-description')).toContain('Arrow keys');
  canvas.focus();
  expect(view.matches(':focus-within')).toBe(true);
});

test('the name can be given', { tags: ['nightly'] }, async () => {
  const view = await showView({ 'aria-label': 'People before a teahouse' });
  expect(canvasOf(view).getAttribute('aria-label')).toBe('People before a teahouse');
  view.setAttribute('aria-label', 'Guests');
  expect(canvasOf(view).getAttribute('aria-label')).toBe('Guests');
  expect(await findFaults(view)).toEqual([]);
});

test('without controls it is a picture', { tags: ['nightly'] }, async () => {
  const view = await showView({ 'camera-controls': 'false' });
  expect(canvasOf(view).getAttribute('role')).toBe('img');
  expect(await findFaults(view)).toEqual([]);
});

test('loading and failing are accessible too', async () => {
  // The answer waits until the view has been looked at.
  let answer = (): void => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const send = globalThis.fetch;
  const fetch = vi.spyOn(globalThis, 'fetch').mockImplementation(async (...request) => {
    await isAnswered;
    return send(...request);
  });
  const view = createView({ crowd: 'cr_00000000' });
  const failed = next(view, 'error');
  document.body.append(view);
  await untilLoading(view);
  expect(await findFaults(view)).toEqual([]);
  answer();
  await failed;
  fetch.mockRestore();
  expect(await findFaults(view)).toEqual([]);
});

test('the text of an error wraps in a narrow view, long words too', async () => {
  const view = createView({ src: `${location.origin}/${'long'.repeat(40)}`, crowd: 'cr_00000000' });
  view.style.width = '200px';
  await showUntil(view, 'error');
  const error = view.shadowRoot!.querySelector<HTMLElement>('.error')!;
  const text = error.querySelector('p')!;
  await until(() => text.checkVisibility({ visibilityProperty: true }));
  expect(text.textContent).toContain('long'.repeat(40));
  expect(error.clientWidth).toBe(200);
  expect(error.scrollWidth).toBeLessThanOrEqual(error.clientWidth);
  expect(text.scrollWidth).toBeLessThanOrEqual(text.clientWidth);
});
