import { deflateSync } from 'node:zlib';

/** Papers that pass the checks of an upload: noise of the right size, so that they hold detail. */

function chunk(name: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(name, 4, 'latin1');
  const crc = Buffer.alloc(4);
  crc.writeUInt32BE(crcOf(Buffer.concat([Buffer.from(name, 'latin1'), data])), 0);
  return Buffer.concat([head, data, crc]);
}

function crcOf(data: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** A grey picture of this many pixels. */
export function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  let seed = 7;
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < rows.length; at += 1) {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff;
    rows[at] = at % (width + 1) === 0 ? 0 : (seed >> 16) & 15;
  }
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export const passportPage = () => ({ name: 'passport.png', mimeType: 'image/png', buffer: pngOf(1000, 700) });
export const portrait = () => ({ name: 'photo.png', mimeType: 'image/png', buffer: pngOf(400, 500) });
export const visaPdf = () => ({
  name: 'visa.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
  ),
});
