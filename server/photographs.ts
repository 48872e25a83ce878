import { storedPhotograph } from '#app/commerce/supply/photograph-rules.ts';
import type { Files } from '#app/platform/files.server.ts';

/** A photograph by its name. Its content never changes under that name, so that it may be kept for ever. */
export async function answerPhotograph(files: Pick<Files, 'find'>, file: string): Promise<Response> {
  const [, hash, width, type] = /^([0-9a-f]{40})-([1-9]\d{0,3})\.(avif|webp)$/.exec(file) ?? [];
  const content = hash ? await files.find(storedPhotograph(hash, Number(width), type as 'avif' | 'webp')) : null;
  if (!content) return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': `image/${type}`,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  });
}
