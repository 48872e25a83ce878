import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { constants, createGzip } from 'node:zlib';

const worthIt = /^(text\/|application\/(json|javascript|xml)|image\/svg)/;

/**
 * Gzip for what we render. Each piece is flushed as it comes, so a streamed page still arrives in pieces;
 * files of the build are compressed once, when it is built.
 */
export function compressed(request: Request, response: Response): Response {
  if (!response.body || request.method === 'HEAD') return response;
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return response;
  if (response.headers.has('content-encoding') || !worthIt.test(response.headers.get('content-type') ?? '')) return response;
  const gzip = createGzip({ level: 5, flush: constants.Z_SYNC_FLUSH });
  const body = Readable.fromWeb(response.body as NodeReadableStream)
    .on('error', (fault) => gzip.destroy(fault))
    .pipe(gzip);
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', 'gzip');
  headers.append('Vary', 'Accept-Encoding');
  headers.delete('Content-Length');
  // Same meaning, other bytes.
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
  return new Response(Readable.toWeb(body) as ReadableStream, { status: response.status, headers });
}
