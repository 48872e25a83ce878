import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { checkUpload } from './check-upload.server.ts';
import { endMeasuring } from './measure-picture.server.ts';
import { isCutOff } from './picture-cut.ts';

afterAll(endMeasuring);

/** A drawn page, photographed a little askew on grey: its lines of signs run from 108 to 1322 across and end 965 down. */
const specimen = join(process.cwd(), 'tests/support/passport-specimen.jpg');
const [wide, high] = [1500, 1100];
const lacking = (cut: { left?: number; right?: number; foot?: number }) =>
  sharp(specimen).extract({
    left: cut.left ?? 0,
    top: 0,
    width: wide - (cut.left ?? 0) - (cut.right ?? 0),
    height: high - (cut.foot ?? 0),
  });
async function warned(picture: ReturnType<typeof sharp>, asked: 'passport-page' | 'hotel' = 'passport-page') {
  const checked = await checkUpload(new Uint8Array(await picture.jpeg({ quality: 90 }).toBuffer()), asked);
  return checked.ok ? checked.warnings : checked.refused;
}
const beside = (px: number, background: string) => sharp(specimen).extend({ left: px, right: px, top: px, bottom: px, background });

describe('a passport page', () => {
  it('that lacks the beginning, the end or the lower half of its lines is said to be cut off', async () => {
    expect(await warned(lacking({ left: 100 }))).toEqual(['cut']);
    expect(await warned(lacking({ left: 240 }))).toEqual(['cut']);
    expect(await warned(lacking({ right: 200 }))).toEqual(['cut']);
    expect(await warned(lacking({ foot: 148 }))).toEqual(['cut']);
  });

  it('with its lines whole is not, however close its edges are and whatever it lies on', async () => {
    expect(await warned(sharp(specimen))).toEqual([]);
    expect(await warned(lacking({ left: 60, right: 100, foot: 100 }))).toEqual([]);
    expect(await warned(beside(100, '#221a14'))).toEqual([]);
    expect(await warned(beside(8, '#221a14'))).toEqual([]);
    expect(await warned(beside(90, '#ffffff'))).toEqual([]);
  });

  it('that is turned is not judged, nor is another paper', async () => {
    expect(await warned(lacking({ left: 240 }).rotate(90))).toEqual([]);
    expect(await warned(lacking({ left: 240 }), 'hotel')).toEqual([]);
    expect(isCutOff(new Float32Array(400 * 300).fill(200), 400, 300)).toBe(false);
    expect(isCutOff(new Float32Array(400 * 300), 400, 300)).toBe(false);
  });
});
