import { describeErrors, MALFORMED_REQUEST } from './components.js';
import { PATHS } from './paths.js';
import { describeSchemas } from './schemas.js';

const TAGS = {
  Crowds: 'Crowds with their characters.',
  Projects: 'Crowds as they are saved.',
  Account: 'Plan, keys and webhooks.',
  Tools: 'The tool server.',
  'Public files': 'What needs no key.',
  Operation: 'For those who run the service.',
};

/**
 * The interface as OpenAPI 3.1. Its schemas are made from those that validate, so that the two cannot differ.
 *
 * @param baseUrl where the service is, without a slash at the end
 */
export function describeApi(baseUrl: string): object {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Crowd generation service',
      version: '1.0.0',
      description:
        'Saved crowds, the characters derived from them, and addresses of the files to render them. Errors are problem ' +
        'details (RFC 9457) for requests with `Accept: application/problem+json`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: describePaths(),
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', description: 'An API key.' } },
      headers: { RequestId: { description: 'Names this request in the logs.', schema: { type: 'string' } } },
      schemas: describeSchemas(),
      responses: describeErrors(),
    },
  };
}

/** All paths, with the response that all operations share. */
function describePaths(): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {};
  for (const [path, item] of Object.entries(PATHS)) {
    paths[path] = {};
    for (const [name, value] of Object.entries(item)) {
      const responses = (value as { responses?: object }).responses;
      const operation = responses && { ...value, responses: { ...responses, ...MALFORMED_REQUEST } };
      paths[path][name] = operation ?? value;
    }
  }
  return paths;
}
