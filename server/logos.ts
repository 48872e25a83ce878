import { storedLogo } from '#app/platform/branding.ts';
import type { Files } from '#app/platform/files.server.ts';

/** The house's own picture by its name. Its content never changes under that name, so that it may be kept for ever. */
export async function answerLogo(files: Pick<Files, 'find'>, file: string): Promise<Response> {
  const [, hash] = /^([0-9a-f]{40})\.png$/.exec(file) ?? [];
  const content = hash ? await files.find(storedLogo(hash)) : null;
  if (!content) return new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain', 'Cache-Control': 'no-store' } });
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': 'image/png',
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'",
      // Mail programs on the web show it on pages of theirs.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    },
  });
}
