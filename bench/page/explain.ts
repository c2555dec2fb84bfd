import { METHOD } from '../report/method.js';
import { CONTENDERS } from '../scenes/index.js';
import { element } from './element.js';

/** Describes the method and the setup of each contender. */
export function explain(): void {
  element('method').replaceChildren(...METHOD.map((sentence) => create('li', sentence)));
  element('setups').replaceChildren(
    ...CONTENDERS.flatMap(({ title, version, setup, documentation }) => {
      const detail = create('dd', `${setup} `);
      detail.append(
        Object.assign(document.createElement('a'), { href: documentation, textContent: 'Documentation' }),
      );
      return [create('dt', `${title} ${version}`), detail];
    }),
  );
}

function create(tag: string, textContent: string): HTMLElement {
  return Object.assign(document.createElement(tag), { textContent });
}
