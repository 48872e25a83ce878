import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { answerPhotograph } from '#server/photographs.ts';
import { photoAddress, photoWidthsOf } from '#app/ui/poster/photo-address.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { readAlts, readFocus, type Alts } from './photograph-rules.ts';
import { findCovers, findPhotos, listPhotographs } from './photographs-store.server.ts';
import { addPhotograph, workPhotograph, type PhotographWork } from './work-photographs.server.ts';

const platform = await openTestPlatform();
const alt: Alts = {
  en: 'Dunes at dusk',
  ar: 'كثبان عند الغروب',
  tl: 'Buhangin sa takipsilim',
  es: 'Dunas al anochecer',
  pt: 'Dunas ao anoitecer',
};
const place = { kind: 'tour', thing: 'best-of-italy' } as const;
const add = (content: Uint8Array, more: { alt?: Alts | null } = {}) =>
  addPhotograph(platform, { ...place, content, alt, focus: { x: 30, y: 70 }, staffId: 'clerk', ...more });

const flat = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#c96' } });
/** As a telephone writes it: lying on its side, with the place where it was taken. */
const taken = await flat(600, 900)
  .withExif({ IFD0: { Copyright: 'A secret of the camera' }, IFD3: { GPSLatitude: '25/1 11/1 0/1', GPSLatitudeRef: 'N' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer();
const honest = await flat(1000, 600).png().toBuffer();

/** A PNG of a few hundred bytes that says it has so many pixels. */
function bomb(side: number): Uint8Array {
  const chunk = (name: string, body: Uint8Array) => {
    const data = Buffer.concat([Buffer.from(name), body]);
    const out = Buffer.alloc(data.length + 8);
    out.writeUInt32BE(body.length);
    data.copy(out, 4);
    return out;
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2], 8);
  return Buffer.concat([
    Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(64))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

describe('a photograph', () => {
  it('is kept upright in its widths, with nothing of where it was taken, at an address for ever', async () => {
    const added = await add(taken);
    expect(added.ok).toBe(true);
    const [photo] = await findPhotos(platform.db, 'tour', place.thing, 'ar');
    expect(photo).toMatchObject({ width: 900, height: 600, focusX: 30, focusY: 70, alt: alt.ar });
    expect(photoWidthsOf(photo!)).toEqual([480, 800, 900]);
    for (const type of ['avif', 'webp'] as const) {
      const answer = await answerPhotograph(platform.files, photoAddress(photo!.hash, 480, type).replace('/photos/', ''));
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        `image/${type}`,
        'public, max-age=31536000, immutable',
      ]);
      const content = Buffer.from(await answer.arrayBuffer());
      expect(await sharp(content).metadata()).toMatchObject({ width: 480, height: 320 });
      expect((await sharp(content).metadata()).exif).toBeUndefined();
      expect(content.includes('A secret of the camera')).toBe(false);
    }
    expect((await answerPhotograph(platform.files, '../../etc/passwd')).status).toBe(404);
    expect((await answerPhotograph(platform.files, `${'0'.repeat(40)}-480.avif`)).status).toBe(404);
  });

  it('gives way to another as the first, is described anew against its version, and is gone with its files', async () => {
    const second = await add(honest);
    if (!second.ok) throw new Error(second.refused);
    const work = (id: string, version: number, what: PhotographWork) =>
      workPhotograph(platform, { ...place, id, version, staffId: 'clerk', work: what });
    expect((await work(second.value, 1, { do: 'first' })).ok).toBe(true);
    expect((await findCovers(platform.db, 'tour', 'en')).get(place.thing)).toMatchObject({ width: 1000 });
    expect(await work(second.value, 1, { do: 'remove' })).toMatchObject({ refused: 'changed-meanwhile' });
    expect(await work(second.value, 2, { do: 'describe', alt: null, focus: { x: 1, y: 1 } })).toMatchObject({ refused: 'alt' });
    expect(
      await workPhotograph(platform, { kind: 'stay', thing: 'x', id: second.value, version: 2, staffId: 'clerk', work: { do: 'remove' } }),
    ).toMatchObject({ refused: 'not-found' });
    const { hash } = (await findCovers(platform.db, 'tour', 'en')).get(place.thing)!;
    expect((await work(second.value, 2, { do: 'remove' })).ok).toBe(true);
    expect((await answerPhotograph(platform.files, `${hash}-480.avif`)).status).toBe(404);
    expect(await listPhotographs(platform.db, 'tour', place.thing)).toHaveLength(1);
  });

  it('is told in every language, and its point lies on it', () => {
    expect(readAlts((language) => alt[language])).toEqual(alt);
    expect(readAlts((language) => (language === 'tl' ? ' ' : alt[language]))).toBeNull();
    expect([readFocus('30,70'), readFocus('101,0'), readFocus('30;70')]).toEqual([{ x: 30, y: 70 }, null, null]);
  });

  it('is refused when it is hostile, and nothing of it is kept', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/passwd"/><script>alert(1)</script></svg>');
    const frames = await Promise.all(
      ['#c96', '#369'].map((background) =>
        sharp({ create: { width: 900, height: 600, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .webp({ loop: 0, delay: [50, 50] })
      .toBuffer();
    const corpus: readonly (readonly [string, Uint8Array, string])[] = [
      ['nothing', new Uint8Array(), 'empty'],
      ['a drawing with a script', svg, 'other-type'],
      [
        'a page that says it is a JPEG',
        Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.from('<html><script>1</script>')]),
        'damaged',
      ],
      ['an animated GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1'), 'other-type'],
      ['a bomb of 3.6 thousand million pixels', bomb(60_000), 'damaged'],
      ['a picture cut off in the middle', taken.subarray(0, taken.length >> 1), 'damaged'],
      ['a picture that moves', moving, 'damaged'],
      ['a stamp', await flat(80, 60).png().toBuffer(), 'too-small'],
    ];
    const before = (await listPhotographs(platform.db, 'tour', place.thing)).length;
    for (const [name, content, refused] of corpus) expect([name, await add(content)]).toEqual([name, { ok: false, refused }]);
    expect(await add(honest, { alt: null })).toMatchObject({ refused: 'alt' });
    expect(await listPhotographs(platform.db, 'tour', place.thing)).toHaveLength(before);
  }, 60_000);
});
