import { inflateRawSync } from 'node:zlib';
import type { CvRefusal } from './cv-rules.ts';

/** What the parts of a document of three megabytes may become. */
const mostUnpacked = 24 * 1024 * 1024;
const mostParts = 400;
/** A part that only says where other parts are. */
const mostRelations = 256 * 1024;

export interface DocxPart {
  readonly name: string;
  readonly content: Buffer;
}

/** Parts that run, embed or fetch something (ECMA-376, part 1, 15 and part 2). */
const activePart = /(?:vbaProject|activeX|embeddings\/|oleObject|macrosheets|customUI|\.(?:bin|exe|dll|js|vbs|html?|mht|rtf|scr|lnk))/i;
const activeType = /macroEnabled|vbaProject|text\/html|xhtml|message\/rfc822|application\/rtf/i;
/** Pictures and fonts, which hold no words. Everything else is read as words, whatever its name: a document says itself which part is which. */
const wordless =
  /^word\/(?:media\/[^/]+\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf)|fonts\/[^/]+\.(?:odttf|ttf|fntdata))$|^docProps\/thumbnail\.(?:jpe?g|emf|wmf|png)$/i;
const entities = /<!(?:DOCTYPE|ENTITY|\[CDATA\[)/i;
/** Another alphabet of bytes would hide every word that is looked for. */
const otherBytes = /\0|^\uFFFD|^<\?xml[^>]{0,200}\bencoding\s{0,9}=\s{0,9}["'](?!utf-8["']|us-ascii["'])/i;
const fieldCode = /\b(?:DDEAUTO|DDE|INCLUDETEXT|INCLUDEPICTURE|INCLUDE|IMPORT|LINK|EMBED|DATABASE|MACROBUTTON|QUOTE)\b/i;
/** What another part is to a document: one that is put in place of its words, or run. */
const activeRelation =
  /\/(?:aFChunk|subDocument|oleObject|package|control|activeXControlBinary|vbaProject|attachedToolbars|keyMapCustomizations)$/i;
const plainLink = /^(?:https?:\/\/|mailto:|tel:|#)/i;

/**
 * The parts of a DOCX by its central directory (PKWARE APPNOTE 4.3.12), each opened with what is left of the limit. Refused
 * when it is no such document, is locked, swells beyond measure, or holds what runs or fetches.
 */
export function openDocx(
  content: Buffer,
): { readonly ok: true; readonly parts: readonly DocxPart[] } | { readonly ok: false; readonly refused: CvRefusal } {
  const refuse = (refused: CvRefusal) => ({ ok: false, refused }) as const;
  const end = content.lastIndexOf(Buffer.from('504b0506', 'hex'));
  if (end < 0 || end + 22 > content.length) return refuse('damaged');
  // Whoever reads from the front must not find another end.
  if (end + 22 + content.readUInt16LE(end + 20) !== content.length) return refuse('damaged');
  const count = content.readUInt16LE(end + 10);
  if (count > mostParts) return refuse('damaged');
  const parts: DocxPart[] = [];
  let at = content.readUInt32LE(end + 16);
  let left = mostUnpacked;
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > content.length || content.readUInt32LE(at) !== 0x02014b50) return refuse('damaged');
    const [flags, method, packed] = [content.readUInt16LE(at + 8), content.readUInt16LE(at + 10), content.readUInt32LE(at + 20)];
    const [nameLength, extra, comment, local] = [
      content.readUInt16LE(at + 28),
      content.readUInt16LE(at + 30),
      content.readUInt16LE(at + 32),
      content.readUInt32LE(at + 42),
    ];
    const title = content.subarray(at + 46, at + 46 + nameLength);
    const name = title.toString('utf8');
    at += 46 + nameLength + extra + comment;
    if (flags & 1) return refuse('locked');
    if (name.includes('..') || name.startsWith('/') || name.includes('\\')) return refuse('damaged');
    if (activePart.test(name)) return refuse('active-content');
    if (local + 30 > content.length || content.readUInt32LE(local) !== 0x04034b50) return refuse('damaged');
    // The same part has the same name for whoever goes by the directory and for whoever does not.
    if (!content.subarray(local + 30, local + 30 + content.readUInt16LE(local + 26)).equals(title)) return refuse('damaged');
    const from = local + 30 + content.readUInt16LE(local + 26) + content.readUInt16LE(local + 28);
    const bytes = content.subarray(from, from + packed);
    const opened = method === 0 ? bytes : method === 8 ? unpacked(bytes, left) : null;
    if (opened === null || opened.length > left) return refuse('damaged');
    left -= opened.length;
    parts.push({ name, content: opened });
  }
  const names = new Set(parts.map(({ name }) => name));
  if (names.size !== parts.length) return refuse('damaged');
  if (!names.has('[Content_Types].xml') || !names.has('word/document.xml')) return refuse('other-type');
  for (const { name, content: part } of parts) {
    if (wordless.test(name)) continue;
    const words = part.toString('utf8');
    if (otherBytes.test(words)) return refuse('damaged');
    if (entities.test(words) || fieldCode.test(fieldsOf(words))) return refuse('active-content');
    if (/\.rels$/i.test(name)) {
      if (part.length > mostRelations) return refuse('damaged');
      if (fetches(words)) return refuse('active-content');
    }
    if (name === '[Content_Types].xml' && activeType.test(words)) return refuse('active-content');
  }
  return { ok: true, parts };
}

/** Tags with the words behind them, each read once: what is never closed costs no more than its length. */
function* tagsOf(xml: string): Generator<{ readonly tag: string; readonly words: string }> {
  for (let at = xml.indexOf('<'); at >= 0;) {
    const next = xml.indexOf('<', at + 1);
    const whole = xml.slice(at + 1, next < 0 ? xml.length : next);
    const end = endOfTag(whole);
    yield { tag: whole.slice(0, end), words: whole.slice(end + 1) };
    at = next;
  }
}

/** A tag ends at the first > that is not part of a value, or not at all. */
function endOfTag(whole: string): number {
  let quote = '';
  for (let at = 0; at < whole.length; at += 1) {
    const letter = whole[at]!;
    if (quote) quote = letter === quote ? '' : quote;
    else if (letter === '"' || letter === "'") quote = letter;
    else if (letter === '>') return at;
  }
  return whole.length;
}

const localName = (tag: string) => /^\/?(?:[^\s/:>]*:)?([^\s/:>]*)/.exec(tag)![1]!;

/** Attributes of a tag by name, as a reader of XML has them: what stands inside a value is no attribute. */
function attributesOf(tag: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, double, single] of tag.matchAll(/([^\s=/"'<>]{1,100})\s*=\s*(?:"([^"]*)"|'([^']*)')/g))
    found.set(name!, withoutEntities(double ?? single ?? ''));
  return found;
}

/** The codes of all fields: the pieces of one field together, however many runs they are spread over. */
function fieldsOf(xml: string): string {
  let codes = '';
  let within = false;
  for (const { tag, words } of tagsOf(xml)) {
    const name = localName(tag);
    if (/instrText$/i.test(name)) within = !tag.startsWith('/') && !tag.endsWith('/');
    else if (name === 'fldChar') codes += ' ';
    else if (name === 'fldSimple') for (const [key, value] of attributesOf(tag)) if (/\binstr$/.test(key)) codes += ` ${value} `;
    // A remark in the middle of a code ends nothing.
    if (within) codes += withoutEntities(words);
  }
  return codes;
}

/** A template, a frame or an object that is fetched when the document is opened; links to a page or an address may stay. */
function fetches(relations: string): boolean {
  for (const { tag } of tagsOf(relations)) {
    if (localName(tag) !== 'Relationship') continue;
    const of = attributesOf(tag);
    const type = of.get('Type') ?? '';
    if (activeRelation.test(type)) return true;
    if ((of.get('TargetMode') ?? 'Internal') === 'Internal') continue;
    if (!/\/hyperlink$/i.test(type) || !plainLink.test(of.get('Target') ?? '')) return true;
  }
  return false;
}

function unpacked(bytes: Buffer, most: number): Buffer | null {
  try {
    return inflateRawSync(bytes, { maxOutputLength: most + 1 });
  } catch {
    return null;
  }
}

const named: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,4}));/gi, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name) return named[name] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex!, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

/** The words of a document, a line for each paragraph (WordprocessingML: w:p, w:t, w:tab, w:br). */
export function docxText(parts: readonly DocxPart[]): string {
  const xml = parts.find(({ name }) => name === 'word/document.xml')?.content.toString('utf8') ?? '';
  const lines: string[] = [];
  let line = '';
  for (const { tag, words } of tagsOf(xml)) {
    const name = /^\/?[\w:]{1,20}/.exec(tag)?.[0];
    if (name === 'w:t' && !tag.endsWith('/')) line += words;
    else if (name === 'w:tab') line += ' ';
    else if (name === 'w:br' || name === 'w:cr' || name === '/w:p') {
      lines.push(line);
      line = '';
    }
  }
  return withoutEntities([...lines, line].join('\n'));
}
