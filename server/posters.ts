import { gunzipSync, gzipSync } from 'node:zlib';
import { drawPoster } from '#app/ui/poster/draw-poster.server.ts';
import { readPosterFile } from '#app/ui/poster/poster-address.ts';
import { posterVersion } from '#app/ui/poster/poster-version.ts';

export interface PosterShelf {
  /** The file of that name; 404 for a name that is not ours. */
  answer(request: Request, file: string): Response;
  /** Posters now kept. */
  readonly kept: number;
}

const everFor = 'public, max-age=31536000, immutable';
const headers = {
  'Content-Type': 'image/svg+xml',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
};

/**
 * Draws each poster once and keeps at most `most` of them, compressed (some 4 KB each); the longest unused goes first.
 * A drawing costs about a millisecond, so asking for every name there is costs no more than asking for pages.
 */
export function openPosterShelf(most: number): PosterShelf {
  const shelf = new Map<string, Uint8Array<ArrayBuffer>>();
  function take(file: string, draw: () => string): Uint8Array<ArrayBuffer> {
    const bytes = shelf.get(file) ?? new Uint8Array(gzipSync(draw(), { level: 9 }));
    shelf.delete(file);
    shelf.set(file, bytes);
    if (shelf.size > most) shelf.delete(shelf.keys().next().value!);
    return bytes;
  }
  return {
    answer(request, file) {
      const read = readPosterFile(file);
      if (!read) return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
      // A page kept somewhere from before a release names drawings of that time: it gets today's.
      if (read.version !== posterVersion)
        return new Response(null, {
          status: 302,
          headers: { Location: `/posters/${file.replace(/[0-9a-f]{8}\.svg$/, `${posterVersion}.svg`)}`, 'Cache-Control': 'no-store' },
        });
      const bytes = take(file, () => drawPoster(read.poster));
      if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
        return new Response(bytes, {
          headers: { ...headers, 'Content-Encoding': 'gzip', 'Cache-Control': everFor, Vary: 'Accept-Encoding' },
        });
      return new Response(new Uint8Array(gunzipSync(bytes)), {
        headers: { ...headers, 'Cache-Control': everFor, Vary: 'Accept-Encoding' },
      });
    },
    get kept() {
      return shelf.size;
    },
  };
}
