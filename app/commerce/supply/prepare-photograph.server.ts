import { spawn, type ChildProcess } from 'node:child_process';
import { photoWidths } from '#app/ui/poster/photo-address.ts';
import { drawnLogo, leastLogoHeight, mostLogoPixels } from './logo-rules.ts';
import { leastWidth, mostPixels } from './photograph-rules.ts';

const mostMs = 60_000;

export interface PhotographAsked {
  readonly id: number;
  readonly content: Uint8Array;
  readonly make: 'photograph';
  readonly widths: readonly number[];
  readonly mostPixels: number;
  readonly leastWidth: number;
}

export interface LogoAsked {
  readonly id: number;
  readonly content: Uint8Array;
  readonly make: 'logo';
  readonly type: 'pixels' | 'drawing';
  readonly mostPixels: number;
  readonly leastHeight: number;
  /** The frame it is drawn into. */
  readonly frame: { readonly width: number; readonly height: number };
}

export interface MadeLogo {
  readonly width: number;
  readonly height: number;
  /** PNG, with what shines through. */
  readonly content: Uint8Array;
}

export interface MadePhotograph {
  /** Of the largest picture, in pixels. */
  readonly width: number;
  readonly height: number;
  readonly pictures: readonly { readonly width: number; readonly type: 'avif' | 'webp'; readonly content: Uint8Array }[];
}
type Answer<Made> = Made | 'damaged' | 'too-small';
/** The number it is asked under is put in when it is its turn. */
type Asked = Omit<PhotographAsked, 'id'> | Omit<LogoAsked, 'id'>;

/** One picture at a time: each takes a processor for seconds. */
let last: Promise<unknown> = Promise.resolve();
let asked = 0;

/**
 * A photograph in the widths the pages show, each as AVIF and WebP, without anything that was written into its file. Made in
 * a process of its own, which lives for this picture only. Says `damaged` also for what is too large or takes too long.
 */
export function preparePhotograph(content: Uint8Array): Promise<Answer<MadePhotograph>> {
  return inTurn<MadePhotograph>({ make: 'photograph', content, widths: photoWidths, mostPixels, leastWidth });
}

/** A logo as one small picture, by the same way; a drawing becomes pixels. */
export function prepareLogo(content: Uint8Array, type: 'pixels' | 'drawing'): Promise<Answer<MadeLogo>> {
  return inTurn<MadeLogo>({ make: 'logo', content, type, mostPixels: mostLogoPixels, leastHeight: leastLogoHeight, frame: drawnLogo });
}

function inTurn<Made>(ask: Asked): Promise<Answer<Made>> {
  const next = last.then(
    () => makeInChild<Made>(ask),
    () => makeInChild<Made>(ask),
  );
  last = next;
  return next;
}

async function makeInChild<Made>(ask: Asked): Promise<Answer<Made>> {
  const child = begin();
  asked += 1;
  const message: PhotographAsked | LogoAsked = { ...ask, id: asked };
  const late = setTimeout(() => child.kill('SIGKILL'), mostMs);
  try {
    return await new Promise<Answer<Made>>((resolve) => {
      child.on('message', ({ made }: { made: Answer<Made> }) => resolve(made));
      child.on('error', () => resolve('damaged'));
      child.on('exit', () => resolve('damaged'));
      child.send(message, (fault) => {
        if (fault) resolve('damaged');
      });
    });
  } finally {
    clearTimeout(late);
    child.kill('SIGKILL');
  }
}

/** No variable of ours, nothing it could write to, no process of its own; little more than the picture fits into it. */
function begin(): ChildProcess {
  return spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--max-old-space-size=256',
      '--input-type=module',
      '--eval',
      "import '#app/commerce/supply/photograph-child.ts';",
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced', env: {} },
  );
}
