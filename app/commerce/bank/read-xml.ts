/*
 * A strict reader for XML that somebody brings: elements, attributes, text and character data. It knows the five entities
 * of the language and characters by number. A document type, and with it every entity of one's own, is refused: nothing is
 * ever fetched, and nothing can grow.
 */

export interface XmlElement {
  /** Without its prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, blanks at both ends left out. */
  readonly text: string;
}

const deepest = 40;
const mostElements = 300_000;
const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };
const tag = /^<(\/?)((?:[A-Za-z_][\w.-]*:)?)([A-Za-z_][\w.-]*)((?:\s+[A-Za-z_][\w.:-]*\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/;

interface Open {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
  text: string;
}

/** The root element; null for anything that is not well formed, too deep or too much. */
export function readXml(source: string): XmlElement | null {
  const open: Open[] = [];
  let root: XmlElement | null = null;
  let count = 0;
  let at = source.startsWith('\uFEFF') ? 1 : 0;
  const close = (): void => {
    const { name, attributes, children, text } = open.pop()!;
    const element = { name, attributes, children, text: text.trim() };
    if (open.length > 0) open.at(-1)!.children.push(element);
    else root = element;
  };
  while (at < source.length) {
    const next = source.indexOf('<', at);
    const text = decode(source.slice(at, next === -1 ? source.length : next));
    if (text === null || (open.length === 0 && text.trim() !== '')) return null;
    if (open.length > 0) open.at(-1)!.text += text;
    if (next === -1) break;
    at = next;
    const skipped = skip(source, at);
    if (skipped === null) return null;
    if (skipped !== at) {
      if (source.startsWith('<![CDATA[', at)) {
        if (open.length === 0) return null;
        open.at(-1)!.text += source.slice(at + 9, skipped - 3);
      }
      at = skipped;
      continue;
    }
    // A tag ends somewhere near: what is longer is no statement.
    const found = tag.exec(source.slice(at, at + 4_000));
    if (!found) return null;
    const [whole, ends, , name, written, empty] = found as unknown as [string, string, string, string, string, string];
    at += whole.length;
    if (ends) {
      if (written || empty || open.at(-1)?.name !== name) return null;
      close();
      continue;
    }
    const attributes = readAttributes(written);
    count += 1;
    if (attributes === null || count > mostElements || open.length >= deepest || (open.length === 0 && root !== null)) return null;
    open.push({ name, attributes, children: [], text: '' });
    if (empty) close();
  }
  return open.length === 0 ? root : null;
}

/** Past a comment, an instruction or character data; where it was for anything else, null for what has no end or no place. */
function skip(source: string, at: number): number | null {
  for (const [begins, ends] of [
    ['<!--', '-->'],
    ['<![CDATA[', ']]>'],
    ['<?', '?>'],
  ] as const) {
    if (!source.startsWith(begins, at)) continue;
    const end = source.indexOf(ends, at + begins.length);
    return end === -1 ? null : end + ends.length;
  }
  return source.startsWith('<!', at) ? null : at;
}

function readAttributes(written: string): Record<string, string> | null {
  const attributes: Record<string, string> = {};
  for (const [, name, inDouble, inSingle] of written.matchAll(/([A-Za-z_][\w.:-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)) {
    const value = decode(inDouble ?? inSingle ?? '');
    if (value === null || Object.hasOwn(attributes, name!)) return null;
    attributes[name!] = value;
  }
  return attributes;
}

/** Text with its entities resolved; null where one is not known. */
function decode(text: string): string | null {
  let sound = true;
  const plain = text.replace(/&(#x[0-9a-fA-F]{1,6}|#\d{1,7}|\w{1,10})?;?/g, (whole, name: string | undefined) => {
    const code = name?.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : name?.startsWith('#') ? Number(name.slice(1)) : null;
    if (!whole.endsWith(';') || (code === null ? !Object.hasOwn(entities, name ?? '') : code === 0 || code > 0x10ffff)) {
      sound = false;
      return '';
    }
    return code === null ? entities[name!]! : String.fromCodePoint(code);
  });
  return sound ? plain : null;
}

/** The elements below one, step by step: every one of the first name, in each every one of the second. */
export function below(element: XmlElement, ...steps: readonly string[]): XmlElement[] {
  return steps.reduce<XmlElement[]>(
    (found, step) => found.flatMap(({ children }) => children.filter(({ name }) => name === step)),
    [element],
  );
}

/** The text of the first element below one on any of these ways. */
export function textBelow(element: XmlElement, ...ways: readonly (readonly string[])[]): string {
  for (const way of ways) {
    const found = below(element, ...way).find(({ text }) => text !== '');
    if (found) return found.text;
  }
  return '';
}
