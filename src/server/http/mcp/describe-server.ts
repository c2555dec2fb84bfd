import { VERSION } from '../../core/version.js';

/**
 * The service as an entry of the registry of tool servers (`server.json`), which whoever runs it can publish as it is: the
 * registry knows a server by a name that starts with its domain, reversed.
 *
 * @param baseUrl where the service is, without a slash at the end
 * @see https://github.com/modelcontextprotocol/registry, docs/reference/server-json
 */
export function describeServer(baseUrl: string): object {
  const { hostname } = new URL(baseUrl);
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${hostname.split('.').toReversed().join('.')}/three-crowd`,
    title: 'Crowd generation service',
    description: 'Creates, lists and shows saved crowds of animated characters for three.js.',
    version: VERSION,
    remotes: [
      {
        type: 'streamable-http',
        url: `${baseUrl}/mcp`,
        headers: [
          {
            name: 'Authorization',
            description: '"Bearer " and a key of the service.',
            isRequired: true,
            isSecret: true,
          },
        ],
      },
    ],
  };
}
