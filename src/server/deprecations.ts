import { CrowdError } from '../errors/index.js';

/** A route that is to go, as answers and the description of the interface tell it. */
export interface Deprecation {
  /** From when on nobody should start to use it: `Deprecation` (RFC 9745). */
  readonly since: Date;
  /** From when on it may be gone: `Sunset` (RFC 8594). @default not said */
  readonly until?: Date | undefined;
  /** Address of a page that says what to use in its place. @default none */
  readonly link?: string | undefined;
}

/** Routes that are to go, by method and path as the description has them: `GET /v1/crowd/{crowd_id}`. */
export type Deprecations = Readonly<Record<string, Deprecation>>;

/**
 * @param paths of the interface's description
 * @throws {CrowdError} naming a route that there is not, or dates that cannot be
 */
export function checkDeprecations(deprecations: Deprecations, paths: Readonly<Record<string, object>>): void {
  for (const [route, { since, until, link }] of Object.entries(deprecations)) {
    const [method, path = ''] = route.split(' ');
    const isRoute = Object.hasOwn(paths, path) && Object.hasOwn(paths[path], method.toLowerCase());
    if (!isRoute || method !== method.toUpperCase()) {
      throw new CrowdError(
        `deprecations: there is no route "${route}"; write it as "GET /v1/crowd/{crowd_id}", as /openapi.json has it.`,
      );
    }
    // RFC 9745 (section 4): what is still recommended cannot be gone.
    if (until && until < since) {
      throw new CrowdError(`deprecations: "${route}" would be gone before it is deprecated.`);
    }
    if (link !== undefined && !URL.canParse(link)) {
      throw new CrowdError(`deprecations: the link of "${route}" is no address: "${link}".`);
    }
  }
}
