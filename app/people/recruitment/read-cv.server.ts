import { spawn, type ChildProcess } from 'node:child_process';
import { checkPdf } from '#app/platform/check-pdf.server.ts';
import { cvTypeOf, mostCvBytes, type CvRefusal, type CvType } from './cv-rules.ts';
import type { Said } from './cv-child.ts';

const mostMs = 6_000;
const mostMegabytes = 160;

export type CheckedCv = { readonly ok: true; readonly type: CvType } | { readonly ok: false; readonly refused: CvRefusal };

/**
 * What a file is and whether it may be kept as a CV: nothing in it runs, fetches, is locked or swells. Documents are only
 * opened in the process for it; one that cannot be judged there is not kept.
 */
export async function checkCv(content: Uint8Array): Promise<CheckedCv> {
  if (content.byteLength === 0) return { ok: false, refused: 'empty' };
  if (content.byteLength > mostCvBytes) return { ok: false, refused: 'too-large' };
  const type = cvTypeOf(content);
  if (!type) return { ok: false, refused: 'other-type' };
  if (type === 'application/pdf') {
    const wrong = await checkPdf(content);
    return wrong ? { ok: false, refused: wrong } : { ok: true, type };
  }
  const { text, refused } = await ask(content, type);
  return text === null ? { ok: false, refused: refused ?? 'damaged' } : { ok: true, type };
}

/** The words of a checked CV; null where they could not be read: too slow, too large, or only a picture. */
export async function readCv(content: Uint8Array, type: CvType): Promise<string | null> {
  const { text } = await ask(content, type);
  return text && text.trim().length > 20 ? text : null;
}

interface Child {
  readonly process: ChildProcess;
  readonly waiting: Map<number, (said: Said | 'ended') => void>;
}
let child: Child | null = null;
let asked = 0;

/** One process for all, begun with the first CV: no variable of ours, no file to write, no process of its own. */
function begin(): Child {
  const own = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      `--max-old-space-size=${mostMegabytes}`,
      '--input-type=module',
      '--eval',
      "import '#app/people/recruitment/cv-child.ts';",
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced', env: {} },
  );
  const waiting: Child['waiting'] = new Map();
  const begun = { process: own, waiting };
  const end = () => {
    if (child === begun) child = null;
    for (const answer of waiting.values()) answer('ended');
    waiting.clear();
  };
  own.on('message', ({ id, ...said }: Said & { id: number }) => waiting.get(id)?.(said));
  own.on('error', end);
  own.on('exit', end);
  // It does not keep the house open.
  own.unref();
  own.channel?.unref();
  return begun;
}

/** What the process says of a file. When it is ended over another file it is asked once more. */
async function ask(content: Uint8Array, type: CvType): Promise<Said> {
  const nothing: Said = { text: null, refused: null };
  const said = await askOnce(content, type);
  if (said === 'late') return nothing;
  if (said !== 'ended') return said;
  const again = await askOnce(content, type);
  return typeof again === 'string' ? nothing : again;
}

async function askOnce(content: Uint8Array, type: CvType): Promise<Said | 'late' | 'ended'> {
  child ??= begin();
  const { process: own, waiting } = child;
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    // Whoever holds it up is ended, and with it what waits behind.
    const late = setTimeout(() => {
      waiting.delete(id);
      own.kill('SIGKILL');
      resolve('late');
    }, mostMs);
    waiting.set(id, (said) => {
      clearTimeout(late);
      waiting.delete(id);
      resolve(said);
    });
    own.send({ id, pdf: type === 'application/pdf', content }, (fault) => {
      if (fault) waiting.get(id)?.('ended');
    });
  });
}

/** For a test, or a house that closes. */
export function endReading(): void {
  child?.process.kill('SIGKILL');
}
