import { dirname, join, relative } from 'node:path/posix';

/** Link targets in texts of the repository → files beside the pages of the site. */
const ON_SITE: readonly (readonly [RegExp, string])[] = [
  [/^(?:README\.md#benchmarks|bench\/results\/README\.md)$/, 'benchmark.html'],
  [/^CONTRIBUTING\.md/, 'contributing.html'],
  [/^examples\/(?=guides\/|pictures\/)/, ''],
  [/^bench\/results\/(?=charts\/)/, ''],
];

/**
 * A text of the repository with its links and pictures as they are where the site has it.
 *
 * @param path of the text in the repository
 * @param folder of the site that the text goes into, '' for the topmost
 */
export function linkIntoSite(text: string, path: string, folder: string): string {
  return text.replace(/(\]\(|\bsrc=")([^)"\s]+)/g, (whole: string, before: string, target: string) => {
    if (/^(?:[a-z]+:|[#/])/.test(target)) return whole;
    const place = join(dirname(path), target);
    const known = ON_SITE.find(([pattern]) => pattern.test(place));
    return known ? `${before}${relative(folder, place.replace(...known))}` : whole;
  });
}
