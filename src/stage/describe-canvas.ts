/** What assistive technology is told of the canvas. */
export interface CanvasDescription {
  /** Its name. */
  readonly label: string;
  /** True if keys move the camera: a screen reader then has to pass them on. */
  readonly isInteractive: boolean;
}

/** Tells assistive technology what the canvas shows, and which keys work on it. */
export function describeCanvas(canvas: HTMLCanvasElement, { label, isInteractive }: CanvasDescription): void {
  canvas.setAttribute('aria-label', label);
  canvas.setAttribute('role', isInteractive ? 'application' : 'img');
  if (isInteractive) canvas.setAttribute('aria-roledescription', '3D view');
  else canvas.removeAttribute('aria-roledescription');
  describeKeys(canvas, isInteractive);
}

/** Tells assistive technology which keys move the camera, or nothing of them where they do not. */
export function describeKeys(canvas: HTMLCanvasElement, moveCamera: boolean): void {
  if (moveCamera) {
    canvas.setAttribute(
      'aria-description',
      'Arrow keys turn the view, plus and minus zoom, Home goes back to the beginning.',
    );
  } else canvas.removeAttribute('aria-description');
}
