import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import letterhead from './letterhead.typ?raw';
import type { Asked, Said } from './typesetting-thread.ts';

/** Nothing that we set takes a tenth of it; whatever does is not waited for any longer. */
const mostMs = 20_000;
/** The first document of a thread waits until the thread has read its fonts, on a machine that may be full. */
const mostStartMs = 60_000;
/** Documents that wait for the thread: some seconds of its work. More would only be set for people who have left. */
const mostWaiting = 400;

/** More documents are asked for than can be set in time; the same may well succeed in a moment. */
export class TypesettingBusy extends Error {}

interface Waiting {
  readonly asked: Asked;
  readonly done: (said: Said) => void;
}
interface Thread {
  readonly worker: Worker;
  /** Whether it has read what it needs. */
  ready: boolean;
  under: Waiting | null;
  /** Ends the thread when its document, or before that its start, takes too long. */
  late: NodeJS.Timeout | null;
}
const queue: Waiting[] = [];
let thread: Thread | null = null;

/**
 * Sets a document with a template of ours in a thread of its own, one after the other; gives the PDF. The data reaches
 * Typst as one JSON value (`json(bytes(sys.inputs.data))`), never as markup, so no text of a customer can become an
 * instruction. Throws when the template and its data do not fit or the document takes too long: a fault, not a refusal;
 * and `TypesettingBusy`.
 */
export async function typeset(template: string, data: object): Promise<Buffer> {
  if (queue.length >= mostWaiting) throw new TypesettingBusy(`${mostWaiting} documents wait to be set`);
  const asked = { template, data: JSON.stringify(data) };
  const said = await new Promise<Said>((done) => {
    queue.push({ asked, done });
    setNext();
  });
  if ('fault' in said) throw new Error(`A document could not be set: ${said.fault}`);
  return Buffer.from(said.pdf.buffer, said.pdf.byteOffset, said.pdf.byteLength);
}

function setNext(): void {
  if (queue.length === 0) return;
  thread ??= begin();
  if (thread.under) return;
  const own = thread;
  const next = queue.shift()!;
  own.under = {
    asked: next.asked,
    done: (said) => {
      if (own.late) clearTimeout(own.late);
      own.under = null;
      own.worker.unref();
      next.done(said);
      setNext();
    },
  };
  limit(own);
  // Only while somebody waits does it keep the process alive.
  own.worker.ref();
  own.worker.postMessage(next.asked);
}

function limit(own: Thread): void {
  if (own.late) clearTimeout(own.late);
  own.late = setTimeout(
    () => {
      end(own, 'it took too long');
      void own.worker.terminate();
    },
    own.ready ? mostMs : mostStartMs,
  );
}

/** Begun with the first document of a process, and anew with the next one when it ended. */
function begin(): Thread {
  const begun: Thread = {
    // The file itself, as Node reads it: a build would put it somewhere else.
    worker: new Worker(join(process.cwd(), 'app/platform/typesetting-thread.ts'), { workerData: { letterhead }, execArgv: [] }),
    ready: false,
    under: null,
    late: null,
  };
  begun.worker.on('message', (said: Said | 'ready') => {
    if (said !== 'ready') return begun.under?.done(said);
    begun.ready = true;
    if (begun.under) limit(begun);
  });
  begun.worker.on('error', (fault: Error) => end(begun, fault.message));
  begun.worker.on('exit', () => end(begun, 'the thread ended'));
  return begun;
}

/** Whoever waited for the document under way hears why; the others are set by the next thread. */
function end(own: Thread, why: string): void {
  if (thread === own) thread = null;
  own.under?.done({ fault: why });
}
