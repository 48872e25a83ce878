import { Resvg } from '@resvg/resvg-js';
import { isCutOff } from './picture-cut.ts';
import { glareOf } from './picture-glare.ts';
import type { PictureMeasures } from './measure-picture.server.ts';
import { measuredSide, sharpnessOf } from './picture-sharpness.ts';

/*
 * The process in which pictures of strangers are decoded: it may read the program and nothing else, knows no secret, and is
 * ended when it takes too long. It is told a picture and says how sharp that is, how much of it
 * is burnt out and whether lines of signs run out of it.
 */
interface Asked {
  readonly id: number;
  readonly type: string;
  readonly width: number;
  readonly height: number;
  readonly content: Uint8Array;
}

process.on('message', ({ id, type, width, height, content }: Asked) => {
  process.send!({ id, measures: measure(type, width, height, content) });
});

function measure(type: string, width: number, height: number, content: Uint8Array): PictureMeasures {
  const scale = Math.min(1, measuredSide / Math.max(width, height));
  const [across, down] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
  const picture = `data:${type};base64,${Buffer.from(content).toString('base64')}`;
  const drawn = new Resvg(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${across}" height="${down}"><image width="${across}" height="${down}" href="${picture}"/></svg>`,
    { font: { loadSystemFonts: false } },
  ).render();
  const { pixels } = drawn;
  const grey = new Float32Array(drawn.width * drawn.height);
  // Brightness after ITU-R BT.601.
  for (let at = 0; at < grey.length; at += 1)
    grey[at] = (pixels[at * 4]! * 299 + pixels[at * 4 + 1]! * 587 + pixels[at * 4 + 2]! * 114) / 1000;
  return {
    sharpness: sharpnessOf(grey, drawn.width, drawn.height),
    glare: glareOf(grey, drawn.width, drawn.height),
    cut: isCutOff(grey, drawn.width, drawn.height),
  };
}
