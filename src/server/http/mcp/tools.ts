import type { Tier } from '../../../protocol/index.js';
import type { Caller } from '../../accounts/caller-permissions.js';
import { canonicalJson } from '../../core/canonical-json.js';
import type { Trace } from '../../core/trace.js';
import type { NamedRequest } from '../../crowds/idempotency-key.js';
import type { Service } from '../../crowds/service.js';
import type { StorageUnavailableError } from '../../storage/storage.js';
import {
  CREATE_INPUT,
  DEFAULT_CHARACTERS,
  DELETE_INPUT,
  GET_INPUT,
  LIST_INPUT,
  MAX_LISTED,
  NOTHING,
  outputOf,
  type ToolSchema,
  UPDATE_INPUT,
} from './schemas.js';

/** The caller of a tool, and the address of the service. */
export interface ToolCaller {
  readonly account: Caller;
  /** Without a slash at the end. */
  readonly baseUrl: string;
  /** The next call of the request, by its `Idempotency-Key`; undefined where it has none. */
  nextRequest(content: string): NamedRequest | undefined;
  /** `If-Match` of the request. */
  readonly ifMatch: string | undefined;
  /** Of the request, or of the call where that says one of its own. */
  readonly trace: Trace;
  /** Called for a call that was counted against the account's quota. */
  onBilled(): void;
  /** Called where the storage failed. */
  onUnavailable(error: StorageUnavailableError): void;
}

/** A tool: a function of the service, with its description for models. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ToolSchema;
  readonly output: ToolSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly idempotentHint: boolean;
    readonly destructiveHint: boolean;
    readonly openWorldHint: false;
  };
  /** True if hosts may show the crowd of the result. */
  readonly isShown?: true;
  /** @param input checked against the schema */
  call(service: Service, caller: ToolCaller, input: never): Promise<object>;
}

interface GetInput {
  readonly crowd_id: string;
  readonly tier?: Tier;
  readonly first_character?: number;
  readonly characters?: number;
}

const READING = {
  readOnlyHint: true,
  idempotentHint: true,
  destructiveHint: false,
  openWorldHint: false,
} as const;
const CREATING = { ...READING, readOnlyHint: false, idempotentHint: false } as const;
const CHANGING = { ...READING, readOnlyHint: false, destructiveHint: true } as const;

export const TOOLS: readonly Tool[] = [
  {
    name: 'svc_get_capabilities',
    title: 'What recipes may say',
    description:
      'Returns what a recipe may name: boundary shapes, distributions, bucket ids, part ids with labels, scenes and clips, ' +
      'tiers, and the greatest size that the plan allows. Ask this before creating a crowd.',
    input: NOTHING,
    output: { type: 'object' },
    annotations: READING,
    call: async (service, { account }) => service.describeCapabilities(account),
  },
  {
    name: 'svc_list_crowds',
    title: 'List saved crowds',
    description:
      'Lists all saved crowds of the account, newest first; where there are more than a thousand, next_cursor is the ' +
      'cursor of the rest. Free.',
    input: LIST_INPUT,
    output: outputOf('ProjectPage'),
    annotations: READING,
    call: (service, { account }, { limit = MAX_LISTED, cursor }: { limit?: number; cursor?: string }) =>
      service.listCrowds(account, limit, cursor),
  },
  {
    name: 'svc_get_crowd',
    title: 'Get a crowd',
    description:
      'Returns a saved crowd: recipe, a summary of its characters, the addresses of the assets, and resolved ' +
      `characters, the first ${DEFAULT_CHARACTERS} unless first_character and characters ask for others. crowd_url ` +
      'has all of them. Billable. The tier says which assets are named: "full" all, "untextured" none of the bone ' +
      'texture, "vat" and "bbm" no clips.',
    isShown: true,
    input: GET_INPUT,
    output: outputOf('CrowdResponse'),
    annotations: READING,
    call: async (service, { account, baseUrl, nextRequest, onBilled }, input: GetInput) => {
      const {
        crowd_id,
        tier = 'full',
        first_character: first = 0,
        characters: count = DEFAULT_CHARACTERS,
      } = input;
      const saved = await service.findCrowd(account, crowd_id, account.time);
      const { crowd, summary } = await service.answers.describe(saved, baseUrl, tier, {
        first,
        count,
        time: account.time,
      });
      await service.countRead(account, nextRequest(`svc_get_crowd ${canonicalJson(input)}`));
      onBilled();
      const url = `${baseUrl}/v1/crowd/${crowd_id}${tier === 'full' ? '' : `?tier=${tier}`}`;
      return { ...crowd, tier, first_character: first, summary, crowd_url: url };
    },
  },
  {
    name: 'svc_create_crowd',
    title: 'Create a crowd',
    description:
      'Creates and saves a crowd from a recipe, an object or JSON text; fields that are left out take their ' +
      'defaults. Returns its crowd_id and the addresses of the assets. Billable.',
    isShown: true,
    input: CREATE_INPUT,
    output: outputOf('Project'),
    annotations: CREATING,
    call: async (service, { account, baseUrl, nextRequest, trace, onBilled }, input: object) => {
      const request = nextRequest(`svc_create_crowd ${canonicalJson(input)}`);
      const { crowd, isBilled } = await service.changes.create(account, input, { request, trace });
      if (isBilled) onBilled();
      return service.answers.describeProject(crowd, baseUrl, account.time);
    },
  },
  {
    name: 'svc_update_crowd',
    title: 'Change or rename a crowd',
    description:
      'Changes the name, recipe or collection of a saved crowd; what is left out stays. Billable only where the ' +
      'recipe really changes.',
    isShown: true,
    input: UPDATE_INPUT,
    output: outputOf('Project'),
    annotations: { ...CHANGING, idempotentHint: true },
    call: async (
      service,
      { account, baseUrl, nextRequest, ifMatch, trace, onBilled },
      input: { crowd_id: string },
    ) => {
      const { crowd_id: id, ...change } = input;
      const request = nextRequest(`svc_update_crowd ${canonicalJson(input)}`);
      const conditions = { request, ifMatch, trace };
      const { crowd, isBilled } = await service.changes.update(account, id, change, conditions);
      if (isBilled) onBilled();
      return service.answers.describeProject(crowd, baseUrl, account.time);
    },
  },
  {
    name: 'svc_delete_crowd',
    title: 'Delete a crowd',
    description: 'Deletes a saved crowd for good. Free.',
    input: DELETE_INPUT,
    output: { type: 'object' },
    annotations: CHANGING,
    call: async (
      service,
      { account, nextRequest, ifMatch, trace },
      { crowd_id: id }: { crowd_id: string },
    ) => {
      const request = nextRequest(`svc_delete_crowd ${id}`);
      await service.changes.delete(account, id, { request, ifMatch, trace });
      return { crowd_id: id, deleted: true };
    },
  },
];
