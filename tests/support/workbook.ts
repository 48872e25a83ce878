import { crc32, inflateRawSync } from 'node:zlib';

/*
 * A workbook read the way a spreadsheet does, by nothing that wrote it: the archive by its central directory, the parts by what
 * they say of one another, the XML tag by tag. What is not as it must be is refused.
 */

interface Node {
  readonly name: string;
  readonly facts: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

export interface BookCell {
  readonly value: string | number | null;
  /** How its number is shown; `@` is text. */
  readonly format: string;
  readonly bold: boolean;
  /** Whether it stays text when somebody edits it. */
  readonly quoted: boolean;
}

export interface Workbook {
  readonly sheet: string;
  readonly fromRight: boolean;
  readonly frozenRows: number;
  readonly widths: readonly number[];
  readonly rows: readonly (readonly BookCell[])[];
  readonly formulas: number;
}

/** The files of an archive, each as long and with the check sum that its directory says. */
function unzip(zip: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('Not an archive');
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [check, packed, length] = [zip.readUInt32LE(at + 16), zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    const [named, extra, remark] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30), zip.readUInt16LE(at + 32)];
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const content = inflateRawSync(zip.subarray(start, start + packed));
    const name = zip.toString('utf8', at + 46, at + 46 + named);
    if (content.length !== length || crc32(content) !== check) throw new Error(`${name} is broken`);
    files.set(name, content.toString('utf8'));
    at += 46 + named + extra + remark;
  }
  return files;
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string) =>
  text.replaceAll(/&(\w*);?/g, (whole, name: string) => {
    if (!whole.endsWith(';') || !(name in entities)) throw new Error(`${whole} is no entity`);
    return entities[name]!;
  });

/** An XML document, whose every tag is closed by its own. */
function readXml(xml: string): Node {
  if (/[^\P{Cc}\t\n\r\x7f-\x9f]|[\ufffe\uffff]|\p{Cs}/u.test(xml)) throw new Error('A sign that XML does not have');
  const root: Node = { name: '', facts: {}, children: [], text: '' };
  const open = [root];
  let at = 0;
  for (const tag of xml.matchAll(/<\?[^>]*\?>\s*|<(\/?)([\w:]+)((?:\s+[\w:]+="[^"<]*")*)\s*(\/?)>/g)) {
    const between = xml.slice(at, tag.index);
    if (/[<>]/.test(between)) throw new Error(`Not XML: ${between.slice(0, 80)}`);
    open.at(-1)!.text += plain(between);
    at = tag.index + tag[0].length;
    const [, closes, name, facts, alone] = tag;
    if (name === undefined) continue;
    if (closes) {
      if (open.pop()!.name !== name) throw new Error(`</${name}> closes something else`);
      continue;
    }
    const node: Node = {
      name,
      facts: Object.fromEntries([...facts!.matchAll(/([\w:]+)="([^"]*)"/g)].map(([, key, value]) => [key!, plain(value!)])),
      children: [],
      text: '',
    };
    open.at(-1)!.children.push(node);
    if (!alone) open.push(node);
  }
  if (open.length !== 1 || at !== xml.trimEnd().length) throw new Error('The document does not end');
  return root.children[0]!;
}

const all = (node: Node, name: string): Node[] => node.children.filter((one) => one.name === name);
const only = (node: Node, name: string): Node => {
  const [found, ...more] = all(node, name);
  if (!found || more.length > 0) throw new Error(`${all(node, name).length} of ${name} in ${node.name}`);
  return found;
};
/** ECMA-376, ST_Xstring. */
const unescaped = (text: string) =>
  text.replaceAll(/_x([0-9A-F]{4})_/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

export function readWorkbook(bytes: Uint8Array): Workbook {
  const files = unzip(Buffer.from(bytes));
  const part = (name: string) => {
    const xml = files.get(name);
    if (xml === undefined) throw new Error(`No ${name}`);
    return readXml(xml);
  };
  const types = all(part('[Content_Types].xml'), 'Override').map(({ facts }) => facts['PartName']!);
  for (const name of types) part(name.slice(1));
  const linked = (from: string, kind: string) =>
    all(part(from), 'Relationship').find(({ facts }) => facts['Type']!.endsWith(`/${kind}`))!.facts['Target']!;
  const bookFile = linked('_rels/.rels', 'officeDocument');
  const book = part(bookFile);
  const styles = part(`xl/${linked('xl/_rels/workbook.xml.rels', 'styles')}`);
  const sheetXml = part(`xl/${linked('xl/_rels/workbook.xml.rels', 'worksheet')}`);
  const formats = new Map(all(only(styles, 'numFmts'), 'numFmt').map(({ facts }) => [facts['numFmtId'], facts['formatCode']!]));
  const fonts = all(only(styles, 'fonts'), 'font').map((font) => all(font, 'b').length > 0);
  const looks = all(only(styles, 'cellXfs'), 'xf').map(({ facts }) => ({
    format: facts['numFmtId'] === '49' ? '@' : (formats.get(facts['numFmtId']) ?? 'General'),
    bold: fonts[Number(facts['fontId'])]!,
    quoted: facts['quotePrefix'] === '1',
  }));
  const view = only(only(sheetXml, 'sheetViews'), 'sheetView');
  const pane = only(view, 'pane');
  const cells = (row: Node) =>
    all(row, 'c').map((cell): BookCell => {
      const look = looks[Number(cell.facts['s'] ?? 0)]!;
      if (cell.children.length === 0) return { value: null, ...look };
      if (cell.facts['t'] === 'inlineStr') return { value: unescaped(only(only(cell, 'is'), 't').text), ...look };
      const value = Number(only(cell, 'v').text);
      if (cell.facts['t'] !== undefined || !Number.isFinite(value)) throw new Error(`A cell of ${cell.facts['t']}`);
      return { value, ...look };
    });
  return {
    sheet: only(only(book, 'sheets'), 'sheet').facts['name']!,
    fromRight: view.facts['rightToLeft'] === '1',
    frozenRows: pane.facts['state'] === 'frozen' ? Number(pane.facts['ySplit']) : 0,
    widths: all(only(sheetXml, 'cols'), 'col').map(({ facts }) => Number(facts['width'])),
    rows: all(only(sheetXml, 'sheetData'), 'row').map(cells),
    formulas: [...files.values()].filter((xml) => /<f[\s>/]/.test(xml)).length,
  };
}
