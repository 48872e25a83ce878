import { spawn, type ChildProcess } from 'node:child_process';
import type { PictureType } from '#app/platform/clean-picture.server.ts';

/** Decoded, a picture takes seven bytes for each pixel; the child may hold a quarter of a gigabyte. */
const mostMeasured = 16_000_000;
const mostMs = 5_000;

export interface PictureMeasures {
  /** Of `sharpnessOf`; null where too little of the picture shows anything. */
  readonly sharpness: number | null;
  /** Of `glareOf`. */
  readonly glare: number;
  /** Of `isCutOff`; of a passport page only it means something. */
  readonly cut: boolean;
}

interface Child {
  readonly process: ChildProcess;
  readonly waiting: Map<number, (measures: PictureMeasures | null) => void>;
}
let child: Child | null = null;
let asked = 0;

/** One process for all, begun with the first picture: no variable of ours, no network of files to write, no process of its own. */
function begin(): Child {
  const own = spawn(
    process.execPath,
    [
      '--permission',
      '--allow-fs-read=*',
      '--allow-addons',
      '--max-old-space-size=96',
      '--input-type=module',
      '--eval',
      "import '#app/products/visas/evisa/picture-child.ts';",
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], serialization: 'advanced', env: {} },
  );
  const waiting: Child['waiting'] = new Map();
  const begun = { process: own, waiting };
  const end = () => {
    if (child === begun) child = null;
    for (const answer of waiting.values()) answer(null);
    waiting.clear();
  };
  own.on('message', ({ id, measures }: { id: number; measures: PictureMeasures }) => waiting.get(id)?.(measures));
  own.on('error', end);
  own.on('exit', end);
  // It does not keep the house open.
  own.unref();
  own.channel?.unref();
  return begun;
}

/** How sharp a picture is, how much of it is burnt out and whether its lines are cut off, measured in a process of its own; null where it could not be: too large, too slow, or not to be drawn. */
export async function measurePicture(
  content: Uint8Array,
  picture: { readonly type: PictureType; readonly width: number; readonly height: number },
): Promise<PictureMeasures | null> {
  if (picture.width * picture.height > mostMeasured) return null;
  child ??= begin();
  const { process: own, waiting } = child;
  asked += 1;
  const id = asked;
  return new Promise((resolve) => {
    // Whoever holds it up is ended, and with it what waits behind.
    const late = setTimeout(() => own.kill('SIGKILL'), mostMs);
    waiting.set(id, (measures) => {
      clearTimeout(late);
      waiting.delete(id);
      resolve(measures);
    });
    own.send({ id, content, ...picture }, (fault) => {
      if (fault) waiting.get(id)?.(null);
    });
  });
}

/** For a test, or a house that closes. */
export function endMeasuring(): void {
  child?.process.kill('SIGKILL');
}
