/** Control characters, including those that reverse the direction of a text: with them, a name could forge other lines. */
const CONTROLS = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text that a customer wrote, safe to print in an operator's terminal: control characters as JSON writes them, such as `\u001b`, so
 * that no text can move the cursor, rename the window or end its line.
 */
export function escapeControls(text: string): string {
  return text.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** JSON, indented, likewise. */
export function toTerminalJson(data: unknown): string {
  return JSON.stringify(data, null, 2).split('\n').map(escapeControls).join('\n');
}
