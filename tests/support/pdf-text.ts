import { inflateSync } from 'node:zlib';

export interface ReadPdf {
  readonly pages: number;
  /** Names of the embedded fonts without their subset tag. */
  readonly fonts: readonly string[];
  /** The words in the order they were painted, one run of a font a line; Arabic comes in painting order. */
  readonly text: string;
}

/** Reads back a PDF that Typst made: its fonts map glyphs to characters, so the words can be checked as printed. */
export function readPdf(pdf: Buffer): ReadPdf {
  const objects = new Map<string, string>();
  for (const [, number, body] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) objects.set(number!, body!);
  const streamOf = (body: string): string | null => {
    const raw = /stream\n([\s\S]*)\nendstream/.exec(body)?.[1];
    if (raw === undefined) return null;
    const bytes = Buffer.from(raw, 'latin1');
    return body.includes('/FlateDecode') ? inflateSync(bytes).toString('latin1') : raw;
  };
  const fontsByName = new Map<string, Map<number, string>>();
  const fonts = new Set<string>();
  for (const body of objects.values()) {
    const resources = /\/Font <<([\s\S]*?)>>/.exec(body)?.[1] ?? '';
    for (const [, name, number] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const font = objects.get(number!) ?? '';
      fonts.add(/\/BaseFont \/(?:\w{6}\+)?([\w-]+)/.exec(font)?.[1] ?? '');
      fontsByName.set(name!, charactersOf(streamOf(objects.get(/\/ToUnicode (\d+) 0 R/.exec(font)?.[1] ?? '') ?? '') ?? ''));
    }
  }
  const lines: string[] = [];
  for (const body of objects.values()) {
    const content =
      body.includes('/FlateDecode') && !body.includes('/CMap') && !body.includes('/Length1') ? safely(() => streamOf(body)) : null;
    if (!content?.includes(' Tf\n')) continue;
    let font = new Map<number, string>();
    let run: number[] = [];
    for (const part of partsOf(content)) {
      if (typeof part !== 'string') run.push(...part);
      else if (part.startsWith('/F')) font = fontsByName.get(part.slice(1)) ?? font;
      else {
        lines.push(run.map((glyph) => font.get(glyph) ?? '').join(''));
        run = [];
      }
    }
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body)).length;
  return { pages, fonts: [...fonts], text: lines.join('\n') };
}

function charactersOf(map: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, glyph, unicode] of map.matchAll(/<([0-9A-F]{4})> <([0-9A-F]+)>/gi)) {
    characters.set(Number.parseInt(glyph!, 16), Buffer.from(unicode!, 'hex').swap16().toString('utf16le'));
  }
  return characters;
}

/** Font choices, the glyphs of strings (two bytes each) and the words that paint them, in order. */
function* partsOf(content: string): Generator<string | number[]> {
  const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  for (let at = 0; at < content.length; at += 1) {
    const word = /^(?:\/F\d+|T[jJ])\b/.exec(content.slice(at, at + 8))?.[0];
    if (word) yield word;
    if (content[at] !== '(') continue;
    let bytes = '';
    // Parentheses inside a string may stand unescaped when they are balanced.
    for (let depth = 1; depth > 0;) {
      at += 1;
      const octal = /^\\(\d{3})/.exec(content.slice(at, at + 4))?.[1];
      if (octal) {
        bytes += String.fromCharCode(Number.parseInt(octal, 8));
        at += 3;
      } else if (content[at] === '\\') {
        at += 1;
        bytes += letters[content[at]!] ?? content[at]!;
      } else {
        depth += content[at] === '(' ? 1 : content[at] === ')' ? -1 : 0;
        if (depth > 0) bytes += content[at]!;
      }
    }
    yield Array.from(
      { length: Math.floor(bytes.length / 2) },
      (_, index) => bytes.charCodeAt(index * 2) * 256 + bytes.charCodeAt(index * 2 + 1),
    );
  }
}

function safely<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
