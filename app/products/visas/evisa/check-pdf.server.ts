import { createInflate, inflateSync } from 'node:zlib';
import type { UploadRefusal } from './evisa-document-rules.ts';

/** What a file of four megabytes may become when it is opened. */
const mostUnpacked = 160 * 1024 * 1024;
/** What names and objects may become. */
const mostObjects = 8 * 1024 * 1024;

const active =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|OpenAction|AA|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE|Movie|Sound|Rendition)\b/;

/**
 * Whether a PDF only shows pages: nothing in it runs, opens, is attached, is locked or swells beyond measure (ISO 32000-1,
 * 7.5 and 12.6). Objects that are packed into streams are unpacked and read too. Null: nothing against it.
 */
export async function checkPdf(content: Uint8Array): Promise<UploadRefusal | null> {
  const raw = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  if (!/%%EOF\s*$/.test(raw.slice(-1024))) return 'damaged';
  // Whoever reads archives from their end finds one here.
  if (raw.includes('PK\u0005\u0006')) return 'active-content';
  const said = named(raw);
  if (/\/Encrypt\b/.test(said)) return 'locked';
  if (active.test(said)) return 'active-content';
  let left = mostUnpacked;
  for (const { dictionary, from, until } of streamsOf(raw)) {
    const filters = dictionary.match(/\/(?:FlateDecode|Fl|LZWDecode|LZW|ASCII85Decode|A85|ASCIIHexDecode|AHx|RunLengthDecode|RL)\b/g) ?? [];
    const flate = filters.filter((one) => one === '/FlateDecode' || one === '/Fl').length;
    // Packed twice, or another way than everybody does, is only done to hide something.
    if (flate > 1) return 'active-content';
    const bytes = content.subarray(from, until);
    if (/\/ObjStm\b/.test(dictionary)) {
      if (filters.length > flate) return 'active-content';
      const objects = flate === 1 ? unpacked(bytes) : raw.slice(from, until);
      if (objects === null) return 'damaged';
      if (active.test(named(objects))) return 'active-content';
    } else if (flate === 1) {
      left -= await sizeUnpacked(bytes, left);
      if (left <= 0) return 'damaged';
    }
  }
  return null;
}

/** Names may be written with #xx in place of a letter; this is how a viewer reads them. */
const named = (text: string) => text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function* streamsOf(raw: string): Generator<{ dictionary: string; from: number; until: number }> {
  const begin = /\bstream\r?\n/g;
  for (let found = begin.exec(raw); found; found = begin.exec(raw)) {
    const from = found.index + found[0].length;
    const end = raw.indexOf('endstream', from);
    const until = end < 0 ? raw.length : end;
    const object = raw.lastIndexOf('obj', found.index);
    yield { dictionary: named(raw.slice(Math.max(object, found.index - 4_096, 0), found.index)), from, until };
    begin.lastIndex = until;
  }
}

function unpacked(bytes: Uint8Array): string | null {
  try {
    return inflateSync(bytes, { maxOutputLength: mostObjects }).toString('latin1');
  } catch {
    return null;
  }
}

/** How many bytes a stream becomes, counted while they are thrown away; at most `most`. */
function sizeUnpacked(bytes: Uint8Array, most: number): Promise<number> {
  return new Promise((resolve) => {
    let size = 0;
    const inflate = createInflate({ chunkSize: 64 * 1024 });
    const over = () => resolve(Math.min(size, most));
    inflate.on('data', (part: Buffer) => {
      size += part.length;
      if (size >= most) inflate.destroy();
    });
    inflate.on('end', over);
    // A stream that ends early shows a page that is not whole: a person will see that.
    inflate.on('error', over);
    inflate.on('close', over);
    inflate.end(bytes);
  });
}
