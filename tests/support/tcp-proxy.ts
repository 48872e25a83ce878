import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

export interface TcpProxy {
  readonly port: number;
  /** Swallows what goes over the busiest of the open connections from now on, both ways, without closing it. */
  swallowOne(): boolean;
  /** Cuts the next connection that sends these words: before they arrive, or after, so that only their answer is lost. */
  cutOver(words: string, when: 'before' | 'after'): void;
  /** Cuts every connection there is. */
  cutAll(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly inner: Socket;
  readonly outer: Socket;
  bytes: number;
  swallowed: boolean;
  /** Nothing that comes back is passed on any more: with it the connection ends. */
  deaf: boolean;
}

/** A wire that a drill can cut, or make as silent as a network that has lost one side. */
export async function openTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let cut: { readonly words: string; readonly when: 'before' | 'after' } | null = null;
  const server = createServer((inner) => {
    const outer = connect(target.port, target.host);
    const pair: Pair = { inner, outer, bytes: 0, swallowed: false, deaf: false };
    pairs.add(pair);
    const pass = (from: Socket, to: Socket) => {
      from.on('data', (some) => {
        if (pair.swallowed) return;
        if (from === outer && pair.deaf) return void inner.destroy();
        if (from === inner && cut && some.includes(cut.words)) {
          const { when } = cut;
          cut = null;
          if (when === 'before') return void inner.destroy();
          pair.deaf = true;
        }
        pair.bytes += some.length;
        to.write(some);
      });
      from.on('error', () => undefined);
      from.on('close', () => {
        pairs.delete(pair);
        // Of a swallowed connection neither side hears that the other has gone.
        if (!pair.swallowed) to.destroy();
      });
    };
    pass(inner, outer);
    pass(outer, inner);
  });
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  const cutAll = () => {
    for (const { inner, outer } of pairs) {
      inner.destroy();
      outer.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    swallowOne() {
      const [busiest] = [...pairs].filter((pair) => !pair.swallowed).sort((a, b) => b.bytes - a.bytes);
      if (busiest) busiest.swallowed = true;
      return busiest !== undefined;
    },
    cutOver: (words, when) => void (cut = { words, when }),
    cutAll,
    async close() {
      const closed = new Promise<void>((resume) => server.close(() => resume()));
      cutAll();
      await closed;
    },
  };
}
