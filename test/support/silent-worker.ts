/** A worker that answers only through `say`. Tests stub the global `Worker` with it. */
export class SilentWorker<Request, Message> extends EventTarget {
  static last: SilentWorker<unknown, unknown>;
  readonly received: Request[] = [];
  isTerminated = false;

  constructor() {
    super();
    SilentWorker.last = this as SilentWorker<unknown, unknown>;
  }

  postMessage(request: Request): void {
    this.received.push(request);
  }

  terminate(): void {
    this.isTerminated = true;
  }

  say(data: Message): void {
    this.dispatchEvent(Object.assign(new Event('message'), { data }));
  }

  fail(message: string): void {
    this.dispatchEvent(Object.assign(new Event('error'), { message }));
  }
}
