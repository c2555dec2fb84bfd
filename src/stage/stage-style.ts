/** Style of a stage's canvas, panel and button. `:where` has no specificity, so that a page's own style wins. */
const STYLE_TEXT = `
:where(.crowd-stage) { display: block; width: 100%; height: 100%; touch-action: none; outline-offset: -3px; }
:where(body) > :where(.crowd-stage) { position: fixed; inset: 0; }
:where(.crowd-stage:focus-visible) { outline: 3px solid #2f6fb0; }
:where(.crowd-panel) {
  position: fixed;
  inset: 16px 16px auto auto;
  display: flex;
  flex-direction: column;
  gap: 10px;
  align-items: flex-end;
  width: 272px;
  max-height: calc(100dvh - 32px);
  pointer-events: none;
  color: #2b2622;
  font: 14px / 1.45 system-ui, sans-serif;
}
:where(.crowd-panel > *) { pointer-events: auto; }
:where(.crowd-controls) {
  display: flex;
  flex-wrap: wrap;
  gap: 9px;
  box-sizing: border-box;
  width: 100%;
  min-height: 0;
  padding: 12px 16px 14px;
  overflow: auto;
  border-radius: 6px;
  background: rgb(252 249 242 / 94%);
  box-shadow: 0 1px 12px rgb(60 45 30 / 18%);
}
:where(.crowd-controls[hidden], .crowd-controls.is-folded, .crowd-controls[hidden] + .crowd-fold) { display: none; }
:where(.crowd-controls > *) { flex: 1 1 100%; }
:where(.crowd-controls > button) { flex: 1 1 40%; }
:where(.crowd-controls label) { display: grid; grid-template-columns: 1fr auto; gap: 1px 10px; align-items: center; }
:where(.crowd-controls output) { font-variant-numeric: tabular-nums; }
:where(.crowd-controls input) { accent-color: #7c2320; }
:where(.crowd-controls input[type="range"]) { grid-row: 2; grid-column: 1 / -1; width: 100%; margin: 2px 0; }
:where(.crowd-controls input[type="checkbox"]) { width: 17px; height: 17px; margin: 0; }
:where(.crowd-controls input[type="color"]) { width: 44px; height: 24px; padding: 1px 2px; }
:where(.crowd-controls :is(select, input[type="text"], input[type="password"], input[type="number"])) {
  max-width: 150px;
  padding: 3px 5px;
  font: inherit;
}
:where(.crowd-controls summary) { color: #7c2320; cursor: pointer; }
:where(.crowd-controls details > :not(summary)) { margin-top: 6px; }
:where(.crowd-controls fieldset) { display: flex; flex-wrap: wrap; gap: 5px; margin: 0; padding: 0; border: 0; }
:where(.crowd-controls legend) { margin-bottom: 3px; padding: 0; }
:where(.crowd-controls button, .crowd-fold, .crowd-pause) {
  padding: 3px 10px;
  font: inherit;
  font-size: 13px;
  color: inherit;
  border: 1px solid #cbbfa8;
  border-radius: 4px;
  background: #fffdf7;
  cursor: pointer;
}
:where(.crowd-controls button[aria-pressed="true"]) { color: #fffdf7; border-color: #7c2320; background: #7c2320; }
@media (max-width: 620px) {
  :where(.crowd-panel) { inset: auto 8px 8px; flex-direction: column-reverse; width: auto; max-height: 40dvh; font-size: 13px; }
  :where(.crowd-controls) { padding: 10px 12px 12px; }
}
`;

let sheet: CSSStyleSheet | undefined;

/** Adds the style to the document, once for all stages; not as markup, which a strict content security policy would block. */
export function adoptStageStyle(): void {
  if (sheet) return;
  sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE_TEXT);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}
