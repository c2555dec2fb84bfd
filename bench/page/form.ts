import type { Plan } from '../measure/result.js';
import { CONTENDERS, VIEWS } from '../scenes/index.js';
import { BACKENDS, COUNTS, chosen, readPlan } from './plan.js';

const BACKEND_TITLES = {
  webgpu: 'WebGPU',
  'webgpu-webgl2': 'WebGPURenderer on WebGL2',
  webgl: 'WebGLRenderer',
} as const;

/** Fills the form with all choices, and ticks those of the plan. */
export function fillForm(form: HTMLFormElement, plan: Plan, hasWebGPU: boolean): void {
  const ids = chosen(plan.contenders, CONTENDERS).map(({ id }) => id);
  const counts = [...new Set([...COUNTS, ...plan.counts])].sort((a, b) => a - b);
  addChips(
    form,
    'counts',
    counts.map((count) => [String(count), count.toLocaleString('en'), plan.counts.includes(count)]),
  );
  addChips(
    form,
    'contenders',
    CONTENDERS.map(({ id, title }) => [id, title, ids.includes(id)]),
  );
  addChips(
    form,
    'backends',
    BACKENDS.map((name) => [name, BACKEND_TITLES[name], plan.backends.includes(name)]),
  );
  if (!hasWebGPU) disable(form, 'webgpu', 'This browser has no WebGPU.');
  const view = field<HTMLSelectElement>(form, 'view');
  view.replaceChildren(...VIEWS.map((name) => new Option(name, name, false, name === plan.view)));
  field<HTMLInputElement>(form, 'shadows').checked = plan.shadows;
  const size = field<HTMLSelectElement>(form, 'size');
  const asked = `${plan.width}x${plan.height}`;
  if (![...size.options].some(({ value }) => value === asked)) size.add(new Option(asked));
  size.value = asked;
}

/** Returns the plan of the form. Fields that the form lacks are those of `plan`. */
export function readForm(form: HTMLFormElement, plan: Plan): Plan {
  const ticked = (name: string): string =>
    [...form.querySelectorAll<HTMLInputElement>(`#${name} :checked`)].map(({ value }) => value).join();
  const said = readPlan(
    new URLSearchParams({
      counts: ticked('counts'),
      contenders: ticked('contenders'),
      backends: ticked('backends'),
      view: field<HTMLSelectElement>(form, 'view').value,
      size: field<HTMLSelectElement>(form, 'size').value,
      shadows: field<HTMLInputElement>(form, 'shadows').checked ? '1' : '0',
    }),
  );
  const { rounds, frames, budget, soak } = plan;
  return { ...said, rounds, frames, budget, soak };
}

type Chip = readonly [value: string, title: string, isTicked: boolean];

function addChips(form: HTMLFormElement, id: string, chips: readonly Chip[]): void {
  const labels = chips.map(([value, title, isTicked]) => {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), {
      type: 'checkbox',
      value,
      defaultChecked: isTicked,
    });
    label.append(input, title);
    return label;
  });
  form.querySelector(`#${id}`)?.replaceChildren(...labels);
}

function disable(form: HTMLFormElement, value: string, reason: string): void {
  const input = form.querySelector<HTMLInputElement>(`input[value="${value}"]`);
  if (!input) return;
  input.checked = false;
  input.disabled = true;
  if (input.parentElement) input.parentElement.title = reason;
}

function field<T extends Element>(form: HTMLFormElement, name: string): T {
  return form.elements.namedItem(name) as unknown as T;
}
