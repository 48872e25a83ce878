import type { ResultsList } from './results-view.ts';

declare const packed: unique symbol;
/** A list as one text: its thousands of values would otherwise be walked one by one on their way to the browser. */
export type PackedList = string & { readonly [packed]: true };

const mark = '\u0000';

export function packList(list: ResultsList): PackedList {
  return swapQuotes(JSON.stringify(list)) as PackedList;
}

export function unpackList(list: PackedList): ResultsList {
  return JSON.parse(swapQuotes(list)) as ResultsList;
}

/** Inside a text in a script in a page each double quote becomes four characters; a single one stays one. */
function swapQuotes(text: string): string {
  return text.includes("'") && text.includes('"')
    ? text.replaceAll("'", mark).replaceAll('"', "'").replaceAll(mark, '"')
    : text.includes('"')
      ? text.replaceAll('"', "'")
      : text.replaceAll("'", '"');
}
