import { Agent, request } from 'node:http';
import { SAMPLE_KEY } from 'three-crowd-server';

/** Client that sends requests over one kept connection. */
export interface Caller {
  /** Resolves with the first answer. */
  readonly answered: Promise<void>;
  /** Resolves when the server says that it closes the connection, or the connection breaks: with which of them. */
  readonly closed: Promise<string>;
}

/** Asks on one kept connection again and again, until it is closed. */
export function askUntilClosed(url: string): Caller {
  let tellAnswered = () => {};
  const answered = new Promise<void>((resolve) => {
    tellAnswered = resolve;
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<string | undefined>((resolve) => {
      request(`${url}/v1/crowd/cr_Teahouse`, { agent, headers: { Authorization: `Bearer ${SAMPLE_KEY}` } })
        .on('response', (response) => {
          tellAnswered();
          response.resume().on('end', () => {
            resolve(response.headers.connection === 'close' ? 'closed politely' : undefined);
          });
        })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  const askOn = async (): Promise<string> => {
    for (;;) {
      const outcome = await ask();
      if (outcome === undefined) continue;
      agent.destroy();
      return outcome;
    }
  };
  return { answered, closed: askOn() };
}
