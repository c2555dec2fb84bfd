import type { Tier } from '../../protocol/index.js';
import type { Service } from '../service.js';
import type { Account } from '../storage/storage.js';
import {
  CREATE_INPUT,
  DEFAULT_CHARACTERS,
  GET_INPUT,
  LIST_INPUT,
  MAX_LISTED,
  NOTHING,
  outputOf,
  type ToolSchema,
} from './schemas.js';

/** Who calls a tool, and where the service is for them. */
export interface Caller {
  readonly account: Account;
  /** Without a slash at the end. */
  readonly baseUrl: string;
}

/** One tool: the service's own function, told to models. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: ToolSchema;
  readonly output: ToolSchema;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly idempotentHint: boolean;
    readonly destructiveHint: false;
    readonly openWorldHint: false;
  };
  /** @param input checked against the schema */
  call(service: Service, caller: Caller, input: never): Promise<object>;
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

export const TOOLS: readonly Tool[] = [
  {
    name: 'svc_get_capabilities',
    title: 'What recipes may say',
    description:
      'Returns what a recipe may name: boundary shapes, distributions, bucket ids, part ids with labels, tiers, and ' +
      'the greatest size that the plan allows. Ask this before creating a crowd.',
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
    input: GET_INPUT,
    output: outputOf('CrowdResponse'),
    annotations: READING,
    call: async (service, { account, baseUrl }, input: GetInput) => {
      const {
        crowd_id,
        tier = 'full',
        first_character: first = 0,
        characters: count = DEFAULT_CHARACTERS,
      } = input;
      const saved = await service.findCrowd(account, crowd_id);
      const { crowd, summary } = await service.describeCrowd(saved, baseUrl, tier, { first, count });
      await service.meterRead(account);
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
    input: CREATE_INPUT,
    output: outputOf('Project'),
    annotations: CREATING,
    call: async (service, { account, baseUrl }, input: object) =>
      service.describeProject(await service.createCrowd(account, input), baseUrl),
  },
];
