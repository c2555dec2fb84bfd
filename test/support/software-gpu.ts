import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { findBrowser } from './find-browser.js';

/** Driver description of Chromium's software GPU, for Vulkan loaders. */
const DRIVER = 'vk_swiftshader_icd.json';

/**
 * Lets tests in Node draw on the software GPU that Chromium brings, where no other Vulkan driver is named in
 * `VK_ICD_FILENAMES`. A loader looks for both before a process has begun, so this is done for the processes that the
 * tests run in.
 */
export default function setup(): void {
  if (process.platform !== 'linux' || process.env['VK_ICD_FILENAMES']) return;
  const folder = [
    dirname(findBrowser()),
    '/usr/lib/chromium',
    '/usr/lib/chromium-browser',
    '/opt/google/chrome',
  ].find((candidate) => existsSync(join(candidate, DRIVER)));
  if (!folder) return;
  process.env['VK_ICD_FILENAMES'] = join(folder, DRIVER);
  // Last, since it is for machines without a Vulkan loader.
  process.env['LD_LIBRARY_PATH'] = [process.env['LD_LIBRARY_PATH'], folder].filter(Boolean).join(':');
}
