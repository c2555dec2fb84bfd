import { expect, test } from 'vitest';
import type { CrowdViewElement } from '../../src/element/index.js';
import '../../src/element/index.js';

const create = (): CrowdViewElement => document.createElement('crowd-view');

test.each([
  ['src', 'src', 'https://crowds.example'],
  ['crowd', 'crowd', 'cr_Market1k'],
  ['apiKey', 'api-key', 'tc_live_x'],
  ['poster', 'poster', 'street.webp'],
  ['things', 'things', 'market.glb'],
  ['loading', 'loading', 'lazy'],
  ['mode', 'mode', 'clones'],
  ['backend', 'backend', 'webgpu-webgl2'],
  ['maxCharacters', 'max-characters', 12],
  ['count', 'count', 200],
  ['looks', 'looks', 'Knight_*, 1H_Sword'],
  ['timeScale', 'time-scale', 0.5],
  ['horizon', 'horizon', 0.6],
] as const)('%s reflects %s', (property, attribute, value) => {
  const view = create();
  Reflect.set(view, property, value);
  expect(view.getAttribute(attribute)).toBe(String(value));
  const other = create();
  other.setAttribute(attribute, String(value));
  expect(other[property]).toBe(value);
});

test.each([
  ['cameraControls', 'camera-controls'],
  ['autoplay', 'autoplay'],
  ['shadows', 'shadows'],
] as const)('%s is on unless %s says "false"', (property, attribute) => {
  const view = create();
  expect(view[property]).toBe(true);
  view[property] = false;
  expect(view.getAttribute(attribute)).toBe('false');
  expect(view[property]).toBe(false);
  view[property] = true;
  expect(view.getAttribute(attribute)).toBe('');
  expect(view[property]).toBe(true);
});

test.each([
  ['loading', 'loading', 'soon', 'eager'],
  ['mode', 'mode', 'fast', 'auto'],
  ['backend', 'backend', 'metal', 'auto'],
  ['maxCharacters', 'max-characters', 'many', Number.POSITIVE_INFINITY],
  ['maxCharacters', 'max-characters', '-3', Number.POSITIVE_INFINITY],
  ['maxCharacters', 'max-characters', '7.9', 7],
  ['count', 'count', 'many', 100],
  ['count', 'count', '-3', 100],
  ['count', 'count', '7.9', 7],
  ['count', 'count', '0', 0],
  ['timeScale', 'time-scale', '', 1],
  ['timeScale', 'time-scale', '-1', 1],
  ['timeScale', 'time-scale', 'fast', 1],
  ['horizon', 'horizon', '', undefined],
  ['horizon', 'horizon', 'low', undefined],
  ['horizon', 'horizon', '1.5', undefined],
] as const)('%s reads %s="%s" as %s', (property, attribute, text, value) => {
  const view = create();
  view.setAttribute(attribute, text);
  expect(view[property]).toBe(value);
});

test('an infinite maxCharacters removes the attribute', () => {
  const view = create();
  view.maxCharacters = 5;
  view.maxCharacters = Number.POSITIVE_INFINITY;
  expect(view.hasAttribute('max-characters')).toBe(false);
});

test.each(['strict', 'vary'] as const)('%s is off unless it is there, and not "false"', (name) => {
  const view = create();
  expect(view[name]).toBe(false);
  view[name] = true;
  expect(view.getAttribute(name)).toBe('');
  expect(view[name]).toBe(true);
  view.setAttribute(name, 'false');
  expect(view[name]).toBe(false);
});

test('vary takes options, as JSON in its attribute', () => {
  const view = create();
  const options = { zones: { Cape: ['#8c2f39', '#2f5aa8'] }, height: 0.1 };
  view.vary = options;
  expect(JSON.parse(view.getAttribute('vary')!)).toEqual(options);
  expect(view.vary).toEqual(options);
  view.vary = false;
  expect(view.hasAttribute('vary')).toBe(false);
  view.setAttribute('vary', "{ 'height': 0.1 }");
  expect(() => view.vary).toThrow('The attribute vary of <crowd-view> is no JSON');
});
