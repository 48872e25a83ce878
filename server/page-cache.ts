import { createHash } from 'node:crypto';

/** Stands where the nonce of the response stood, so that a kept page gets a fresh one each time it is served. */
const nonceMark = '%%nonce%%';

interface Kept {
  readonly body: string;
  readonly etag: string;
  readonly until: number;
}

export interface PageCache {
  /** The kept page, or one rendered now; requests that arrive meanwhile wait for the same rendering. */
  serve(key: string, nonce: string, ifNoneMatch: string | null, render: () => Promise<Response>): Promise<Response>;
  clear(): void;
}

/**
 * A small cache for pages that are the same for everyone in one language and currency.
 * Only whole 200 answers without a cookie are kept; the least recently made goes first.
 */
export function openPageCache(options: { most: number; lifetimeMs: number; now: () => number }): PageCache {
  const kept = new Map<string, Kept>();
  const waiting = new Map<string, Promise<Kept | null>>();

  async function make(key: string, nonce: string, render: () => Promise<Response>): Promise<{ kept: Kept | null; response: Response }> {
    const response = await render();
    const isPage =
      response.status === 200 && !response.headers.has('set-cookie') && response.headers.get('content-type')?.startsWith('text/html');
    if (!isPage) return { kept: null, response };
    const text = await response.text();
    const body = text.replaceAll(nonce, nonceMark);
    const entry = {
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`,
      until: options.now() + options.lifetimeMs,
    };
    kept.delete(key);
    kept.set(key, entry);
    if (kept.size > options.most) kept.delete(kept.keys().next().value!);
    return { kept: entry, response: answer(entry, nonce, null) };
  }

  function answer(entry: Kept, nonce: string, ifNoneMatch: string | null): Response {
    const headers = { ETag: entry.etag, 'Cache-Control': 'public, max-age=0, s-maxage=60, must-revalidate', Vary: 'Cookie' };
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
    clear: () => kept.clear(),
  };
}
