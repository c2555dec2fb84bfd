import { execFileSync } from 'node:child_process';
import { findBrowser } from '../find-browser.js';

const CAN_USE_APT = process.platform === 'linux' && process.getuid?.() === 0;
const PLAYWRIGHT = ['npx', '--no-install', 'playwright', 'install', 'chromium'];
/** Lists of commands that install a browser, in the order in which they are tried. */
const INSTALLERS: readonly (readonly (readonly string[])[])[] = CAN_USE_APT
  ? [
      // With the system's libraries that it needs, which only root can install.
      [[...PLAYWRIGHT, '--with-deps']],
      [
        ['apt-get', 'update', '-qq'],
        ['apt-get', 'install', '-y', '-qq', 'chromium'],
      ],
    ]
  : [[PLAYWRIGHT]];

/**
 * Finds a browser for the tests, or installs one: Playwright's own, else Debian's.
 *
 * @param find returns if there is a browser, throws otherwise
 * @param execute runs a command, throws if it fails
 * @throws the error of `find`, which says what to do, if none can be installed
 */
export function ensureBrowser(
  find: () => unknown = findBrowser,
  execute: (command: readonly string[]) => void = executeQuietly,
  installers = INSTALLERS,
): void {
  for (const commands of [[], ...installers]) {
    try {
      for (const command of commands) execute(command);
      find();
      return;
    } catch {
      // The next installer is tried.
    }
  }
  find();
}

function executeQuietly([program, ...args]: readonly string[]): void {
  console.log(`There is no browser yet: ${[program, ...args].join(' ')}`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  execFileSync(program, args, { env, stdio: 'ignore' });
}
