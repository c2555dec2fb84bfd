type Child = Node | string | undefined;

/** Attributes by name, and listeners as `onclick`. */
export type Properties = Readonly<
  Record<string, string | number | boolean | undefined | ((event: Event) => void)>
>;

/** Makes an element. Texts become text and never markup, whoever wrote them. */
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

/** A section with a heading, which names it. */
export function createSection(title: string, ...children: readonly Child[]): HTMLElement {
  const id = title.toLowerCase().replaceAll(' ', '-');
  return create('section', { 'aria-labelledby': id }, create('h2', { id }, title), ...children);
}

/** A labelled field of a form. */
export function createField(label: string, input: HTMLElement, hint?: string): HTMLElement {
  return create(
    'label',
    {},
    create('span', {}, label),
    input,
    hint === undefined ? undefined : create('small', {}, hint),
  );
}

/** A button that cannot be pressed again while its work is under way, and says what went wrong. */
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

/** A form that is sent by its button or by Enter. */
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

/** A time as people write it, and to the second as its title. */
export function createTime(time: string): HTMLElement {
  const date = new Date(time);
  const text = date.toLocaleDateString(undefined, { dateStyle: 'medium' });
  return create('time', { datetime: time, title: date.toLocaleString() }, text);
}

/** Says something where everybody finds it, screen readers at once. */
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
