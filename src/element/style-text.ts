/** The style of the shadow tree; not part of the markup, where a strict content security policy would block it. */
export const STYLE_TEXT = `
:host {
  display: block;
  position: relative;
  overflow: hidden;
  aspect-ratio: 16 / 9;
  background: var(--crowd-view-background, linear-gradient(#b9cbdf, #eee5d6 42%, #d3c9b8 44%, #bfb4a1));
  color: var(--crowd-view-color, #2c2a26);
  font: var(--crowd-view-font, 0.9rem/1.4 system-ui, sans-serif);
}
:host([hidden]) { display: none; }
.root, .view, .poster { position: absolute; inset: 0; }
canvas { display: block; width: 100%; height: 100%; outline-offset: -3px; }
canvas:focus-visible { outline: 3px solid var(--crowd-view-focus-color, #2f6fb0); }
.poster, .progress, .error { transition: opacity 0.3s, visibility 0.3s; }
.poster { pointer-events: none; }
.poster img { width: 100%; height: 100%; object-fit: cover; display: block; }
.poster img:not([src]) { display: none; }
::slotted([slot="poster"]) { width: 100%; height: 100%; object-fit: cover; }
.progress { position: absolute; inset: auto 0 0; pointer-events: none; }
.bar { height: var(--crowd-view-progress-height, 4px); background: var(--crowd-view-progress-background, #0002); }
.value {
  height: 100%;
  background: var(--crowd-view-progress-color, #8c3b2e);
  transform: scaleX(var(--crowd-view-progress, 0));
  transform-origin: left;
}
.error { position: absolute; inset: 0; display: grid; place-content: center; padding: 1rem; overflow: auto; }
.error p {
  margin: 0;
  max-width: 32em;
  padding: 0.8em 1.2em;
  border-radius: 0.4em;
  border-left: 4px solid currentcolor;
  background: #fffdf8;
  color: #7a1f14;
  line-height: 1.5;
  overflow-wrap: anywhere;
  text-wrap: pretty;
}
.root:is([data-state="ready"]) .poster,
.root:not([data-state="loading"]) .progress,
.error:has(p:empty) {
  opacity: 0;
  visibility: hidden;
}
@media (prefers-reduced-motion: reduce) {
  .poster, .progress, .error { transition: none; }
}
`;
