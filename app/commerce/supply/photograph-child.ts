import sharp from 'sharp';
import type { MadePhotograph, PhotographAsked } from './prepare-photograph.server.ts';

/*
 * The process in which photographs are decoded and drawn smaller: it may read the program and nothing else, knows no
 * secret, and is ended when it takes too long. Only pixels leave it: where, when and with what it was taken does not.
 */
sharp.cache(false);
sharp.concurrency(1);

process.on('message', async ({ id, content, widths, mostPixels, leastWidth }: PhotographAsked) => {
  process.send!({ id, made: await make(content, { widths, mostPixels, leastWidth }).catch(() => 'damaged' as const) });
});

async function make(
  content: Uint8Array,
  limits: Pick<PhotographAsked, 'widths' | 'mostPixels' | 'leastWidth'>,
): Promise<MadePhotograph | 'damaged' | 'too-small'> {
  const open = () => sharp(content, { failOn: 'error', limitInputPixels: limits.mostPixels, pages: 1, sequentialRead: true });
  const { autoOrient, pages = 1 } = await open().metadata();
  if (pages > 1) return 'damaged';
  if (autoOrient.width < limits.leastWidth) return 'too-small';
  const most = Math.min(autoOrient.width, Math.max(...limits.widths));
  // Turned as it was held; without `keepMetadata` nothing of what was written into the file goes on.
  const base = await open()
    .autoOrient()
    .resize({ width: most })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height, channels } = base.info;
  const pictures: MadePhotograph['pictures'][number][] = [];
  for (const one of [...limits.widths.filter((smaller) => smaller < width), width]) {
    const drawn = () => sharp(base.data, { raw: { width, height, channels } }).resize({ width: one });
    pictures.push({ width: one, type: 'avif', content: await drawn().avif({ quality: 52, effort: 2 }).toBuffer() });
    pictures.push({ width: one, type: 'webp', content: await drawn().webp({ quality: 74, effort: 3 }).toBuffer() });
  }
  return { width, height, pictures };
}
