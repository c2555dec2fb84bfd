import type { Page } from 'playwright';

/** Number of different colours on a screenshot, decoded by the browser itself. */
export async function countColors(page: Page): Promise<number> {
  const picture = (await page.screenshot()).toString('base64');
  const judge = await page.context().browser()!.newPage();
  const colors = await judge.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!;
    context.drawImage(bitmap, 0, 0);
    const { data: pixels } = context.getImageData(0, 0, bitmap.width, bitmap.height);
    return new Set(new Uint32Array(pixels.buffer)).size;
  }, picture);
  await judge.close();
  return colors;
}
