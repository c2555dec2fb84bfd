/** The controls of an example, added one by one. Each has its label as its accessible name. */
export class Controls {
  readonly #form: HTMLElement;

  constructor(form: HTMLElement) {
    this.#form = form;
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  /** A line of text that is written anew as things happen, and read out. */
  addNote(text: string): HTMLOutputElement {
    const note = document.createElement('output');
    note.textContent = text;
    return this.#add(note);
  }

  addButton(label: string, press: () => void): HTMLButtonElement {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = label;
    button.addEventListener('click', press);
    return this.#add(button);
  }

  /** Buttons side by side, of which the one pressed last stays pressed. Returns what presses one from outside. */
  addButtons(
    label: string,
    names: readonly string[],
    choose: (name: string) => void,
  ): (name: string | undefined) => void {
    const group = document.createElement('fieldset');
    const legend = document.createElement('legend');
    legend.textContent = label;
    const press = (name: string | undefined): void => {
      for (const button of buttons) button.ariaPressed = String(button.value === name);
    };
    const buttons = names.map((name) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.value = name;
      button.textContent = name.replaceAll('_', ' ');
      button.addEventListener('click', () => {
        press(name);
        choose(name);
      });
      return button;
    });
    press(undefined);
    group.append(legend, ...buttons);
    this.#add(group);
    return press;
  }

  addSlider(
    label: string,
    range: { readonly min: number; readonly max: number; readonly step: number; readonly value: number },
    slide: (value: number) => void,
    write = (value: number): string => value.toLocaleString('en'),
  ): HTMLInputElement {
    const input = document.createElement('input');
    Object.assign(input, { type: 'range', ...range });
    // The property would be clamped by the limits that the element had before.
    input.value = String(range.value);
    const value = document.createElement('output');
    value.textContent = write(range.value);
    input.addEventListener('input', () => {
      value.textContent = write(input.valueAsNumber);
      slide(input.valueAsNumber);
    });
    this.#add(labelled(label, input, value));
    return input;
  }

  /** @param options labels by value */
  addChoice(
    label: string,
    options: Readonly<Record<string, string>>,
    chosen: string,
    choose: (value: string) => void,
  ): HTMLSelectElement {
    const select = document.createElement('select');
    select.append(
      ...Object.entries(options).map(
        ([value, text]) => new Option(text, value, value === chosen, value === chosen),
      ),
    );
    select.addEventListener('change', () => choose(select.value));
    this.#add(labelled(label, select));
    return select;
  }

  addSwitch(label: string, isOn: boolean, turn: (isOn: boolean) => void): HTMLInputElement {
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.checked = isOn;
    input.addEventListener('change', () => turn(input.checked));
    this.#add(labelled(label, input));
    return input;
  }

  /** @param value such as `#c08a4a` */
  addColor(label: string, value: string, pick: (color: string) => void): HTMLInputElement {
    const input = document.createElement('input');
    input.type = 'color';
    input.value = value;
    input.addEventListener('input', () => pick(input.value));
    this.#add(labelled(label, input));
    return input;
  }

  /** @param type of the input, such as `password` or `number` */
  addText(label: string, type: string, value: string, write: (text: string) => void): HTMLInputElement {
    const input = document.createElement('input');
    input.type = type;
    input.value = value;
    input.autocomplete = 'off';
    input.addEventListener('change', () => write(input.value));
    this.#add(labelled(label, input));
    return input;
  }

  /** Code under a heading that folds it away, with a button that copies it. */
  addCode(heading: string, code: string): void {
    const section = this.addSection(heading, false);
    const block = document.createElement('pre');
    block.className = 'code';
    // Long lines are scrolled to, also with the keyboard.
    block.tabIndex = 0;
    block.textContent = code;
    section.#add(block);
    const button = section.addButton('Copy', async () => {
      await navigator.clipboard.writeText(code);
      button.textContent = 'Copied';
    });
  }

  /** Controls under a heading that folds them away. */
  addSection(heading: string, isOpen: boolean): Controls {
    const section = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = heading;
    section.open = isOpen;
    section.append(summary);
    return new Controls(this.#add(section));
  }

  /** Takes all controls away. */
  clear(): void {
    for (const control of this.#form.querySelectorAll(':scope > :not(summary)')) control.remove();
  }

  #add<T extends HTMLElement>(control: T): T {
    this.#form.hidden = false;
    this.#form.append(control);
    return control;
  }
}

function labelled(text: string, ...controls: readonly HTMLElement[]): HTMLLabelElement {
  const label = document.createElement('label');
  const name = document.createElement('span');
  name.textContent = text;
  label.append(name, ...controls);
  return label;
}
