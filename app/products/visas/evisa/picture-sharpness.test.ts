import { Resvg } from '@resvg/resvg-js';
import { afterAll, describe, expect, it } from 'vitest';
import { checkUpload } from './check-upload.server.ts';
import { hasGlare, isBlurred } from './evisa-document-rules.ts';
import { endMeasuring, measurePicture } from './measure-picture.server.ts';
import { glareOf } from './picture-glare.ts';
import { sharpnessOf } from './picture-sharpness.ts';

afterAll(endMeasuring);

/** A page of print, or a face, out of focus by so many pixels. */
function drawn(what: 'page' | 'face', blur: number, light = '', paper = '#f4f1ea'): Uint8Array {
  const print = Array.from({ length: 26 * 60 }, (_, at) => ({ x: 60 + (at % 60) * 14, y: 60 + Math.floor(at / 60) * 32 }))
    .filter(({ x, y }) => (x * 7 + y * 13) % 5)
    .map(({ x, y }) => `<rect x="${x}" y="${y}" width="${4 + ((x * y) % 7)}" height="${10 + ((x + y) % 6)}" fill="#223"/>`);
  const face = `<ellipse cx="450" cy="430" rx="170" ry="230" fill="#c9a184"/><path d="M280 400 Q450 60 620 400 Q600 200 450 190 Q300 200 280 400" fill="#2b1d14"/>
    <circle cx="390" cy="410" r="14" fill="#222"/><circle cx="510" cy="410" r="14" fill="#222"/><path d="M200 1000 Q450 640 700 1000" fill="#335"/>`;
  const size = what === 'page' ? 'width="960" height="920"' : 'width="900" height="1000"';
  const filter = blur > 0 ? `<filter id="b" x="0" y="0" width="100%" height="100%"><feGaussianBlur stdDeviation="${blur}"/></filter>` : '';
  const body = `<g ${blur > 0 ? 'filter="url(#b)"' : ''}>${what === 'page' ? print.join('') : face}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" ${size}>${filter}<rect width="100%" height="100%" fill="${paper}"/>${body}${light}</svg>`;
  return new Uint8Array(new Resvg(svg).render().asPng());
}
const blurred = async (what: 'page' | 'face', blur: number) => {
  const asked = what === 'page' ? 'passport-page' : 'photo';
  const size = what === 'page' ? { width: 960, height: 920 } : { width: 900, height: 1000 };
  const measures = await measurePicture(drawn(what, blur), { type: 'image/png', ...size });
  return measures && measures.sharpness !== null && isBlurred(measures.sharpness, asked);
};

describe('a picture', () => {
  it('is out of focus once print or a face runs together, and not before', async () => {
    expect([await blurred('page', 0), await blurred('page', 1.2), await blurred('page', 4)]).toEqual([false, false, true]);
    expect([await blurred('face', 0), await blurred('face', 4)]).toEqual([false, true]);
  });

  it('is taken all the same, with a word about it: a person looks at it anyway', async () => {
    const noisy = async (blur: number) => {
      const checked = await checkUpload(drawn('page', blur), 'hotel');
      return checked.ok && checked.warnings;
    };
    expect([await noisy(0), await noisy(4)]).toEqual([[], ['blurred']]);
  });

  it('is burnt out where light lies on paper, not by its margin, a white wall or white paper', async () => {
    const glare = async (light: string, paper?: string) => {
      const checked = await checkUpload(drawn('page', 0, light, paper), 'passport-page');
      return checked.ok && checked.warnings;
    };
    const lamp =
      '<defs><radialGradient id="l"><stop offset=".6" stop-color="#fff"/><stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs><ellipse cx="480" cy="420" rx="130" ry="80" fill="url(#l)"/>';
    expect(await glare(lamp)).toEqual(['glare']);
    expect(await glare('')).toEqual([]);
    // A letter of a name is no patch; a white border is where the page ends; a scan is white all over.
    expect(await glare('<circle cx="480" cy="420" r="14" fill="#fff"/>')).toEqual([]);
    expect(await glare('<path d="M0 0H960V50H0zM0 0H50V920H0z" fill="#fff"/>')).toEqual([]);
    expect(await glare(lamp, '#fff')).toEqual([]);
    expect(hasGlare(glareOf(new Float32Array(20 * 20).fill(255), 20, 20))).toBe(false);
  });

  it('that shows nothing, is too large or cannot be drawn is not judged by its focus', async () => {
    expect(sharpnessOf(new Float32Array(400 * 400).fill(200), 400, 400)).toBeNull();
    const page = drawn('page', 0);
    expect(await measurePicture(page, { type: 'image/png', width: 5_000, height: 4_000 })).toBeNull();
    const cut = page.slice(0, Math.floor(page.length / 3));
    expect(await measurePicture(cut, { type: 'image/png', width: 960, height: 920 })).toEqual({ sharpness: null, glare: 0, cut: false });
    // The one after it is measured again.
    expect((await measurePicture(page, { type: 'image/png', width: 960, height: 920 }))!.sharpness).toBeGreaterThan(0.2);
  });
});
