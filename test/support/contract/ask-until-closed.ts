import { Agent, request } from 'node:http';
import { SAMPLE_KEY } from 'three-crowd-server';

/** Asks on one kept connection until the server says that it is closed, or the connection breaks. @returns which */
export async function askUntilClosed(url: string): Promise<string> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = () =>
    new Promise<string | undefined>((resolve) => {
      request(`${url}/v1/crowd/cr_Teahouse`, { agent, headers: { Authorization: `Bearer ${SAMPLE_KEY}` } })
        .on('response', (response) => {
          response.resume().on('end', () => {
            resolve(response.headers.connection === 'close' ? 'closed politely' : undefined);
          });
        })
        .on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
        .end();
    });
  for (;;) {
    const outcome = await ask();
    if (outcome === undefined) continue;
    agent.destroy();
    return outcome;
  }
}
