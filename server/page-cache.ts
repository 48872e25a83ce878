import { createHash } from 'node:crypto';

/** Stands where the nonce of the response stood, so that a kept page gets a fresh one each time it is served. */
const nonceMark = '%%nonce%%';

interface Kept {
  readonly body: string;
  readonly etag: string;
  readonly until: number;
}

export interface PageCache {
  /** The kept page, or one rendered now; requests that arrive meanwhile wait for the same rendering. `key` holds all that makes pages differ. */
  serve(key: string, nonce: string, ifNoneMatch: string | null, render: () => Promise<Response>): Promise<Response>;
}

export interface PageCacheOptions {
  readonly most: number;
  /** Of all pages together, in UTF-16 units. */
  readonly mostLength: number;
  readonly lifetimeMs: number;
  /** What caches between us and the browser may do. */
  readonly cacheControl: string;
  readonly now: () => number;
}

/**
 * A small cache for pages that are the same for everyone in one language and currency.
 * Only whole 200 answers without a cookie are kept; the least recently made goes first.
 */
export function openPageCache(options: PageCacheOptions): PageCache {
  const kept = new Map<string, Kept>();
  let length = 0;
  const waiting = new Map<string, Promise<Kept | null>>();

  async function make(key: string, nonce: string, render: () => Promise<Response>): Promise<{ kept: Kept | null; response: Response }> {
    const response = await render();
    const { headers } = response;
    // A page without a length is still being made, for a source that is slow; its visitor shall not wait for the end.
    const isWhole = response.status === 200 && headers.has('content-length') && headers.get('content-type')?.startsWith('text/html');
    if (!isWhole || headers.has('set-cookie')) return { kept: null, response };
    const text = await response.text();
    const body = text.replaceAll(nonce, nonceMark);
    const entry = {
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      until: options.now() + options.lifetimeMs,
    };
    drop(key);
    kept.set(key, entry);
    length += body.length;
    while (kept.size > options.most || length > options.mostLength) drop(kept.keys().next().value!);
    return { kept: entry, response: answer(entry, nonce, null) };
  }

  function drop(key: string): void {
    length -= kept.get(key)?.body.length ?? 0;
    kept.delete(key);
  }

  function answer(entry: Kept, nonce: string, ifNoneMatch: string | null): Response {
    const headers = { ETag: entry.etag, 'Cache-Control': options.cacheControl, Vary: 'Cookie' };
    // The browser's copy keeps its own policy and nonce: a 304 must not bring a new one.
    if (ifNoneMatch?.split(/,\s*/).some((tag) => tag.replace(/^W\//, '') === entry.etag))
      return new Response(null, { status: 304, headers });
    return new Response(entry.body.replaceAll(nonceMark, nonce), { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
  }

  return {
    async serve(key, nonce, ifNoneMatch, render) {
      const found = kept.get(key);
      if (found && found.until > options.now()) return answer(found, nonce, ifNoneMatch);
      const running = waiting.get(key);
      // A rendering that turned out not to be for keeping leaves each waiting visitor to render their own.
      const other = running && (await running);
      if (other) return answer(other, nonce, ifNoneMatch);
      const work = make(key, nonce, render);
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
