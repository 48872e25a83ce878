import sharp from 'sharp';
import type { LogoAsked, MadeLogo, MadePhotograph, PhotographAsked } from './prepare-photograph.server.ts';

/*
 * The process in which photographs are decoded and drawn smaller: it may read the program and nothing else, knows no
 * secret, and is ended when it takes too long. Only pixels leave it: where, when and with what it was taken does not.
 */
sharp.cache(false);
sharp.concurrency(1);

process.on('message', async (asked: PhotographAsked | LogoAsked) => {
  const made = asked.make === 'logo' ? makeLogo(asked) : make(asked.content, asked);
  process.send!({ id: asked.id, made: await made.catch(() => 'damaged' as const) });
});

/** Points an inch at which drawings without a size of their own are measured, and the most that one is drawn with. */
const drawingDensity = { usual: 72, most: 2400 };

async function makeLogo({ content, type, mostPixels, leastHeight, frame }: LogoAsked): Promise<MadeLogo | 'damaged' | 'too-small'> {
  const limits = { failOn: 'error', limitInputPixels: mostPixels, pages: 1 } as const;
  const { autoOrient, pages = 1 } = await sharp(content, limits).metadata();
  if (pages > 1) return 'damaged';
  if (type === 'pixels' && autoOrient.height < leastHeight) return 'too-small';
  const fits = Math.min(frame.width / autoOrient.width, frame.height / autoOrient.height);
  // A drawing is sharp in any size; pixels are only ever made fewer.
  const density = Math.min(drawingDensity.most, Math.max(1, drawingDensity.usual * fits));
  const { data, info } = await sharp(content, type === 'drawing' ? { ...limits, density } : limits)
    .autoOrient()
    .resize({ ...frame, fit: 'inside', withoutEnlargement: type === 'pixels' })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, content: data };
}

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
