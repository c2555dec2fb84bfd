/** Accessibility of the canvas. */
export interface CanvasDescription {
  /** Its name. */
  readonly label: string;
  /** True if keys move the camera: a screen reader then has to pass them on. */
  readonly isInteractive: boolean;
}

/** Sets the canvas's accessible name and keyboard shortcuts. */
export function describeCanvas(canvas: HTMLCanvasElement, { label, isInteractive }: CanvasDescription): void {
  canvas.setAttribute('aria-label', label);
  canvas.setAttribute('role', isInteractive ? 'application' : 'img');
  if (isInteractive) canvas.setAttribute('aria-roledescription', '3D view');
  else canvas.removeAttribute('aria-roledescription');
  describeKeys(canvas, isInteractive);
}

/** Sets or removes the canvas's description of the keys that move the camera. */
export function describeKeys(canvas: HTMLCanvasElement, moveCamera: boolean): void {
  if (moveCamera) {
    canvas.setAttribute(
      'aria-description',
      'Arrow keys turn the view, plus and minus zoom, Home goes back to the beginning.',
    );
  } else canvas.removeAttribute('aria-description');
}
