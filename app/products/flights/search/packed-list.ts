import type { ResultsList } from './results-view.ts';

declare const packed: unique symbol;
/** A list as one text: its thousands of values would otherwise be walked one by one on their way to the browser. */
export type PackedList = string & { readonly [packed]: true };

const mark = '\u0000';

/** The server draws the page right after it packed the list: it need not read its own packing. */
const justPacked = new Map<PackedList, ResultsList>();
const mostPacked = 16;

export function packList(list: ResultsList): PackedList {
  const text = swapQuotes(JSON.stringify(list)) as PackedList;
  justPacked.set(text, list);
  if (justPacked.size > mostPacked) justPacked.delete(justPacked.keys().next().value!);
  return text;
}

export function unpackList(list: PackedList): ResultsList {
  return justPacked.get(list) ?? (JSON.parse(swapQuotes(list)) as ResultsList);
}

/** Inside a text in a script in a page each double quote becomes four characters; a single one stays one. */
function swapQuotes(text: string): string {
  return text.includes("'") && text.includes('"')
    ? text.replaceAll("'", mark).replaceAll('"', "'").replaceAll(mark, '"')
    : text.includes('"')
      ? text.replaceAll('"', "'")
      : text.replaceAll("'", '"');
}
