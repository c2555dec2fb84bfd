/** Address of the service. The dashboard's address is one level below it. */
export const SERVICE = new URL('..', document.baseURI);

export interface Account {
  readonly name: string;
  readonly plan: string;
  readonly max_size: number;
  readonly quota: number;
  readonly used: number;
  readonly period_ends_at: string;
  /** Of the key in use. */
  readonly key: { readonly quota: number | null; readonly used: number | null };
}

export interface ListedCrowd {
  readonly crowd_id: string;
  readonly name: string;
  readonly collection: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Key {
  readonly key_id: string;
  readonly label: string;
  readonly access: 'read' | 'write';
  readonly collection: string | null;
  readonly origins: readonly string[] | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  /** Billable requests a month; null for no limit of its own. */
  readonly quota: number | null;
  readonly revoked_at: string | null;
  readonly is_current: boolean;
}

export interface Webhook {
  readonly webhook_id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly created_at: string;
}

/** A message that the webhook's receiver did not accept. */
export interface FailedMessage {
  readonly message_id: string;
  readonly type: string;
  readonly crowd_id: string;
  readonly attempts: number;
  readonly failed_at: string;
  readonly reason: string;
}

interface Page {
  readonly data: readonly ListedCrowd[];
  readonly next_cursor: string | null;
}

/** Error response of the service, with its message. */
export class ServiceRefusal extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** Sends the dashboard's requests, with one key. */
export class Service {
  constructor(readonly key: string) {}

  getAccount(): Promise<Account> {
    return this.#ask('GET', 'v1/account');
  }

  /** Lists a page of crowds, newest first. */
  listCrowds(cursor?: string): Promise<Page> {
    const query = cursor === undefined ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    return this.#ask('GET', `v1/projects?limit=24${query}`);
  }

  rename(id: string, name: string): Promise<ListedCrowd> {
    return this.#ask('PUT', `v1/projects/${id}`, { name });
  }

  async deleteCrowd(id: string): Promise<void> {
    await this.#ask('DELETE', `v1/projects/${id}`);
  }

  /** Returns the object URL of a crowd's still picture. */
  async getPicture(id: string): Promise<string> {
    return URL.createObjectURL(await (await this.#send('GET', `v1/projects/${id}/picture.svg`)).blob());
  }

  async listKeys(): Promise<readonly Key[]> {
    return (await this.#ask<{ data: Key[] }>('GET', 'v1/keys')).data;
  }

  createKey(input: object): Promise<Key & { readonly key: string }> {
    return this.#ask('POST', 'v1/keys', input);
  }

  async revokeKey(id: string): Promise<void> {
    await this.#ask('DELETE', `v1/keys/${id}`);
  }

  async listWebhooks(): Promise<readonly Webhook[]> {
    return (await this.#ask<{ data: Webhook[] }>('GET', 'v1/webhooks')).data;
  }

  createWebhook(url: string): Promise<Webhook & { readonly secret: string }> {
    return this.#ask('POST', 'v1/webhooks', { url });
  }

  async deleteWebhook(id: string): Promise<void> {
    await this.#ask('DELETE', `v1/webhooks/${id}`);
  }

  replaceSecret(
    id: string,
  ): Promise<Webhook & { readonly secret: string; readonly old_secret_until: string }> {
    return this.#ask('POST', `v1/webhooks/${id}/secret`);
  }

  async listFailedMessages(id: string): Promise<readonly FailedMessage[]> {
    return (await this.#ask<{ data: FailedMessage[] }>('GET', `v1/webhooks/${id}/failures`)).data;
  }

  /** Sends all failed messages of a webhook again. @returns their number */
  async resendFailedMessages(id: string): Promise<number> {
    return (await this.#ask<{ resent: number }>('POST', `v1/webhooks/${id}/failures/resend`)).resent;
  }

  async #ask<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const text = await (await this.#send(method, path, body)).text();
    return (text === '' ? undefined : JSON.parse(text)) as Answer;
  }

  async #send(method: string, path: string, body?: object): Promise<Response> {
    const response = await fetch(new URL(path, SERVICE), {
      method,
      headers: {
        Authorization: `Bearer ${this.key}`,
        ...(body && { 'Content-Type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }).catch(() => {
      throw new ServiceRefusal(0, 'The service cannot be reached.');
    });
    if (response.ok) return response;
    const failure = (await response.json().catch(() => ({}))) as { error?: string };
    throw new ServiceRefusal(response.status, toSentence(failure.error ?? response.statusText));
  }
}

/** Capitalizes a message of the service and adds a full stop. */
function toSentence(message: string): string {
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?!]$/.test(message) ? '' : '.'}`;
}
