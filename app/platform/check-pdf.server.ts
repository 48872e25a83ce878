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
/** How many letters may say how a stream is packed. */
const longestFilter = 200;
const inflated = promisify(inflate);

/** Names of what runs, is attached, or is fetched from elsewhere (ISO 32000-1, 7.11, 12.6.4 and 13). */
const active = new RegExp(
  [
    /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|EF|FileAttachment|Collection|OpenAction|AA|RichMedia|XFA|SubmitForm|ImportData)\b/,
    /\/(?:GoToR|GoToE|Movie|Sound|Rendition|FFilter)\b/,
    /\/F\s*(?:\(|<)/,
    // A link that opens no page.
    /\/URI\s*\(\s*(?:[jJ]ava[sS]cript|[vV][bB][sS]cript|data|file)\s*:/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Among the bytes of a stream: something that a viewer who was sent there could take for an object. */
const objectLike = /[\d\s\0]obj|endobj|trailer|xref/;

/**
 * Whether a PDF only shows pages: nothing in it runs, opens, is attached, is locked or swells beyond measure (ISO 32000-1,
 * 7.5 and 12.6). Objects that are packed into streams are unpacked and read too. Viewers forgive much, and each forgives
 * something else: what one of them could read another way than it is read here is refused. Null: nothing against it.
 */
export async function checkPdf(content: Uint8Array): Promise<PdfRefusal | null> {
  const raw = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1');
  if (!/%%EOF\s*$/.test(raw.slice(-1024))) return 'damaged';
  // Whoever reads archives from their end finds one here.
  if (raw.includes('PK\u0005\u0006')) return 'active-content';
  const said = named(raw);
  if (/\/Encrypt\b/.test(said)) return 'locked';
  // Only a file with such an index has objects in its streams.
  const packsObjects = /\/XRef\b/.test(said);
  let left = mostUnpacked;
  let streams = 0;
  for (const { inside, outside, body } of streamsOf(raw)) {
    if (active.test(outside) || (objectLike.test(inside) && active.test(inside))) return 'active-content';
    if (!body) break;
    streams += 1;
    if (streams > mostStreams) return 'damaged';
    const dictionary = inside + outside;
    const ways = waysPacked(dictionary);
    // Packed twice, or another way than everybody does, is only done to hide something.
    if (!ways || ways.some((names) => names.filter(isFlate).length > 1)) return 'active-content';
    const flate = ways.some((names) => names.some(isFlate));
    const bytes = content.subarray(...body);
    const declared = /\/ObjStm\b/.test(dictionary);
    // A viewer may unpack objects from whatever says how many there are, whether or not it is called so.
    if (declared || (packsObjects && /\/First\b/.test(dictionary) && /\/N\b/.test(dictionary))) {
      if (ways.some((names) => names.some((name) => hidesObjects.test(name)))) return 'active-content';
      // Bytes that are told as differences to the row above do not spell a name.
      if (/\/Predictor\s*(?!1\b)/.test(dictionary)) return 'active-content';
      const objects = await unpacked(bytes);
      if (objects === 'too-large' || (declared && flate && objects === null)) return 'damaged';
      if (active.test(named(raw.slice(...body))) || (objects !== null && active.test(named(objects)))) return 'active-content';
      left -= objects?.length ?? 0;
    } else if (flate) {
      left -= await sizeUnpacked(bytes, left);
    }
    if (left <= 0) return 'damaged';
  }
  return null;
}

/** Names may be written with #xx in place of a letter; this is how a viewer reads them. */
const named = (text: string) => text.replace(/#([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const isFlate = (name: string) => name === 'FlateDecode' || name === 'Fl';
const hidesObjects = /^(?:LZW|LZWDecode|A85|ASCII85Decode|AHx|ASCIIHexDecode|RL|RunLengthDecode|Crypt)$/;

/** The filters of every stream that a dictionary could be of. Null: they stand elsewhere, where they could be anything. */
function waysPacked(dictionary: string): string[][] | null {
  const ways: string[][] = [];
  for (const { index, 0: key } of dictionary.matchAll(
    /\/(?:Filter|F(?=\s*\[?\s*\/(?:Fl|LZW|A85|ASCII|AHx|RL|RunL|DCT|CCF|JBIG|JPX|Crypt)))\b/g,
  )) {
    const value = dictionary.slice(index + key.length, index + key.length + longestFilter).trimStart();
    const names = /^(?:\/[\w.-]+|\[[\s\w./-]*\])/.exec(value)?.[0];
    if (names === undefined || /[\s[]\d/.test(names)) return null;
    ways.push(names.match(/[A-Za-z]\w*/g) ?? []);
  }
  return ways;
}

/** A stretch of a file up to where a stream could begin: the bytes of the stream before it, and what is said after them. */
interface Stretch {
  readonly inside: string;
  readonly outside: string;
  /** Where the bytes of the stream begin and end; null behind the last. */
  readonly body: readonly [from: number, until: number] | null;
}

/** Everything that could be begun as a stream, also inside another one: where a viewer begins to read is the file's to say. */
function* streamsOf(raw: string): Generator<Stretch> {
  const begin = /\bstream[ \t\0\f]*(?:\r\n?|\n)/g;
  let [from, until] = [0, 0];
  // Looked for once, however many streams are begun before it.
  let end = -1;
  for (let found = begin.exec(raw); found; found = begin.exec(raw)) {
    const over = Math.min(until, found.index);
    const stretch = { inside: named(raw.slice(from, over)), outside: named(raw.slice(over, found.index)) };
    from = found.index + found[0].length;
    if (end < from) end = raw.indexOf('endstream', from);
    if (end < 0) end = raw.length;
    until = end;
    yield { ...stretch, body: [from, until] };
  }
  yield { inside: named(raw.slice(from, until)), outside: named(raw.slice(until)), body: null };
}

async function unpacked(bytes: Uint8Array): Promise<string | 'too-large' | null> {
  try {
    return (await inflated(bytes, { maxOutputLength: mostObjects })).toString('latin1');
  } catch (fault) {
    return fault instanceof RangeError ? 'too-large' : null;
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
