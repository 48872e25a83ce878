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
    for (const [, name, shown] of content.matchAll(
      /\/(F\d+) [\d.]+ Tf|(\[(?:\((?:[^)\\]|\\[\s\S])*\)|[^\](])*\] TJ|\((?:[^)\\]|\\[\s\S])*\) Tj)/g,
    )) {
      if (name) font = fontsByName.get(name) ?? new Map<number, string>();
      else
        lines.push(
          glyphsOf(shown!)
            .map((glyph) => font.get(glyph) ?? '')
            .join(''),
        );
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

/** Two bytes a glyph, written with octal and letter escapes. */
function glyphsOf(shown: string): number[] {
  const letters: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };
  const glyphs: number[] = [];
  for (const [, text] of shown.matchAll(/\(((?:[^)\\]|\\[\s\S])*)\)/g)) {
    const bytes = text!.replace(/\\(\d{3}|[\s\S])/g, (_whole, escape: string) =>
      /^\d{3}$/.test(escape) ? String.fromCharCode(Number.parseInt(escape, 8)) : (letters[escape] ?? escape),
    );
    for (let at = 0; at + 1 < bytes.length; at += 2) glyphs.push(bytes.charCodeAt(at) * 256 + bytes.charCodeAt(at + 1));
  }
  return glyphs;
}

function safely<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}
