import type { ColumnType, Generated } from 'kysely';

/** The tables. Times are RFC 3339 texts, which sort as they pass. */
export interface Schema {
  accounts: { id: string; name: string; plan: string; suspended_at: string | null };
  api_keys: {
    id: string;
    hash: string;
    account_id: string;
    label: string;
    created_at: string;
    revoked_at: string | null;
    /** `read` or `write`. */
    access: Generated<string>;
    collection: string | null;
    /** A JSON list. */
    origins: string | null;
    expires_at: string | null;
    quota: number | null;
  };
  manifests: { version: string; content: string };
  kits: {
    version: string;
    manifest_version: string;
    /** A JSON list of names. */
    files: string;
    saved_at: string;
  };
  /** Files by the paths of their addresses. */
  files: { path: string; hash: string };
  /** Each content once, however many paths lead to it: by its SHA-256 in hex. */
  file_contents: { hash: string; bytes: ColumnType<Buffer | ArrayBuffer, Buffer, never> };
  crowds: {
    id: string;
    account_id: string;
    /** 0 or 1: SQLite has no booleans. */
    is_sample: number;
    name: string;
    recipe: string;
    /** Derived from the recipe by the database. */
    collection: ColumnType<string, never, never>;
    manifest_version: string;
    created_at: string;
    updated_at: string;
  };
  usage: { account_id: string; period: string; used: Generated<number> };
  /** Of keys that have a quota of their own. */
  key_usage: { hash: string; period: string; used: number };
  requests: {
    account_id: string;
    key: string;
    fingerprint: string;
    /** The crowd that it created or changed, as it was then. */
    crowd: string | null;
    created_at: string;
    /** Answers given under this key, of requests that only read. */
    answers: Generated<number>;
  };
  webhooks: {
    id: string;
    account_id: string;
    url: string;
    /** A JSON list. */
    events: string;
    secret: string;
    old_secret: string | null;
    old_secret_until: string | null;
    created_at: string;
    /** Messages that were deleted because too many waited. */
    dropped: Generated<number>;
  };
  /** Messages for webhooks: waiting, and given up. */
  deliveries: {
    message_id: string;
    webhook_id: string;
    body: string;
    /** Headers as JSON. */
    trace: string;
    attempts: number;
    due_at: string;
    /** Set for a message that was given up. */
    failed_at: string | null;
    reason: string | null;
  };
  /** One row, written by checks that the database takes writes. */
  probes: { id: number; written_at: string; content: string };
}
