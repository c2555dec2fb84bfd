import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type Tinypool from 'tinypool';
import type { Manifest, Recipe } from '../../../protocol/index.js';
import type { Figures } from '../../core/runtime-figures.js';
import { ServiceError } from '../../core/service-error.js';
import { type EncodedCharacters, encodeCharacters } from './encoded-characters.js';
import type { GenerationTask } from './generate-worker.js';

/** Threads and time limit of generating crowds. */
export interface GenerationOptions {
  /** Threads for it at most; 0 for the one that answers requests. @default one less than there are cores, at least 1 */
  threads?: number | undefined;
  /**
   * Milliseconds that one crowd may take in a thread. On a machine that is busy with something else it may take longer by the
   * clock, until the process has used as much of a processor. @default 10000
   */
  timeLimit?: number | undefined;
}

/**
 * Largest crowd, and most obstacles, points of a spline, slots and things, that the calling thread generates itself: handing them over takes as
 * long. The worst took 20 ms; of crowds of 500 with any number of points, 117.
 */
const SMALL_CROWD = { size: 150, points: 32 };
const DEFAULT_TIME_LIMIT_MILLISECONDS = 10_000;
/** Crowds that may wait for a thread, for each thread. */
const WAITING_PER_THREAD = 64;
/** A thread without work ends after this, milliseconds. */
const IDLE_MILLISECONDS = 60_000;

/**
 * Turns recipes into encoded characters, large ones in worker threads. Threads need the worker's file beside this one, as in the
 * built package; without it, the calling thread generates all crowds.
 */
export class CharacterGenerator {
  readonly #threads: number;
  readonly #timeLimit: number;
  #pool: Tinypool | undefined;
  #running = 0;
  readonly #done = { total: 0, failed: 0, milliseconds: 0 };
  readonly #waiting: (() => void)[] = [];

  constructor({
    threads = Math.max(1, availableParallelism() - 1),
    timeLimit = DEFAULT_TIME_LIMIT_MILLISECONDS,
  }: GenerationOptions = {}) {
    this.#threads = existsSync(WORKER) ? threads : 0;
    this.#timeLimit = timeLimit;
  }

  /**
   * @throws {RecipeError} naming the field that makes it impossible
   * @throws {ServiceError} 422 for a recipe that takes too long, 503 where too many wait
   */
  async generate(recipe: Recipe, manifest: Manifest): Promise<EncodedCharacters> {
    if (this.#threads === 0 || isSmall(recipe)) return this.#count(() => encodeCharacters(recipe, manifest));
    await this.#takeTurn();
    try {
      return await this.#count(() => this.#generateInThread({ recipe, manifest }));
    } finally {
      this.#giveTurn();
    }
  }

  /** Figures for the operator, by name. */
  figures(): Figures {
    const { total, failed, milliseconds } = this.#done;
    return {
      three_crowd_generations_total: total,
      three_crowd_generations_failed_total: failed,
      three_crowd_generation_seconds_total: milliseconds / 1000,
      three_crowd_generations_running: this.#running,
      three_crowd_generations_waiting: this.#waiting.length,
    };
  }

  async #count(generate: () => EncodedCharacters | Promise<EncodedCharacters>): Promise<EncodedCharacters> {
    const started = performance.now();
    this.#done.total += 1;
    try {
      return await generate();
    } catch (error) {
      this.#done.failed += 1;
      throw error;
    } finally {
      this.#done.milliseconds += performance.now() - started;
    }
  }

  /** Ends the threads; tasks under way fail. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
  }

  /** Waits until a thread is free, so that the time limit starts with the work. */
  async #takeTurn(): Promise<void> {
    if (this.#waiting.length >= this.#threads * WAITING_PER_THREAD) {
      throw new ServiceError(503, 'too many large crowds are being generated; try again in a second', {
        'Retry-After': '1',
      });
    }
    if (this.#running < this.#threads) this.#running += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #giveTurn(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running -= 1;
  }

  async #generateInThread(task: GenerationTask): Promise<EncodedCharacters> {
    const pool = await this.#openPool();
    const { signal, stop } = limitWork(this.#timeLimit);
    try {
      // A thread whose task is aborted ends, and another takes its place.
      return (await pool.run(task, { signal })) as EncodedCharacters;
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new ServiceError(
        422,
        `recipe_json: generating its characters takes longer than ${this.#timeLimit / 1000} s; make the crowd smaller, or give it more room`,
      );
    } finally {
      stop();
    }
  }

  /** Loads the package with the first large crowd. */
  async #openPool(): Promise<Tinypool> {
    const { Tinypool } = await import('tinypool');
    this.#pool ??= new Tinypool({
      filename: WORKER,
      minThreads: 0,
      maxThreads: this.#threads,
      idleTimeout: IDLE_MILLISECONDS,
    });
    return this.#pool;
  }
}

/**
 * Aborts after so many milliseconds, yet not before this process has used as much of a processor since: where others use
 * it, what takes long need not be the recipe's fault. Node 20 does not tell the time of a thread.
 */
function limitWork(milliseconds: number): { signal: AbortSignal; stop: () => void } {
  const controller = new AbortController();
  const before = process.cpuUsage();
  const check = () => {
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 >= milliseconds) controller.abort();
    else timer = setTimeout(check, milliseconds / 10);
  };
  let timer = setTimeout(check, milliseconds);
  return { signal: controller.signal, stop: () => clearTimeout(timer) };
}

function isSmall({ size, obstacles, splinePoints, scene }: Recipe): boolean {
  // A scene of the manifest is small.
  const given = typeof scene === 'object' ? scene.slots.length + (scene.things?.length ?? 0) : 0;
  const points = obstacles.length + (splinePoints?.length ?? 0) + given;
  return size <= SMALL_CROWD.size && points <= SMALL_CROWD.points;
}

const WORKER = fileURLToPath(new URL('./generate-worker.js', import.meta.url));
