import { createServer } from 'node:http';
import { type LocalServer, listenLocally } from '../file-server.js';
import { passOn } from './pass-on.js';

/** Milliseconds between two looks at `/ready` of a server. */
const LOOK_INTERVAL = 100;

export interface Balancer extends LocalServer {
  /** Adds a server, which gets requests as long as `/ready` is 200. */
  add(url: string): void;
}

/** Passes each request on to the next server in turn; one whose `/ready` is not 200 gets no more. */
export async function startBalancer(): Promise<Balancer> {
  let servers: string[] = [];
  let turn = 0;
  const balancer = createServer((incoming, outgoing) => {
    turn += 1;
    passOn(incoming, outgoing, servers[turn % servers.length]);
  });
  // Without this, an idle connection may close while its client reuses it, if this process is delayed.
  balancer.keepAliveTimeout = 0;
  const { url, close } = await listenLocally(balancer);
  const looking = setInterval(() => {
    for (const url of servers) {
      const remove = () => {
        servers = servers.filter((other) => other !== url);
      };
      fetch(`${url}/ready`).then(({ ok }) => ok || remove(), remove);
    }
  }, LOOK_INTERVAL);
  return {
    url,
    add: (url) => servers.push(url),
    close() {
      clearInterval(looking);
      return close();
    },
  };
}
