import type { Result } from '../measure/result.js';
import { describeRun, toMarkdown } from '../report/table.js';
import { element } from './element.js';
import { writeResultLink } from './result-link.js';

/** Time for which a button shows its result, milliseconds. */
const ANSWER = 1600;

/** @param current returns the displayed run */
export function connectButtons(current: () => Result | undefined): void {
  onClick('copy', 'Copied', async () => {
    const result = current();
    if (result) await navigator.clipboard.writeText(`${describeRun(result)}\n\n${toMarkdown(result)}\n`);
  });
  onClick('share', 'Copied', async () => {
    const result = current();
    if (!result) return;
    const address = new URL(location.href);
    address.hash = await writeResultLink(result);
    await navigator.clipboard.writeText(address.href);
  });
  onClick('download', 'Saved', async () => {
    const blob = new Blob([JSON.stringify(current(), undefined, 2)], { type: 'application/json' });
    const href = URL.createObjectURL(blob);
    Object.assign(document.createElement('a'), { href, download: 'three-crowd-benchmark.json' }).click();
    URL.revokeObjectURL(href);
  });
}

/** Runs `act` on click and shows briefly on the button whether it worked. */
function onClick(id: string, answer: string, act: () => Promise<void>): void {
  const button = element<HTMLButtonElement>(id);
  const title = button.textContent;
  button.onclick = () => {
    act()
      .then(
        () => answer,
        () => 'The browser refused',
      )
      .then((said) => {
        button.textContent = said;
        setTimeout(() => {
          button.textContent = title;
        }, ANSWER);
      });
  };
}
