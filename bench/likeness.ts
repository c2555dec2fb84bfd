/**
 * Structural similarity (SSIM) of a crowd with the default levels of detail to the same crowd with its full meshes, on WebGL:
 * over the picture, over the windows around pixels that show people, and the least of these.
 *
 * Beside it, that of the full meshes to themselves after the camera has turned by a quarter of a pixel: edges that are
 * not smoothed change as much without anybody's mesh being another one.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PNG } from 'pngjs';
import { commandLine } from './command-line.js';
import { serveSourcePages } from './headless/source-pages.js';
import type { Shot } from './likeness/page.js';
import { type Gray, MARGIN, similarity, toGray } from './likeness/similarity.js';
import { readPlan } from './page/plan.js';
import { VIEWS } from './scenes/stage.js';

/** Least similarity over the picture. */
const BAR = 0.98;
const QUARTER = 0.25;

const { counts, views, sizes, shadows, pictures } = commandLine(
  'npm run bench:likeness --',
  'Compares the picture of a crowd with levels of detail with that of its full meshes. Status 1 if the similarity over a ' +
    `picture is below ${BAR}.`,
)
  .option('--counts <list>', 'numbers of characters', '150,400')
  .option('--views <list>', VIEWS.join(', '), VIEWS.join())
  .option('--sizes <list>', 'widths and heights of the picture', '320x180,1280x720')
  .option('--shadows', 'draw shadows')
  .option('--pictures <directory>', 'write what was drawn')
  .parse()
  .opts<{ counts: string; views: string; sizes: string; shadows?: true; pictures?: string }>();
const plans = views
  .split(',')
  .flatMap((view) =>
    sizes
      .split(',')
      .map((size) =>
        readPlan(new URLSearchParams({ counts, view, size, ...(shadows ? { shadows: '1' } : {}) })),
      ),
  );

const pages = await serveSourcePages();
try {
  const page = await pages.open('likeness/page.ts');
  const draw = async (shot: Shot): Promise<Gray & { triangles: number }> => {
    const { png, triangles } = await page.evaluate(([url, one]) => globalThis.drawShot(url, one), [
      pages.service,
      shot,
    ] as const);
    const bytes = Buffer.from(png.slice(png.indexOf(',') + 1), 'base64');
    if (pictures) {
      const { people, shift, view, count, width, height } = shot;
      mkdirSync(pictures, { recursive: true });
      const name = `${view}-${count}-${width}x${height}-${people}${shift > 0 ? '-turned' : ''}.png`;
      writeFileSync(join(pictures, name), bytes);
    }
    const { width, height, data } = PNG.sync.read(bytes);
    return { ...toGray(width, height, data), triangles };
  };
  const rows: object[] = [];
  for (const { counts, ...plan } of plans) {
    for (const count of counts) {
      const shot = { ...plan, count, shift: 0 };
      const none = await draw({ ...shot, people: 'none' });
      const full = await draw({ ...shot, people: 'full' });
      const levels = await draw({ ...shot, people: 'levels' });
      const turned = await draw({ ...shot, people: 'full', shift: QUARTER });
      const found = compare(full, levels, none);
      if (found.picture < BAR) process.exitCode = 1;
      const about = { people: count, view: plan.view, size: `${plan.width} × ${plan.height}` };
      rows.push(
        { ...about, of: 'levels of detail', ...round(found), triangles: levels.triangles },
        {
          ...about,
          of: 'a quarter of a pixel',
          ...round(compare(full, turned, none)),
          triangles: full.triangles,
        },
      );
    }
  }
  console.table(rows);
} finally {
  await pages.close();
}

/** @param none the same picture without people */
function compare(a: Gray, b: Gray, none: Gray) {
  const { width, values } = similarity(a, b);
  const covered = values.filter((_, k) => {
    const pixel = (Math.floor(k / width) + MARGIN) * none.width + (k % width) + MARGIN;
    return a.values[pixel] !== none.values[pixel] || b.values[pixel] !== none.values[pixel];
  });
  return {
    picture: mean(values),
    'on people': mean(covered),
    least: covered.reduce((least, value) => Math.min(least, value), 1),
  };
}

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function round(found: Readonly<Record<string, number>>): Record<string, number> {
  return Object.fromEntries(Object.entries(found).map(([name, value]) => [name, Number(value.toFixed(4))]));
}
