import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Where requests may go. `ready` follows what its /readyz says. */
interface Target {
  readonly url: URL;
  readonly agent: Agent;
  ready: boolean;
  busy: number;
}

export interface Balancer {
  readonly url: string;
  /** Addresses that are asked for now. */
  ready(): readonly string[];
  close(): Promise<void>;
}

const askEveryMs = 200;
/** A process that is being started again is worth a short wait; a site without any process is not. */
const waitForAnyMs = 10_000;
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']);

/**
 * A small HTTP balancer on loopback, for demonstrations and drills: to the process with the fewest requests under way
 * among those that are ready. It adds the caller's address, as PROXY_HOPS=1 expects. A request is tried elsewhere only
 * while it is certain that nobody has seen it, so no form is ever sent twice by us.
 */
export async function openBalancer(addresses: readonly string[], port = 0): Promise<Balancer> {
  const targets = addresses.map((address): Target => ({
    url: new URL(address),
    // Shorter than a server keeps an idle connection, or a form could meet it while it is being closed.
    agent: new Agent({ keepAlive: true, maxSockets: 256, timeout: 3_000 }),
    ready: false,
    busy: 0,
  }));
  const ask = async (target: Target) => {
    const answer = await fetch(new URL('/readyz', target.url), { signal: AbortSignal.timeout(5_000) }).catch(() => null);
    target.ready = answer?.ok ?? false;
    await answer?.body?.cancel();
  };
  let closed = false;
  const watches = targets.map(async (target) => {
    while (!closed) {
      await ask(target);
      await new Promise((resume) => setTimeout(resume, askEveryMs));
    }
  });
  const pick = async (not: ReadonlySet<Target>): Promise<Target | null> => {
    const until = performance.now() + waitForAnyMs;
    for (;;) {
      const [best] = targets.filter((target) => target.ready && !not.has(target)).sort((a, b) => a.busy - b.busy);
      if (best || performance.now() > until) return best ?? null;
      await new Promise((resume) => setTimeout(resume, 50));
    }
  };

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const tried = new Set<Target>();
    // Forms are small: held whole, so that another process can be asked when the first cannot be reached.
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    for (;;) {
      const target = await pick(tried);
      if (!target) return void outgoing.writeHead(503, { 'Retry-After': '1' }).end();
      tried.add(target);
      target.busy += 1;
      const sent = await send(target, incoming, body, outgoing);
      target.busy -= 1;
      if (sent === 'answered') return;
      if (sent === 'never-arrived') {
        target.ready = false;
        continue;
      }
      if (outgoing.headersSent) return void outgoing.destroy();
      return void outgoing.writeHead(502).end();
    }
  }

  function send(target: Target, incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) {
    return new Promise<'answered' | 'never-arrived' | 'lost'>((resolve) => {
      const headers = Object.fromEntries(Object.entries(incoming.headers).filter(([name]) => !hopByHop.has(name)));
      headers['x-forwarded-for'] = incoming.socket.remoteAddress ?? '';
      if (body.length > 0) headers['content-length'] = String(body.length);
      const onward = request(target.url, { agent: target.agent, method: incoming.method, path: incoming.url, headers }, (answer) => {
        const kept = Object.entries(answer.headers).filter(([name]) => !hopByHop.has(name));
        outgoing.writeHead(answer.statusCode!, Object.fromEntries(kept) as Record<string, string>);
        answer.pipe(outgoing);
        answer.on('end', () => resolve('answered'));
        answer.on('error', () => resolve('lost'));
      });
      onward.on('error', (fault: NodeJS.ErrnoException) => {
        const reads = incoming.method === 'GET' || incoming.method === 'HEAD';
        resolve(!outgoing.headersSent && (fault.code === 'ECONNREFUSED' || reads) ? 'never-arrived' : 'lost');
      });
      onward.end(body);
    });
  }

  const server = createServer((incoming, outgoing) => {
    void pass(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    ready: () => targets.filter((target) => target.ready).map((target) => target.url.href),
    async close() {
      closed = true;
      server.close();
      server.closeAllConnections();
      await Promise.all(watches);
      for (const target of targets) target.agent.destroy();
    },
  };
}
