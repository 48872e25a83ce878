import { recogniserFolder } from './recogniser-files.ts';

/** Pixels of the longer side that a picture is shrunk to: letters of a passport are then 20 to 40 high. */
const side = 1_800;
const quarters = [0, 1, 3, 2] as const;

/**
 * Recognises capital letters, figures and `<` in a picture, here in the browser: the picture is sent nowhere. It is looked
 * at upright first and then turned, until `found` makes something of the text; null when nothing was found. Rejects when
 * the picture cannot be opened, or what recognises cannot be loaded.
 */
export async function recogniseText<Found>(picture: Blob, found: (text: string) => Found | null): Promise<Found | null> {
  const bitmap = await createImageBitmap(picture);
  const { createWorker, PSM } = await import('tesseract.js');
  const worker = await createWorker('eng', 1, {
    workerPath: `${recogniserFolder}/worker.min.js`,
    corePath: `${recogniserFolder}/tesseract-core-simd-lstm.js`,
    langPath: recogniserFolder,
    // A worker made of a blob would need a wider policy for scripts; what it loads is kept by the browser as files are.
    workerBlobURL: false,
    cacheMethod: 'none',
  });
  try {
    await worker.setParameters({
      tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
      tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
    });
    for (const quarter of quarters) {
      const { data } = await worker.recognize(turned(bitmap, quarter), { rotateAuto: true });
      const answer = found(data.text);
      if (answer !== null) return answer;
    }
    return null;
  } finally {
    bitmap.close();
    await worker.terminate();
  }
}

/** The picture on a canvas of a size that is read well, turned by so many quarters clockwise. */
function turned(bitmap: ImageBitmap, quarter: number): HTMLCanvasElement {
  const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
  const [width, height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = quarter % 2 === 0 ? [width, height] : [height, width];
  const context = canvas.getContext('2d')!;
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarter * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}
