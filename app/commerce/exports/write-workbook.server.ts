import { configure, ZipWriter } from '@zip.js/zip.js';
import { csvRows, isGuarded } from '#app/values/csv.ts';
import { isTyped, mostPlaces, sheetValue } from './sheet-columns.ts';

/*
 * A table as a workbook of one sheet (ECMA-376, SpreadsheetML), written while it is read: no more of it is held at once than
 * the page that came last. Libraries that write workbooks want the whole table in memory first (write-excel-file), or are not
 * kept up any more (exceljs); the sheet is a few kinds of cell in XML, so it is written here, and zip.js packs it: a library
 * without dependencies that streams and leaves the packing to the threads of the platform, away from those who wait for pages.
 */

/** Workers are for browsers; here the platform packs on threads of its own. */
configure({ useWebWorkers: false });

/** Rows that a sheet has room for, its head included. */
const mostRows = 1_048_576;
/** Letters that a cell has room for. */
const mostLetters = 32_767;
/** Rows that are looked at before the columns get their widths. */
const measuredRows = 200;
const [leastWidth, mostWidth] = [8, 60];
/** Letters of XML that are handed on at once. */
const pieceLetters = 65_536;

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Styles by their place in styles.xml: numbers have one for each count of places. */
const style = { text: 0, head: 1, guarded: 2, day: 3, moment: 4, places: 5 } as const;
const numberFormats = Array.from({ length: mostPlaces + 1 }, (_, places) => (places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`));
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const formatIds = { day: 164, moment: 165, number: 166 } as const;
const styles = `${head}<styleSheet xmlns="${main}"><numFmts count="${2 + numberFormats.length}"><numFmt numFmtId="${formatIds.day}" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="${formatIds.moment}" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>${numberFormats.map((code, at) => `<numFmt numFmtId="${formatIds.number + at}" formatCode="${code}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${style.places + numberFormats.length}">${[
  'numFmtId="49" applyNumberFormat="1" fontId="0"',
  'numFmtId="49" applyNumberFormat="1" fontId="1" applyFont="1"',
  // What begins like a formula stays text also when somebody edits it.
  'numFmtId="49" applyNumberFormat="1" fontId="0" quotePrefix="1"',
  `numFmtId="${formatIds.day}" applyNumberFormat="1" fontId="0"`,
  `numFmtId="${formatIds.moment}" applyNumberFormat="1" fontId="0"`,
  ...numberFormats.map((_, at) => `numFmtId="${formatIds.number + at}" applyNumberFormat="1" fontId="0"`),
]
  .map((facts) => `<xf ${facts} fillId="0" borderId="0" xfId="0"/>`)
  .join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

const contentTypes = `${head}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${workbookType}.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`;
const packageParts = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`;
const bookParts = `${head}<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`;

/** A sheet's name is short and without the signs that formulas use. */
const sheetName = (name: string) => name.replaceAll(/[[\]:*?/\\']/g, ' ').slice(0, 31);
const book = (name: string) =>
  `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${escaped(sheetName(name))}" sheetId="1" r:id="rId1"/></sheets></workbook>`;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Text for XML. What XML cannot have is written as SpreadsheetML has it (ST_Xstring), and what looks like that already too. */
function escaped(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>"]/g, (sign) => entities[sign]!)
    .replaceAll(
      /[^\P{Cc}\t\n\x7f-\x9f]|[\ufffe\uffff]/gu,
      (sign) => `_x${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}_`,
    );
}

const worded = (value: string, look: number) => `<c s="${look}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;

function cellOf(cell: string, typed: boolean): string {
  if (cell === '') return '<c/>';
  const value = typed ? sheetValue(cell) : null;
  if (value?.kind === 'number') return `<c s="${style.places + value.places}"><v>${cell}</v></c>`;
  if (value && value.kind !== 'text') return `<c s="${style[value.kind]}"><v>${value.days}</v></c>`;
  const guarded = isGuarded(cell);
  const words = guarded ? cell.slice(1) : cell;
  return worded(words.length > mostLetters ? `${words.slice(0, mostLetters - 1)}…` : words, guarded ? style.guarded : style.text);
}

const longestLine = (cell: string) => cell.split('\n').reduce((most, line) => Math.max(most, line.length), 0);

/** The beginning of a sheet: which way it reads, its head that stays, and how wide its columns are. */
function beginning(columns: readonly string[], measured: readonly (readonly string[])[], fromRight: boolean): string {
  const widths = columns.map((name, at) =>
    Math.min(mostWidth, Math.max(leastWidth, name.length, ...measured.map((row) => longestLine(row[at] ?? ''))) + 2),
  );
  const view = `<sheetView${fromRight ? ' rightToLeft="1"' : ''} tabSelected="1" workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView>`;
  const cols = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`).join('');
  return `${head}<worksheet xmlns="${main}"><sheetViews>${view}</sheetViews><cols>${cols}</cols><sheetData><row>${columns.map((name) => worded(name, style.head)).join('')}</row>`;
}

/** The sheet as XML, in pieces. The first row is its head. */
async function* sheetOf(rows: AsyncIterable<readonly string[]>, fromRight: boolean): AsyncGenerator<string> {
  let columns: readonly string[] | null = null;
  let typed: readonly boolean[] = [];
  let measured: (readonly string[])[] | null = [];
  let written = 1;
  let piece = '';
  const line = (row: readonly string[]) => `<row>${row.map((cell, at) => cellOf(cell, typed[at] ?? false)).join('')}</row>`;
  for await (const row of rows) {
    if (columns === null) {
      columns = row;
      typed = row.map(isTyped);
      continue;
    }
    written += 1;
    // The file breaks off: one that lacks the end of a list must not look whole.
    if (written > mostRows) throw new Error(`A sheet has no room for more than ${mostRows} rows`);
    if (measured) {
      measured.push(row);
      if (measured.length < measuredRows) continue;
      piece = `${beginning(columns, measured, fromRight)}${measured.map(line).join('')}`;
      measured = null;
    } else piece += line(row);
    if (piece.length < pieceLetters) continue;
    yield piece;
    piece = '';
  }
  if (measured) piece = `${beginning(columns ?? [], measured, fromRight)}${measured.map(line).join('')}`;
  yield `${piece}</sheetData></worksheet>`;
}

/** Pieces of text, asked for one by one as they are packed. */
function bytesOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
  });
}

async function* wordsOf(source: ReadableStreamDefaultReader<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for (let read = await source.read(); !read.done; read = await source.read()) yield decoder.decode(read.value, { stream: true });
  yield decoder.decode();
}

/** A table of `csvLine` as a workbook; it reads from the right where its reader does. */
export function workbookOf(
  table: ReadableStream<Uint8Array>,
  { name, fromRight, at }: { readonly name: string; readonly fromRight: boolean; readonly at: Date },
): ReadableStream<Uint8Array> {
  const source = table.getReader();
  let breakOff = (_cause: unknown): void => {};
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>({
    start(controller) {
      breakOff = (cause) => controller.error(cause);
    },
  });
  // Sizes are known only at the end, and spreadsheets do not read ZIP64: a sheet of more than four gigabytes breaks off.
  const zip = new ZipWriter(writable, { zip64: false, extendedTimestamp: false, lastModDate: at, level: 6, dataDescriptor: true });
  const add = (file: string, pieces: AsyncGenerator<string>) => zip.add(file, bytesOf(pieces));
  const alone = async function* (words: string) {
    yield words;
  };
  const write = async () => {
    for (const [file, words] of [
      ['[Content_Types].xml', contentTypes],
      ['_rels/.rels', packageParts],
      ['xl/workbook.xml', book(name)],
      ['xl/_rels/workbook.xml.rels', bookParts],
      ['xl/styles.xml', styles],
    ] as const)
      await add(file, alone(words));
    await add('xl/worksheets/sheet1.xml', sheetOf(csvRows(wordsOf(source)), fromRight));
    await zip.close();
  };
  // Whoever takes the file sees it break off.
  write().catch((cause: unknown) => breakOff(cause));
  const reader = readable.getReader();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    // They went away: the table is read no further.
    async cancel(cause) {
      await Promise.all([source.cancel(cause), reader.cancel(cause)]);
    },
  });
}
