import { Writable } from 'node:stream';
import { waitingType } from './start-scripts.ts';

/** Turns of the event loop a page gets to become whole; one without late data needs two or three. */
const turns = 10;

const whole = new WeakMap<Response, Buffer<ArrayBuffer>>();

/** The bytes of a page that was whole at once, without reading its body as a stream; null of any other answer. */
export function wholeBodyOf(response: Response): Buffer<ArrayBuffer> | null {
  return whole.get(response) ?? null;
}

/**
 * The answer to send. On its way through the router a page that was whole at once has its bytes beside it and no body:
 * a body would be copied into a stream there, and read out of it again.
 */
export function withWholeBody(response: Response): Response {
  const body = whole.get(response);
  if (!body) return response;
  const answer = new Response(body, { status: response.status, headers: response.headers });
  whole.set(answer, body);
  return answer;
}

/**
 * Gathers what React writes. A page that is whole within a few turns goes out in one piece, with its length; one that
 * waits for late data goes out as a stream. One piece spares a web stream and a write for every two kilobytes.
 */
export class PageBody extends Writable {
  #pieces: Uint8Array[] = [];
  #stream: ReadableStreamDefaultController<Uint8Array> | null = null;
  #whole = false;

  constructor() {
    // React should never have to wait for us: the page is in memory either way.
    super({ highWaterMark: 4 * 1024 * 1024 });
  }

  override _write(piece: Uint8Array, _encoding: BufferEncoding, done: () => void): void {
    if (this.#stream) this.#stream.enqueue(piece);
    else this.#pieces.push(piece);
    done();
  }

  override _final(done: () => void): void {
    this.#whole = true;
    this.#stream?.close();
    done();
  }

  override _destroy(fault: Error | null, done: (fault: Error | null) => void): void {
    if (!this.#whole) this.#stream?.error(fault ?? new Error('The page was broken off.'));
    done(fault);
  }

  /** Resolves as soon as the page is whole (for `withWholeBody`), or at the last turn with a stream of it. Call once. */
  async respond(status: number, headers: Headers): Promise<Response> {
    for (let turn = 0; turn < turns && !this.#whole; turn += 1) await new Promise((next) => setImmediate(next));
    const gathered = Buffer.concat(this.#pieces);
    this.#pieces = [];
    const begun = scriptsLast(gathered);
    if (this.#whole) {
      headers.set('Content-Length', String(begun.length));
      const response = new Response(null, { headers, status });
      whole.set(response, begun);
      return response;
    }
    const stream = new ReadableStream<Uint8Array>({
      start: (controller) => {
        controller.enqueue(begun);
        this.#stream = controller;
      },
      // The visitor has gone: React stops rendering when its destination is destroyed.
      cancel: () => void this.destroy(),
    });
    return new Response(stream, { headers, status });
  }
}

const endOfHead = Buffer.from('</head>');
const preload = /<link rel="modulepreload" href="([^"]+)"[^>]*>/g;
/** How React writes the one script of the router that is a module. */
const routerScript = Buffer.from(' type="module" async="">');

/**
 * The page is whole and usable before its scripts run, so they are not even asked for before it has been painted: the
 * router preloads them from the head, in front of styles, letters and the first picture. What it would preload stands on
 * its module instead, which does not run by itself; `startScripts` does both.
 */
export function scriptsLast(page: Buffer<ArrayBuffer>): Buffer<ArrayBuffer> {
  const end = page.indexOf(endOfHead);
  const script = page.indexOf(routerScript, end);
  if (end < 0 || script < 0) return page;
  const files: string[] = [];
  const head = page.toString('utf8', 0, end).replace(preload, (_link, file: string) => {
    files.push(file);
    return '';
  });
  const waits = Buffer.from(` type="${waitingType}" data-files="${files.join(' ')}">`);
  return Buffer.concat([Buffer.from(head), page.subarray(end, script), waits, page.subarray(script + routerScript.length)]);
}
