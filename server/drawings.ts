import { gunzipSync, gzipSync } from 'node:zlib';
import { drawLand, drawWorld } from '#app/ui/map/draw-land.server.ts';
import { landVersion } from '#app/ui/map/land-version.ts';
import { readMapFile } from '#app/ui/map/map-frame.ts';
import { drawPoster } from '#app/ui/poster/draw-poster.server.ts';
import { readPosterFile } from '#app/ui/poster/poster-address.ts';
import { posterVersion } from '#app/ui/poster/poster-version.ts';

/** What a shelf holds: files whose names say all about them, and the version of the hand that draws them. */
interface Catalogue {
  readonly folder: string;
  readonly version: string;
  /** The drawing that a file name asks for, and of which version; null for a name that is not ours. */
  read(file: string): { readonly version: string; readonly draw: () => string } | null;
}

export interface Shelf {
  /** The file of that name; 404 for a name that is not ours. */
  answer(request: Request, file: string): Response;
  /** Drawings now kept. */
  readonly kept: number;
}

const everFor = 'public, max-age=31536000, immutable';
const headers = {
  'Content-Type': 'image/svg+xml',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'",
  Vary: 'Accept-Encoding',
};

export const openPosterShelf = (most: number): Shelf =>
  openShelf(most, {
    folder: '/posters',
    version: posterVersion,
    read: (file) => {
      const found = readPosterFile(file);
      return found && { version: found.version, draw: () => drawPoster(found.poster) };
    },
  });

export const openMapShelf = (most: number): Shelf =>
  openShelf(most, {
    folder: '/maps',
    version: landVersion,
    read: (file) => {
      const found = readMapFile(file);
      return found && { version: found.version, draw: () => (found.frame === 'world' ? drawWorld() : drawLand(found.frame)) };
    },
  });

/**
 * Draws each file once and keeps at most `most` of them, compressed (some 4 KB each); the longest unused goes first.
 * A drawing costs a few milliseconds, so asking for every name there is costs no more than asking for pages.
 */
function openShelf(most: number, { folder, version, read }: Catalogue): Shelf {
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
      const found = read(file);
      if (!found) return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
      // A page kept somewhere from before a release names drawings of that time: it gets today's.
      if (found.version !== version)
        return new Response(null, {
          status: 302,
          headers: { Location: `${folder}/${file.replace(/[0-9a-f]{8}\.svg$/, `${version}.svg`)}`, 'Cache-Control': 'no-store' },
        });
      const bytes = take(file, found.draw);
      if (/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
        return new Response(bytes, { headers: { ...headers, 'Content-Encoding': 'gzip', 'Cache-Control': everFor } });
      return new Response(new Uint8Array(gunzipSync(bytes)), { headers: { ...headers, 'Cache-Control': everFor } });
    },
    get kept() {
      return shelf.size;
    },
  };
}
