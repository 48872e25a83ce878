import { promisify } from 'node:util';
import { createInflate, inflate } from 'node:zlib';

/** Why a PDF of a stranger is not taken. */
export type PdfRefusal = 'damaged' | 'locked' | 'active-content';

/** What a file of four megabytes may become when it is opened. */
const mostUnpacked = 160 * 1024 * 1024;
/** What names and objects may become. */
const mostObjects = 8 * 1024 * 1024;
/** Pages of a scanner have one or two each. */
const mostStreams = 20_000;
/** How far a dictionary reaches back from its stream. */
const longestDictionary = 4_096;
const inflated = promisify(inflate);

const active =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|OpenAction|AA|RichMedia|XFA|SubmitForm|ImportData|GoToR|GoToE|Movie|Sound|Rendition)\b/;

/**
 * Whether a PDF only shows pages: nothing in it runs, opens, is attached, is locked or swells beyond measure (ISO 32000-1,
 * 7.5 and 12.6). Objects that are packed into streams are unpacked and read too. Null: nothing against it.
 */
export async function checkPdf(content: Uint8Array): Promise<PdfRefusal | null> {
  const raw = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  if (!/%%EOF\s*$/.test(raw.slice(-1024))) return 'damaged';
  // Whoever reads archives from their end finds one here.
  if (raw.includes('PK\u0005\u0006')) return 'active-content';
  const said = named(raw);
  if (/\/Encrypt\b/.test(said)) return 'locked';
  if (active.test(said)) return 'active-content';
  let left = mostUnpacked;
  let streams = 0;
  for (const { dictionary, from, until } of streamsOf(raw)) {
    streams += 1;
    if (streams > mostStreams) return 'damaged';
    const filters = dictionary.match(/\/(?:FlateDecode|Fl|LZWDecode|LZW|ASCII85Decode|A85|ASCIIHexDecode|AHx|RunLengthDecode|RL)\b/g) ?? [];
    const flate = filters.filter((one) => one === '/FlateDecode' || one === '/Fl').length;
    // Packed twice, or another way than everybody does, is only done to hide something.
    if (flate > 1) return 'active-content';
    const bytes = content.subarray(from, until);
    if (/\/ObjStm\b/.test(dictionary)) {
      if (filters.length > flate) return 'active-content';
      const objects = flate === 1 ? await unpacked(bytes) : raw.slice(from, until);
      if (objects === null) return 'damaged';
      if (active.test(named(objects))) return 'active-content';
      left -= objects.length;
      if (left <= 0) return 'damaged';
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
  let before = 0;
  for (let found = begin.exec(raw); found; found = begin.exec(raw)) {
    const from = found.index + found[0].length;
    const end = raw.indexOf('endstream', from);
    const until = end < 0 ? raw.length : end;
    const above = raw.slice(Math.max(before, found.index - longestDictionary), found.index);
    yield { dictionary: named(above.slice(Math.max(above.lastIndexOf('obj'), 0))), from, until };
    before = until;
    begin.lastIndex = until;
  }
}

async function unpacked(bytes: Uint8Array): Promise<string | null> {
  try {
    return (await inflated(bytes, { maxOutputLength: mostObjects })).toString('latin1');
  } catch {
    return null;
  }
}

/** How many bytes a stream becomes, counted while they are thrown away; at most `most`. */
function sizeUnpacked(bytes: Uint8Array, most: number): Promise<number> {
  return new Promise((resolve) => {
    let size = 0;
    const counted = createInflate({ chunkSize: 64 * 1024 });
    const over = () => resolve(Math.min(size, most));
    counted.on('data', (part: Buffer) => {
      size += part.length;
      if (size >= most) counted.destroy();
    });
    counted.on('end', over);
    // A stream that ends early shows a page that is not whole: a person will see that.
    counted.on('error', over);
    counted.on('close', over);
    counted.end(bytes);
  });
}
