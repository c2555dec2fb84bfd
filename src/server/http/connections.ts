import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { lengthOf } from '../content/write-body.js';
import { closePolitely } from './close-politely.js';

/** State of one connection. */
interface Connection {
  /** The answer under way. */
  answer: ServerResponse | undefined;
  /** Time since which it is idle or busy, in milliseconds of this process. */
  since: number;
  /** Requests that came before the answer to the last one had gone. */
  readonly waiting: (() => void)[];
}

/** Descriptors for files, databases and other things than connections. */
const RESERVED_DESCRIPTORS = 128;
const MOST_CONNECTIONS = 10_000;
/** Milliseconds that any answer may take to be read. */
const LEAST_READING_TIME = 30_000;
/** Bytes that extend that time by a millisecond: 16 kB a second is slower than any network that can show a crowd. */
const BYTES_A_MILLISECOND = 16;
/** Milliseconds that a connection has had nothing to do before it is closed to let another in. */
const LEAST_IDLE_TIME = 250;
/** Milliseconds that a busy connection keeps its place, where none is idle. */
const LEAST_BUSY_TIME = 5_000;
/** Assumed length in bytes of an answer that is built while it is read. */
const UNKNOWN_LENGTH = 4 * 1024 * 1024;

/**
 * The connections of a server. Each has one answer under way, however many requests it pipelines, so that answers do not pile
 * up in memory. At the limit, a new connection replaces the one that has been silent longest.
 */
export class Connections {
  readonly #connections = new Map<Socket, Connection>();
  // Sets iterate in the order of insertion, so the first has waited longest.
  readonly #idle = new Set<Socket>();
  readonly #busy = new Set<Socket>();
  #isClosing = false;
  #refused = 0;

  constructor(readonly limit: number = defaultLimit()) {}

  get open(): number {
    return this.#connections.size;
  }

  /** Number of connections with a request that is being answered. */
  get busy(): number {
    return this.#busy.size;
  }

  /** Number of connections that were closed or refused because the limit was reached. */
  get refused(): number {
    return this.#refused;
  }

  add(socket: Socket): void {
    if (this.#connections.size >= this.limit && !this.#makeRoom()) {
      this.#refused += 1;
      socket.destroy();
      return;
    }
    const connection: Connection = { answer: undefined, since: performance.now(), waiting: [] };
    this.#connections.set(socket, connection);
    closePolitely(socket, () => connection.answer?.req);
    this.#idle.add(socket);
    socket.once('close', () => {
      this.#connections.delete(socket);
      this.#idle.delete(socket);
      this.#busy.delete(socket);
    });
  }

  /** Answers a request after all earlier ones of its connection. */
  answer(incoming: IncomingMessage, outgoing: ServerResponse, answer: () => void): void {
    const { socket } = incoming;
    const connection = this.#connections.get(socket);
    // The connection ends: later requests get no answer.
    if (!connection || !socket.writable) return;
    if (connection.answer) {
      connection.waiting.push(() => this.#begin(socket, connection, outgoing, answer));
    } else {
      this.#begin(socket, connection, outgoing, answer);
    }
  }

  /** From now on, every answer has `Connection: close`. */
  startClosing(): void {
    this.#isClosing = true;
    for (const { answer } of this.#connections.values()) if (answer) answer.shouldKeepAlive = false;
  }

  /** Closes, without a reset, connections that have been idle for so many milliseconds. */
  endIdle(milliseconds: number): void {
    const latest = performance.now() - milliseconds;
    for (const socket of this.#idle) {
      if ((this.#connections.get(socket)?.since ?? 0) > latest) break;
      this.#idle.delete(socket);
      socket.end();
    }
  }

  /** Closes a connection on which nothing has passed for a while, unless its caller waits for this server. */
  endInactive(socket: Socket): void {
    const { answer } = this.#connections.get(socket) ?? {};
    if (!answer?.req.complete || answer.headersSent) socket.destroy();
  }

  /** Closes connections whose readers are too slow. */
  endStalled(): void {
    const now = performance.now();
    for (const socket of this.#busy) {
      const { answer, since = now } = this.#connections.get(socket) ?? {};
      if (now - since < LEAST_READING_TIME) break;
      const length = (answer && lengthOf(answer)) ?? UNKNOWN_LENGTH;
      if (now - since > LEAST_READING_TIME + length / BYTES_A_MILLISECOND) socket.destroy();
    }
  }

  destroyAll(): void {
    for (const socket of this.#connections.keys()) socket.destroy();
  }

  #begin(socket: Socket, connection: Connection, outgoing: ServerResponse, answer: () => void): void {
    connection.answer = outgoing;
    connection.since = performance.now();
    this.#idle.delete(socket);
    this.#busy.add(socket);
    if (this.#isClosing) outgoing.shouldKeepAlive = false;
    outgoing.on('close', () => this.#finish(socket, connection));
    answer();
  }

  #finish(socket: Socket, connection: Connection): void {
    connection.answer = undefined;
    if (socket.destroyed) return;
    const next = connection.waiting.shift();
    if (next) {
      next();
      return;
    }
    connection.since = performance.now();
    this.#busy.delete(socket);
    this.#idle.add(socket);
  }

  /** @returns whether there is room now */
  #makeRoom(): boolean {
    const [idle] = this.#idle;
    const [busy] = this.#busy;
    const oldest = idle ?? busy;
    const since = oldest && this.#connections.get(oldest)?.since;
    // A new connection is about to send a request, and a fast reader is about to finish.
    const least = idle ? LEAST_IDLE_TIME : LEAST_BUSY_TIME;
    if (!oldest || since === undefined || performance.now() - since < least) return false;
    this.#refused += 1;
    this.#connections.delete(oldest);
    this.#idle.delete(oldest);
    this.#busy.delete(oldest);
    oldest.destroy();
    return true;
  }
}

/** The number of descriptors that the process may have, less those reserved. Only Linux tells it. */
function defaultLimit(): number {
  try {
    const [, limit] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (limit !== undefined)
      return Math.min(MOST_CONNECTIONS, Math.max(1, Number(limit) - RESERVED_DESCRIPTORS));
  } catch {
    // Another system.
  }
  return MOST_CONNECTIONS;
}
