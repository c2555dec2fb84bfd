type Child = Node | string | undefined;

/** Attributes by name; listeners by names such as `onclick`. */
export type Properties = Readonly<
  Record<string, string | number | boolean | undefined | ((event: Event) => void)>
>;

/** Creates an element. Strings become text nodes, never markup. */
export function create<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.replace(/^on/, ''), value);
    else if (value === true) element.setAttribute(name, '');
    else if (value !== undefined && value !== false) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child !== undefined) element.append(child);
  return element;
}

/** Creates a section that is labelled by its heading. */
export function createSection(title: string, ...children: readonly Child[]): HTMLElement {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return create('section', { 'aria-labelledby': id }, create('h2', { id }, title), ...children);
}

/** Creates a labelled field of a form. */
export function createField(label: string, input: HTMLElement, hint?: string): HTMLElement {
  return create(
    'label',
    {},
    create('span', {}, label),
    input,
    hint === undefined ? undefined : create('small', {}, hint),
  );
}

/** Creates a labelled text field. */
export function createInput(label: string, properties: Properties, hint?: string): HTMLElement {
  return createField(label, create('input', properties), hint);
}

/** Creates a button. It ignores clicks while `work` runs, and shows errors of `work`. */
export function createButton(
  text: string,
  work: () => Promise<void> | void,
  kind = 'plain',
): HTMLButtonElement {
  const button = create('button', {
    type: 'button',
    class: kind,
    onclick: () => void runWith(button, work),
  });
  button.textContent = text;
  return button;
}

/** Creates a form that its button or Enter submits. */
export function createForm(
  fields: readonly HTMLElement[],
  action: string,
  send: (data: FormData) => Promise<void>,
): HTMLFormElement {
  const button = create('button', { type: 'submit', class: 'primary' }, action);
  const form = create(
    'form',
    {
      onsubmit: (event) => {
        event.preventDefault();
        void runWith(button, () => send(new FormData(form)));
      },
    },
    ...fields,
    button,
  );
  return form;
}

/** Creates a date in the user's format. Its title has the time to the second. */
export function createTime(time: string): HTMLElement {
  const date = new Date(time);
  const text = date.toLocaleDateString(undefined, { dateStyle: 'medium' });
  return create('time', { datetime: time, title: date.toLocaleString() }, text);
}

/** Shows a dialog before an action that cannot be undone. @returns true if the user confirmed it */
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

/** Shows a message in the status line, which screen readers announce. */
export function announce(text: string, isError = false): void {
  const line = document.querySelector('#message') as HTMLElement;
  line.textContent = text;
  line.classList.toggle('error', isError);
}

async function runWith(button: HTMLButtonElement, work: () => Promise<void> | void): Promise<void> {
  button.setAttribute('aria-disabled', 'true');
  if (button.dataset['busy'] !== undefined) return;
  button.dataset['busy'] = '';
  announce('');
  try {
    await work();
  } catch (error) {
    announce((error as Error).message, true);
  } finally {
    button.removeAttribute('aria-disabled');
    delete button.dataset['busy'];
  }
}
