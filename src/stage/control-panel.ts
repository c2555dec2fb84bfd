import { readAddress, writeAddress } from './address.js';

/** Range of a slider. */
export interface SliderOptions {
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly value: number;
  /**
   * Text of a value.
   *
   * @default the number in English
   */
  readonly write?: (value: number) => string;
}

/**
 * A panel of labelled controls. Sliders, choices, switches and colours keep their values in the page's address (`?time-scale=2`
 * for "Time scale"). A control whose value in the address differs from its initial one calls back when it is added.
 */
export class ControlPanel {
  readonly #form: HTMLElement;
  readonly #keepsAddress: boolean;

  /**
   * @param form parent of the controls
   * @param keepsAddress true if values are kept in the page's address
   */
  constructor(form: HTMLElement, keepsAddress = true) {
    this.#form = form;
    this.#keepsAddress = keepsAddress;
    form.addEventListener('submit', (event) => event.preventDefault());
  }

  /** Adds a line of text; screen readers announce its changes. */
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

  /** Adds a row of buttons, of which the last pressed one stays pressed. Returns a function that presses one. */
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

  addSlider(label: string, options: SliderOptions, slide: (value: number) => void): HTMLInputElement {
    const { min, max, step, value, write = (shown) => shown.toLocaleString('en') } = options;
    const input = document.createElement('input');
    Object.assign(input, { type: 'range', min, max, step });
    input.value = String(value);
    const output = document.createElement('output');
    const show = (): void => {
      output.textContent = write(input.valueAsNumber);
      slide(input.valueAsNumber);
    };
    output.textContent = write(value);
    this.#add(labelled(label, input, output));
    return this.#keep(label, input, 'input', show);
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
    this.#add(labelled(label, select));
    return this.#keep(label, select, 'change', () => choose(select.value));
  }

  addSwitch(label: string, isOn: boolean, turn: (isOn: boolean) => void): HTMLInputElement {
    const input = document.createElement('input');
    input.type = 'checkbox';
    input.checked = isOn;
    input.addEventListener('change', () => {
      if (this.#keepsAddress) writeAddress(label, String(input.checked));
      turn(input.checked);
    });
    const kept = this.#keepsAddress ? readAddress(label) : undefined;
    if (kept !== undefined && kept !== String(isOn)) {
      input.checked = !isOn;
      turn(!isOn);
    }
    this.#add(labelled(label, input));
    return input;
  }

  /** @param value such as `#c08a4a` */
  addColor(label: string, value: string, pick: (color: string) => void): HTMLInputElement {
    const input = document.createElement('input');
    input.type = 'color';
    input.value = value;
    this.#add(labelled(label, input));
    return this.#keep(label, input, 'input', () => pick(input.value));
  }

  /**
   * Adds a text input. Its value is not kept in the address.
   *
   * @param type of the input, such as `password` or `number`
   */
  addText(label: string, type: string, value: string, write: (text: string) => void): HTMLInputElement {
    const input = document.createElement('input');
    input.type = type;
    input.value = value;
    input.autocomplete = 'off';
    input.addEventListener('change', () => write(input.value));
    this.#add(labelled(label, input));
    return input;
  }

  /** Adds a collapsible section of controls. */
  addSection(heading: string, isOpen: boolean): ControlPanel {
    const section = document.createElement('details');
    const summary = document.createElement('summary');
    summary.textContent = heading;
    section.open = isOpen;
    section.append(summary);
    return new ControlPanel(this.#add(section), this.#keepsAddress);
  }

  /** Removes all controls. */
  clear(): void {
    for (const control of this.#form.querySelectorAll(':scope > :not(summary)')) control.remove();
  }

  /** Keeps the value of a control in the address, and sets it from there. */
  #keep<T extends HTMLInputElement | HTMLSelectElement>(
    label: string,
    control: T,
    event: 'input' | 'change',
    apply: () => void,
  ): T {
    control.addEventListener(event, () => {
      if (this.#keepsAddress) writeAddress(label, control.value);
      apply();
    });
    const kept = this.#keepsAddress ? readAddress(label) : undefined;
    if (kept === undefined || kept === control.value) return control;
    const before = control.value;
    control.value = kept;
    // An unknown option clears a select; a slider takes the nearest value.
    if (control.value === '') control.value = before;
    else apply();
    return control;
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
