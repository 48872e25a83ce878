import { createHash } from 'node:crypto';
import { wholeBodyOf } from '#app/page-body.server.ts';
import { gzipAround, type GzipAround } from './gzip-around.ts';

interface Kept {
  /** The page without its nonces: one stands between each two pieces. */
  readonly pieces: readonly Buffer[];
  readonly etag: string;
  readonly until: number;
  readonly length: number;
  /** Compressed when the first visitor who reads gzip comes. */
  gzip: Promise<GzipAround> | null;
}

export interface PageVisitor {
  /** The nonce of this answer, as long as every other. */
  readonly nonce: string;
  readonly ifNoneMatch: string | null;
  readonly readsGzip: boolean;
}

export interface PageCache {
  /** The kept page, or one rendered now; requests that arrive meanwhile wait for the same rendering. `key` holds all that makes pages differ. */
  serve(key: string, visitor: PageVisitor, render: () => Promise<Response>): Promise<Response>;
}

export interface PageCacheOptions {
  readonly most: number;
  /** Of all pages together, in bytes before compression. */
  readonly mostLength: number;
  readonly lifetimeMs: number;
  /** What caches between us and the browser may do. */
  readonly cacheControl: string;
  readonly now: () => number;
}

/**
 * A small cache for pages that are the same for everyone in one language and currency.
 * Only whole 200 answers without a cookie that do not ask for the contrary are kept; the least recently made goes first.
 */
export function openPageCache(options: PageCacheOptions): PageCache {
  const kept = new Map<string, Kept>();
  let length = 0;
  const waiting = new Map<string, Promise<Kept | null>>();

  async function make(
    key: string,
    visitor: PageVisitor,
    render: () => Promise<Response>,
  ): Promise<{ kept: Kept | null; response: Response }> {
    const response = await render();
    const { headers } = response;
    // A page without a length is still being made, for a source that is slow; its visitor shall not wait for the end.
    const isWhole = response.status === 200 && headers.has('content-length') && headers.get('content-type')?.startsWith('text/html');
    const isKept = isWhole && !headers.has('set-cookie') && !headers.get('cache-control')?.includes('no-store');
    if (!isKept) return { kept: null, response };
    const body = wholeBodyOf(response) ?? Buffer.from(await response.arrayBuffer());
    const pieces = splitAt(body, Buffer.from(visitor.nonce));
    const hash = createHash('sha256');
    for (const piece of pieces) hash.update(piece);
    const entry: Kept = {
      pieces,
      etag: `"${hash.digest('base64url').slice(0, 27)}"`,
      until: options.now() + options.lifetimeMs,
      length: body.length,
      gzip: null,
    };
    drop(key);
    kept.set(key, entry);
    length += entry.length;
    while (kept.size > options.most || length > options.mostLength) drop(kept.keys().next().value!);
    return { kept: entry, response: await answer(entry, { ...visitor, ifNoneMatch: null }) };
  }

  function drop(key: string): void {
    length -= kept.get(key)?.length ?? 0;
    kept.delete(key);
  }

  async function answer(entry: Kept, { nonce, ifNoneMatch, readsGzip }: PageVisitor): Promise<Response> {
    const headers: Record<string, string> = {
      ETag: readsGzip ? `W/${entry.etag}` : entry.etag,
      'Cache-Control': options.cacheControl,
      Vary: 'Cookie, Accept-Encoding',
    };
    // The browser's copy keeps its own policy and nonce: a 304 must not bring a new one.
    if (ifNoneMatch?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === entry.etag))
      return new Response(null, { status: 304, headers });
    headers['Content-Type'] = 'text/html; charset=utf-8';
    if (!readsGzip) return new Response(joined(entry.pieces, Buffer.from(nonce)), { headers });
    headers['Content-Encoding'] = 'gzip';
    return new Response((await (entry.gzip ??= gzipAround(entry.pieces)))(nonce), { headers });
  }

  return {
    async serve(key, visitor, render) {
      const found = kept.get(key);
      if (found && found.until > options.now()) return answer(found, visitor);
      const running = waiting.get(key);
      // A rendering that turned out not to be for keeping leaves each waiting visitor to render their own.
      const other = running && (await running);
      if (other) return answer(other, visitor);
      const work = make(key, visitor, render);
      waiting.set(
        key,
        work.then((made) => made.kept).catch(() => null),
      );
      try {
        return (await work).response;
      } finally {
        waiting.delete(key);
      }
    },
  };
}

function splitAt(body: Buffer, mark: Buffer): Buffer[] {
  const pieces: Buffer[] = [];
  let from = 0;
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, from)) {
    pieces.push(body.subarray(from, at));
    from = at + mark.length;
  }
  pieces.push(body.subarray(from));
  return pieces;
}

function joined(pieces: readonly Buffer[], between: Buffer): Buffer<ArrayBuffer> {
  return Buffer.concat(pieces.flatMap((piece, index) => (index === 0 ? [piece] : [between, piece])));
}
