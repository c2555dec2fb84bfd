import { createCrowd } from './account.js';

/** Creates and reads crowds, with all files of each, one request after the other until it is told to stop. */
export class CrowdCaller {
  /** Wrong answers, with the reason. */
  readonly failures: string[] = [];
  requests = 0;
  /** Assets that were asked for. */
  readonly assets = new Set<string>();
  readonly crowds: string[] = [];
  readonly #done: Promise<void>;
  #isStopping = false;

  constructor(
    readonly url: string,
    readonly key: string,
    readonly name: string,
  ) {
    this.#done = this.#call();
  }

  stop(): Promise<void> {
    this.#isStopping = true;
    return this.#done;
  }

  /** Reads a crowd and all of its files. */
  async read(id: string): Promise<void> {
    const crowd = await this.#get(`${this.url}/v1/crowd/${id}`);
    const { assets } = (await crowd.json()) as { assets: Record<string, unknown> };
    for (const asset of [...Object.values(assets), ...Object.values(assets['animations'] as object)]) {
      if (typeof asset !== 'string' || !asset.startsWith('http')) continue;
      await (await this.#get(asset)).arrayBuffer();
      this.assets.add(asset);
    }
  }

  async #call(): Promise<void> {
    for (let i = 0; !this.#isStopping; i++) {
      try {
        this.requests += 1;
        const response = await createCrowd(this.url, this.key, `${this.name}-${i}`);
        const { crowd_id: id } = (await response.json()) as { crowd_id: string };
        if (response.status !== 201) this.failures.push(`${response.status} for a new crowd`);
        this.crowds.push(id);
        await this.read(id);
        await this.read(this.crowds[0]);
      } catch (error) {
        this.failures.push(String((error as Error).cause ?? error));
      }
    }
  }

  async #get(url: string): Promise<Response> {
    this.requests += 1;
    const response = await fetch(url, { headers: { Authorization: `Bearer ${this.key}` } });
    if (response.status !== 200) this.failures.push(`${response.status} for ${url}`);
    return response;
  }
}
