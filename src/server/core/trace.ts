import { randomFillSync } from 'node:crypto';

/** Position of a request in a trace over several services (W3C Trace Context). */
export interface Trace {
  /** 32 hex digits, the same in all services that a request leads through. */
  readonly traceId: string;
  /** 16 hex digits: what this service does for the request. */
  readonly spanId: string;
  /** The caller's span; undefined where the trace starts here. */
  readonly parentId: string | undefined;
  /** Two hex digits. */
  readonly flags: string;
  /** `tracestate`, which is passed on as it came. */
  readonly state: string | undefined;
}

const TRACEPARENT =
  /^(?!ff)(?<version>[0-9a-f]{2})-(?<traceId>(?!0{32})[0-9a-f]{32})-(?<parentId>(?!0{16})[0-9a-f]{16})-(?<flags>[0-9a-f]{2})(?<more>-.*)?$/;
/** Longer ones may be dropped (3.3.1.5). */
const LONGEST_STATE = 512;
/** The flags that version 00 knows: sampled, and a random trace id. */
const KNOWN_FLAGS = 0b11;

/** Goes on with the trace that a request belongs to, or starts one where it names none that can be read (4.3). */
export function startTrace(traceparent: string | undefined, tracestate: string | undefined): Trace {
  const { version, traceId, parentId, flags, more } = TRACEPARENT.exec(traceparent ?? '')?.groups ?? {};
  const spanId = randomHex(8);
  // Later versions may say more after the flags; this one must not.
  if (traceId === undefined || (version === '00' && more !== undefined)) {
    return {
      traceId: randomHex(16),
      spanId,
      parentId: undefined,
      flags: '02',
      state: undefined,
    };
  }
  return {
    traceId,
    spanId,
    parentId,
    flags: (Number.parseInt(flags, 16) & KNOWN_FLAGS).toString(16).padStart(2, '0'),
    state: tracestate !== undefined && tracestate.length <= LONGEST_STATE ? tracestate : undefined,
  };
}

const pool = Buffer.allocUnsafe(4096);
let poolOffset = pool.length;

/** Random bytes as hex, from a store: asking the system costs as much for a few as for thousands. */
function randomHex(bytes: number): string {
  if (poolOffset + bytes > pool.length) {
    randomFillSync(pool);
    poolOffset = 0;
  }
  poolOffset += bytes;
  return pool.toString('hex', poolOffset - bytes, poolOffset);
}

/** The headers of a request that is part of a trace. */
export function traceHeaders({ traceId, spanId, flags, state }: Trace): Record<string, string> {
  return {
    traceparent: `00-${traceId}-${spanId}-${flags}`,
    ...(state !== undefined && { tracestate: state }),
  };
}
