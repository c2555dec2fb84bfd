import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineConfig } from 'vitepress';
import { linkIntoSite } from '../link-into-site.js';
import { fullText, llmsText } from '../llms.js';

const ROOT = resolve(import.meta.dirname, '../../..');
const GUIDES = join(ROOT, 'examples/guides');

/** The path that the site is hosted under, with slashes at both ends: `/` for a host of its own. */
const BASE = process.env['SITE_BASE'] ?? '/';

/** Link targets of guides in the repository → pages of the site. */
const ELSEWHERE: readonly (readonly [string, string])[] = [
  ['../../README.md#benchmarks', '/benchmark.md'],
  ['../../CONTRIBUTING.md', '/contributing.md'],
];

const link = (text: string, name: string) => ({ text, link: `/guides/${name}` });

export default defineConfig({
  title: 'three-crowd',
  description: 'Crowds of animated characters for three.js, on WebGPU and WebGL2.',
  lang: 'en',
  base: BASE,
  srcDir: '..',
  // Pages are the Markdown of the guides as it is in the repository, and the few that only the site has.
  srcExclude: ['site/SKILL.md', '**/node_modules/**'],
  rewrites: {
    'site/:page': ':page',
    'guides/README.md': 'guides/index.md',
  },
  outDir: join(ROOT, 'dist/site'),
  cacheDir: join(ROOT, 'dist/.site-cache'),
  cleanUrls: false,
  // The reference and the examples are written by other programs.
  ignoreDeadLinks: [/\/reference\//, /\/examples\//],
  markdown: {
    languageAlias: { text: 'txt' },
    theme: { light: 'github-light', dark: 'github-dark' },
  },
  head: [
    ['meta', { name: 'theme-color', content: '#8a5a2b' }],
    // None, which is said so that browsers do not ask for it.
    ['link', { rel: 'icon', href: 'data:,' }],
  ],
  vite: {
    // Not that of the examples, which lies at the same place.
    configFile: false,
    plugins: [
      {
        name: 'files-of-the-repository',
        enforce: 'pre',
        transform: (code, id) => {
          if (id.endsWith('site/contributing.md')) return readFileSync(join(ROOT, 'CONTRIBUTING.md'), 'utf8');
          if (!id.endsWith('.md')) return null;
          return ELSEWHERE.reduce((text, [from, to]) => text.replaceAll(from, to), code);
        },
      },
    ],
    // The pictures of the examples and the charts of the benchmark lie outside the site's own folder.
    server: { fs: { allow: [ROOT] } },
  },
  themeConfig: {
    nav: [
      link('Guides', ''),
      { text: 'Gallery', link: '/gallery' },
      // Pages of other programs: plain links, which the site's own router must not take. The theme adds the base.
      { text: 'Playground', link: '/examples/playground.html', target: '_self' },
      { text: 'Benchmark', link: '/benchmark' },
      { text: 'Reference', link: '/reference/index.html', target: '_self' },
    ],
    sidebar: [
      {
        text: 'Start',
        items: [
          link('Which way to draw a crowd', 'choosing'),
          link('Getting started', 'getting-started'),
          link('A stage to start from', 'stage'),
          link('In your own scene', 'own-scene'),
          link('Script tag and policies', 'script-tag-and-csp'),
          link('Frameworks', 'frameworks'),
          link('Migrating from clones', 'migrating-from-clones'),
        ],
      },
      {
        text: 'Your own characters',
        items: [
          link('Your own assets', 'your-own-assets'),
          link('A crowd from a pack', 'crowd-from-a-pack'),
          link('Mixamo and Blender', 'mixamo-and-blender'),
          link('How crowds walk', 'motion'),
          link('The tests they pass', 'walking-tests'),
          link('Games', 'games'),
        ],
      },
      {
        text: 'Further',
        items: [
          link('Workers, WebXR, browsers', 'workers-and-xr'),
          link('Performance and tiers', 'performance-and-tiers'),
          link('Hosting the service', 'hosting-the-service'),
          link('Other services', 'other-services'),
          link('Left-handed engines', 'left-handed-engines'),
        ],
      },
      {
        text: 'Look up',
        items: [
          link('Questions', 'questions'),
          link('Troubleshooting', 'troubleshooting'),
          link('The life of a character', 'life-of-a-character'),
        ],
      },
    ],
    outline: { level: [2, 3] },
    search: { provider: 'local' },
    footer: { message: 'MIT licence' },
  },
  /** The first page of VitePress's theme has no main landmark, which screen readers jump to. */
  transformHtml: (html) => html.replace('is-home" id="VPContent"', 'is-home" id="VPContent" role="main"'),
  buildEnd({ outDir }) {
    // Every guide also as Markdown, and what models read.
    const names = readdirSync(GUIDES).filter((name) => name.endsWith('.md'));
    for (const name of names) {
      const text = readFileSync(join(GUIDES, name), 'utf8');
      writeFileSync(join(outDir, 'guides', name), linkIntoSite(text, `examples/guides/${name}`, 'guides'));
    }
    writeFileSync(join(outDir, 'llms.txt'), llmsText('guides/'));
    writeFileSync(join(outDir, 'llms-full.txt'), fullText());
    cpSync(join(ROOT, 'bench/results/charts'), join(outDir, 'charts'), { recursive: true });
    cpSync(join(ROOT, 'examples/pictures'), join(outDir, 'pictures'), { recursive: true });
    const reference = join(ROOT, 'dist/reference');
    if (!existsSync(reference)) throw new Error('There is no reference: run npm run build:reference first.');
    cpSync(reference, join(outDir, 'reference'), { recursive: true });
  },
});
