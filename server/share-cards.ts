import { renderAsync } from '@resvg/resvg-js';
import { drawPoster } from '#app/ui/poster/draw-poster.server.ts';
import { readPosterFile } from '#app/ui/poster/poster-address.ts';
import { posterVersion } from '#app/ui/poster/poster-version.ts';
import { cardSize } from '#app/storefront/search-engines/share-card.ts';

export interface CardShelf {
  /** The picture of that name; 404 for a name that is not ours, 503 while too many others are being painted. */
  answer(file: string): Promise<Response>;
}

const said = (words: string, status: number, more: HeadersInit = {}) =>
  new Response(words, { status, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store', ...more } });

/**
 * Share cards: posters as PNG, because the programs that show links read no SVG. One is painted at a time, off the
 * main thread, in some 100 ms; at most `most` are kept and `mostWaiting` may queue.
 */
export function openCardShelf({ most, mostWaiting }: { most: number; mostWaiting: number }): CardShelf {
  const shelf = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();

  function paint(svg: string): Promise<Uint8Array<ArrayBuffer>> {
    waiting += 1;
    const painted = last.then(async () => {
      const image = await renderAsync(svg, { font: { loadSystemFonts: false } });
      return new Uint8Array(image.asPng());
    });
    last = painted.catch(() => undefined).finally(() => (waiting -= 1));
    return painted;
  }

  return {
    async answer(file) {
      const found = file.endsWith('.png') ? readPosterFile(file.replace(/png$/, 'svg')) : null;
      if (found?.poster.crop !== 'landscape') return said('Not found', 404);
      // A link shared before a release names a drawing of that time: it gets today's.
      if (found.version !== posterVersion)
        return said('', 302, { Location: `/share-cards/${file.replace(/[0-9a-f]{8}\.png$/, `${posterVersion}.png`)}` });
      let card = shelf.get(file);
      if (!card) {
        if (waiting >= mostWaiting) return said('Busy', 503, { 'Retry-After': '5' });
        card = paint(cardOf(drawPoster(found.poster)));
        shelf.set(file, card);
        card.catch(() => shelf.delete(file));
        if (shelf.size > most) shelf.delete(shelf.keys().next().value!);
      }
      return new Response(await card, {
        headers: {
          'Content-Type': 'image/png',
          'X-Content-Type-Options': 'nosniff',
          'Cross-Origin-Resource-Policy': 'cross-origin',
          'Cache-Control': 'public, max-age=31536000, immutable',
        },
      });
    },
  };
}

/** The poster on its mat, with our sign in a corner. */
function cardOf(poster: string): string {
  const { width, height } = cardSize;
  const mat = 20;
  const [inside, tall] = [width - 2 * mat, height - 2 * mat];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="${width}" height="${height}" fill="#FBF7EF"/><svg x="${mat}" y="${mat}" width="${inside}" height="${tall}" viewBox="0 ${(400 - (600 * tall) / inside) / 2} 600 ${(600 * tall) / inside}">${poster}</svg><g transform="translate(${mat + 28} ${mat + 28})"><circle cx="44" cy="44" r="44" fill="#1C2340"/><g transform="translate(14 14) scale(1.77)" fill="none" stroke="#FBF7EF" stroke-width="1.4"><circle cx="21.8" cy="12.3" r="4.6" fill="#E0912F" stroke="none"/><path d="M1.6 21.4c6.2-6.3 10.4-5.9 15.3-1.7 4.6 3.9 9.2 4.1 15.2 1.5M5.4 28c4.1-5.5 7.7-5.1 12.6-2.1 3.6 2.1 7 2.5 10.9 1.2"/></g></g></svg>`;
}
