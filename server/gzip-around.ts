import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';

/** The compressed bytes of a page with this text in each gap: one gzip member. */
export type GzipAround = (between: string) => Buffer<ArrayBuffer>;

const deflate = promisify(deflateRaw);
/** RFC 1952: deflate, no name, no time, unknown system. */
const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** RFC 1951: the last block, stored, of no bytes. */
const lastBlock = Buffer.from([1, 0, 0, 0xff, 0xff]);
const mostStored = 0xffff;

/**
 * Compresses the pieces of a page once, so that each visitor's own text (the nonce of their answer) can be put between
 * them without compressing again: each piece ends on a whole byte, and the text stands in a stored block.
 */
export async function gzipAround(pieces: readonly Buffer[]): Promise<GzipAround> {
  const packed = await Promise.all(pieces.map((piece) => deflate(piece, { level: 6, finishFlush: constants.Z_SYNC_FLUSH })));
  return (between) => {
    const text = Buffer.from(between);
    if (text.length > mostStored) throw new RangeError(`Too long for one stored block: ${text.length} bytes`);
    const stored = Buffer.alloc(5 + text.length);
    stored.writeUInt16LE(text.length, 1);
    stored.writeUInt16LE(text.length ^ mostStored, 3);
    text.copy(stored, 5);
    const parts = [header];
    let sum = 0;
    let length = 0;
    for (const [index, piece] of pieces.entries()) {
      if (index > 0) {
        parts.push(stored);
        sum = crc32(text, sum);
        length += text.length;
      }
      parts.push(packed[index]!);
      sum = crc32(piece, sum);
      length += piece.length;
    }
    const trailer = Buffer.alloc(8);
    trailer.writeUInt32LE(sum, 0);
    trailer.writeUInt32LE(length >>> 0, 4);
    return Buffer.concat([...parts, lastBlock, trailer]);
  };
}
