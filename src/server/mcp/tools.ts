import type { Tier } from '../../protocol/index.js';
import type { Service } from '../service.js';
import type { Account } from '../storage/storage.js';
import { CREATE_INPUT, GET_INPUT, LIST_INPUT, NOTHING, outputOf, type ToolSchema } from './schemas.js';

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
    description: 'Lists the saved crowds of the account, newest first. Free.',
    input: LIST_INPUT,
    output: outputOf('ProjectPage'),
    annotations: READING,
    call: (service, { account }, { limit = 50, cursor }: { limit?: number; cursor?: string }) =>
      service.listCrowds(account, limit, cursor),
  },
  {
    name: 'svc_get_crowd',
    title: 'Get a crowd',
    description:
      'Returns a saved crowd: recipe, resolved characters and addresses of the assets. Billable. The tier says which ' +
      'assets are named: "full" all, "untextured" none of the bone texture, "vat" and "bbm" no clips.',
    input: GET_INPUT,
    output: outputOf('CrowdResponse'),
    annotations: READING,
    call: async (service, caller, { crowd_id, tier = 'full' }: { crowd_id: string; tier?: Tier }) => {
      const crowd = await service.findCrowd(caller.account, crowd_id);
      const described = await service.describeCrowd(crowd, caller.baseUrl, tier);
      await service.meterRead(caller.account);
      return { ...described, tier };
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
