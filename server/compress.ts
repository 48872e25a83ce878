import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import { wholeBodyOf } from '#app/page-body.server.ts';

const worthIt = /^(text\/|application\/(json|javascript|xml)|image\/svg)/;

const level = 5;
const gzipWhole = promisify(gzip);

export function readsGzip(request: Request): boolean {
  return /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '');
}

/**
 * Gzip for what we render. An answer with a length is compressed whole, off the main thread; of a streamed one each
 * piece is flushed as it comes, so it still arrives in pieces. Files of the build are compressed once, when it is built.
 */
export async function compressed(request: Request, response: Response): Promise<Response> {
  if (!readsGzip(request) || request.method === 'HEAD') return response;
  if (response.headers.has('content-encoding') || !worthIt.test(response.headers.get('content-type') ?? '')) return response;
  const known = wholeBodyOf(response);
  if (!known && !response.body) return response;
  const headers = new Headers(response.headers);
  headers.set('Content-Encoding', 'gzip');
  headers.append('Vary', 'Accept-Encoding');
  // Same meaning, other bytes.
  const etag = headers.get('etag');
  if (etag && !etag.startsWith('W/')) headers.set('ETag', `W/${etag}`);
  const { status } = response;
  if (headers.has('content-length')) {
    const body = await gzipWhole(known ?? (await response.arrayBuffer()), { level });
    headers.set('Content-Length', String(body.length));
    return new Response(body, { status, headers });
  }
  const packer = createGzip({ level, flush: constants.Z_SYNC_FLUSH });
  const body = Readable.fromWeb(response.body as NodeReadableStream)
    .on('error', (fault) => packer.destroy(fault))
    .pipe(packer);
  return new Response(Readable.toWeb(body) as ReadableStream, { status, headers });
}
