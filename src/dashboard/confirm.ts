import { create } from './element.js';

/** Asks before something that cannot be taken back. @returns whether it was agreed to */
export function confirmIn(question: string, action: string): Promise<boolean> {
  const id = 'confirm-question';
  const dialog = create(
    'dialog',
    { 'aria-labelledby': id },
    create('p', { id }, question),
    create(
      'form',
      { method: 'dialog', class: 'row' },
      create('button', { value: '', class: 'plain', autofocus: true }, 'Cancel'),
      create('button', { value: 'agreed', class: 'danger' }, action),
    ),
  );
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) =>
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'agreed');
    }),
  );
}
