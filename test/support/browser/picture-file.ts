/** A PNG of two colours side by side, as a file of characters embeds it. */
export async function pictureFile(left: string, right: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(16, 16);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  for (const [k, color] of [left, right].entries()) {
    context.fillStyle = color;
    context.clearRect(k * 8, 0, 8, 16);
    context.fillRect(k * 8, 0, 8, 16);
  }
  return new Uint8Array(await (await canvas.convertToBlob({ type: 'image/png' })).arrayBuffer());
}
