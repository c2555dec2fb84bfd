import { announce, create, createButton } from './element.js';

/** Creates a box with a secret that is shown only once, and a button to copy it. */
export function createSecretBox(title: string, secret: string, advice: string): HTMLElement {
  const text = create('code', { tabindex: 0 }, secret);
  return create(
    'div',
    { class: 'secret', role: 'group', 'aria-label': title },
    create('strong', {}, title),
    text,
    create('p', {}, advice),
    createButton('Copy', async () => {
      await navigator.clipboard.writeText(secret).catch(() => {
        getSelection()?.selectAllChildren(text);
        throw new Error('The browser does not allow copying here. The text is selected: press Ctrl+C.');
      });
      announce('Copied.');
    }),
  );
}
