import type { ControlPanel } from 'three-crowd/stage';

/** Takes files that are dropped anywhere on the page, or chosen with a button. */
export function addDropZone(controls: ControlPanel, take: (files: readonly File[]) => Promise<void>): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.accept = '.glb';
  input.multiple = true;
  input.addEventListener('change', () => take([...(input.files ?? [])]));
  controls.addButton('Choose GLB files …', () => input.click());

  document.addEventListener('dragover', (event) => event.preventDefault());
  document.addEventListener('drop', (event) => {
    event.preventDefault();
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) void take(files);
  });
}
