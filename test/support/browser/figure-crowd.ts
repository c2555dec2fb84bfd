import { type BuildCrowdOptions, buildCrowd, type Crowd } from 'three-crowd';
import { onTestFinished } from 'vitest';
import type { TestRenderer } from './backends.js';
import { createFigure } from './figure.js';

type FigureCrowdOptions = Partial<BuildCrowdOptions> & Pick<BuildCrowdOptions, 'characters' | 'mode'>;

/** A crowd of the test figure, disposed of after the test unless the test does it. */
export async function figureCrowd(renderer: TestRenderer, options: FigureCrowdOptions): Promise<Crowd> {
  const { assets } = createFigure();
  const crowd = await buildCrowd({ renderer, assets, sharedParts: ['hands'], ...options });
  onTestFinished(() => crowd.dispose());
  return crowd;
}
