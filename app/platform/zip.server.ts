import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  /** ASCII, without folders. */
  readonly name: string;
  readonly content: Buffer;
}

/** A ZIP archive of a few small files (PKWARE APPNOTE 6.3: local headers, central directory, end record; no ZIP64). */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer {
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = deflateRawSync(content);
    const title = Buffer.from(name, 'ascii');
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt16LE(time, 6);
    facts.writeUInt16LE(day, 8);
    facts.writeUInt32LE(crc32(content), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(content.length, 18);
    facts.writeUInt16LE(title.length, 22);
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, title, packed]);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, place, title]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, Buffer.from('504b0506', 'hex'), end]);
}
