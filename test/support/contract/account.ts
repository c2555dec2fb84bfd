import { issueKey, openAccount, openStorage } from 'three-crowd-server';

export interface RegisteredAccount {
  readonly id: string;
  readonly key: string;
  /** Content of the storage, read without the service. */
  inspect(): Promise<{ ids: string[]; names: Map<string, string>; used: number }>;
}

/** A new account on a storage, with a key. @param location where the storage is */
export async function registerAccount(
  location: string,
  plan: string,
  name = 'Racer',
): Promise<RegisteredAccount> {
  const storage = await openStorage({ location });
  const account = await openAccount(storage, name, plan);
  const { key } = await issueKey(storage, account, 'test');
  await storage.close();
  return {
    id: account.id,
    key,
    async inspect() {
      const storage = await openStorage({ location });
      const period = new Date().toISOString().slice(0, 7);
      const crowds = await storage.listCrowds(account.id, 100_000);
      const used = await storage.usage(account.id, period);
      await storage.close();
      return {
        ids: crowds.map(({ id }) => id),
        names: new Map(crowds.map(({ id, name }) => [id, name])),
        used,
      };
    },
  };
}

/** Creates a crowd of three over HTTP. @param request names the request, so that it may be sent again */
export function createCrowd(url: string, key: string, request: string): Promise<Response> {
  const body = { name: request, recipe_json: { size: 3 } };
  return send('POST', `${url}/v1/projects`, key, body, { 'Idempotency-Key': request });
}

/** Sends JSON over HTTP. */
export function send(
  method: string,
  url: string,
  key: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
}
