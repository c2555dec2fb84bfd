import { CROWD_ID, TIERS } from '../../../protocol/index.js';
import { ACCOUNT_PATHS } from './account-paths.js';
import { answer, errors, json } from './components.js';

const ID = {
  name: 'crowd_id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: CROWD_ID.source },
};

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Names the request for a day: sent again, it is answered as before and not counted again.',
  schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
};

const READ_KEY = {
  ...IDEMPOTENCY_KEY,
  description: 'Names the request for five minutes: a retry is not counted again.',
};

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description:
    'ETags of any answers about the crowd: it is changed only where it still is as one of them says.',
  schema: { type: 'string' },
};

const TIER = {
  name: 'tier',
  in: 'query',
  description:
    'Which assets to name: all; none of the bone texture (`untextured`); or no clips (`vat`, `bbm`).',
  schema: { type: 'string', enum: TIERS, default: 'full' },
};

const LOCATION = {
  Location: { description: 'Where the crowd is.', schema: { type: 'string', format: 'uri' } },
};
const ETAG = {
  ETag: { description: 'For `If-None-Match`, and for `If-Match` of a change.', schema: { type: 'string' } },
};
const NOT_MODIFIED = { 304: { description: 'The copy with the ETag of `If-None-Match` is still good.' } };
const RANGES = {
  206: { description: 'The range that `Range` asks for.', content: { 'application/json': { schema: {} } } },
  416: answer('There is no such range.', 'Error'),
};

const REFUSED = {
  description: 'Refused by the protocol.',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        required: ['jsonrpc', 'error'],
        properties: { jsonrpc: { const: '2.0' }, error: { type: 'object' } },
      },
    },
  },
};

/** The routes of the interface. */
const INTERFACE_PATHS = {
  '/v1/crowd/{crowd_id}': {
    parameters: [ID],
    get: {
      operationId: 'getCrowd',
      tags: ['Crowds'],
      summary: 'A saved crowd with its characters',
      description: 'Billable where it is answered with a body. Of a sample crowd, or of one of your own.',
      parameters: [TIER, READ_KEY],
      responses: {
        200: answer('The crowd.', 'CrowdResponse', ETAG),
        ...NOT_MODIFIED,
        ...errors(400, 401, 403, 404, 422, 429, 500, 503),
      },
    },
  },
  '/v1/projects': {
    get: {
      operationId: 'listProjects',
      tags: ['Projects'],
      summary: 'Your saved crowds, newest first',
      parameters: [
        {
          name: 'limit',
          in: 'query',
          schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 },
        },
        {
          name: 'cursor',
          in: 'query',
          description: '`next_cursor` of the page before.',
          schema: { type: 'string' },
        },
      ],
      responses: { 200: answer('One page.', 'ProjectPage'), ...errors(401, 403, 422, 429, 500, 503) },
    },
    post: {
      operationId: 'createProject',
      tags: ['Projects'],
      summary: 'Save a new crowd',
      description: 'Billable.',
      parameters: [IDEMPOTENCY_KEY],
      requestBody: { required: true, content: json('ProjectInput') },
      responses: {
        201: answer('The crowd as it was saved.', 'Project', { ...LOCATION, ...ETAG }),
        ...errors(400, 401, 403, 413, 415, 422, 429, 500, 503),
      },
    },
  },
  '/v1/projects/{crowd_id}': {
    parameters: [ID],
    put: {
      operationId: 'updateProject',
      tags: ['Projects'],
      summary: 'Change a saved crowd',
      description: 'Billable only if the recipe really changes.',
      parameters: [IDEMPOTENCY_KEY, IF_MATCH],
      requestBody: { required: true, content: json('ProjectChange') },
      responses: {
        200: answer('The crowd as it is now.', 'Project', ETAG),
        ...errors(400, 401, 403, 404, 412, 413, 415, 422, 429, 500, 503),
      },
    },
    delete: {
      operationId: 'deleteProject',
      tags: ['Projects'],
      summary: 'Delete a saved crowd for good',
      description: 'Free.',
      parameters: [IDEMPOTENCY_KEY, IF_MATCH],
      responses: {
        204: { description: 'It is deleted.' },
        ...errors(400, 401, 403, 404, 412, 422, 429, 500, 503),
      },
    },
  },
  '/v1/projects/{crowd_id}/picture.svg': {
    parameters: [ID],
    get: {
      operationId: 'getPicture',
      tags: ['Projects'],
      summary: 'A still picture of a saved crowd, drawn by the service',
      description: 'Free. Of a sample crowd, or of one of your own.',
      responses: {
        200: {
          description: 'The picture.',
          headers: ETAG,
          content: { 'image/svg+xml': { schema: { type: 'string' } } },
        },
        ...NOT_MODIFIED,
        ...errors(401, 403, 404, 422, 429, 500, 503),
      },
    },
  },
  '/mcp': {
    post: {
      operationId: 'callTool',
      tags: ['Tools'],
      summary: 'The same for tools: Model Context Protocol, streamable HTTP, stateless',
      description:
        'Tools: svc_get_capabilities, svc_list_crowds, svc_get_crowd, svc_create_crowd, svc_update_crowd, ' +
        'svc_delete_crowd. What the protocol itself refuses is told as JSON-RPC tells it.',
      parameters: [IDEMPOTENCY_KEY, IF_MATCH],
      requestBody: { required: true, content: { 'application/json': { schema: {} } } },
      responses: {
        200: {
          description: 'A JSON-RPC answer, or a stream of them.',
          content: {
            'application/json': { schema: { type: 'object' } },
            'text/event-stream': { schema: { type: 'string' } },
          },
        },
        202: { description: 'A notification was taken.' },
        400: REFUSED,
        404: REFUSED,
        406: REFUSED,
        415: REFUSED,
        ...errors(401, 403, 413, 429, 500, 503),
      },
    },
  },
};

/** A route to get something without a key. */
const open = (operationId: string, tag: string, summary: string, responses: object) => ({
  get: { security: [], operationId, tags: [tag], summary, responses },
});
const document = (description: string) => ({
  description,
  content: { 'application/json': { schema: { type: 'object' } } },
});

const OPEN_PATHS = {
  '/sample.json': open('getSamples', 'Public files', 'The sample crowds and the key that reads them', {
    200: answer('Key and crowds.', 'Samples'),
    ...NOT_MODIFIED,
    ...errors(500),
  }),
  '/sdk/integrity.json': open('getIntegrity', 'Public files', 'Versioned script files and their hashes', {
    200: answer('The list.', 'Integrity'),
    ...NOT_MODIFIED,
    ...RANGES,
    ...errors(404, 500),
  }),
  '/openapi.json': open('getDescription', 'Public files', 'This document', {
    200: document('OpenAPI 3.1.'),
    ...NOT_MODIFIED,
    ...errors(500),
  }),
  '/server.json': open(
    'getServer',
    'Public files',
    'The tool server, as an entry of the registry of tool servers',
    {
      200: document('An entry of the registry.'),
      ...NOT_MODIFIED,
      ...errors(500),
    },
  ),
  '/health': open('getHealth', 'Operation', 'Whether the process answers', {
    200: answer('It does.', 'Status'),
    ...errors(500),
  }),
  '/ready': open('getReadiness', 'Operation', 'Whether the service can take requests', {
    200: answer('It can.', 'Status'),
    ...errors(503),
  }),
  '/metrics': open('getMetrics', 'Operation', 'Metrics for Prometheus', {
    200: { description: 'Text format.', content: { 'text/plain': { schema: { type: 'string' } } } },
    ...errors(500),
  }),
};

export const PATHS = { ...INTERFACE_PATHS, ...ACCOUNT_PATHS, ...OPEN_PATHS };
