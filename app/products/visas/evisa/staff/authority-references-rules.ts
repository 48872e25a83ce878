import { parseReference } from '#app/values/ids.ts';
import { readTable } from '#app/values/read-table.ts';

/** A case and what its authority calls it, as a line of a list says it. */
export interface ReferenceLine {
  /** Of the list, from 1. */
  readonly line: number;
  /** As it was written. */
  readonly typed: string;
  readonly reference: string | null;
  /** Of the traveller, from 1. */
  readonly number: number | null;
  readonly authority: string;
}

/** More than one upload is not checked by anybody. */
export const mostLines = 500;

/** What an authority calls an application: letters, digits, dashes and strokes. */
export const authorityReference = /^[\p{L}\p{N}][\p{L}\p{N}/ _-]{2,39}$/u;

/**
 * Lines of a list: ours first (7K2M9-4QX3D/1), theirs second, or under heads `reference` and `authority_reference`
 * wherever those stand. Comma, semicolon or tab between; quotes as in CSV (RFC 4180). Lines without a second value are left out.
 */
export function readReferenceLines(text: string): ReferenceLine[] {
  const rows = readTable(text) ?? [];
  const head = rows[0]?.cells.map((cell) => cell.toLowerCase()) ?? [];
  const [ours, theirs] = [head.indexOf('reference'), head.indexOf('authority_reference')];
  const named = ours >= 0 && theirs >= 0;
  return (named ? rows.slice(1) : rows).flatMap(({ line, cells }): ReferenceLine[] => {
    const typed = cells[named ? ours : 0] ?? '';
    // A spreadsheet that was kept from taking a reference for a formula has an apostrophe in front of it.
    const authority = (cells[named ? theirs : 1] ?? '').replace(/^'/, '').trim();
    if (authority === '') return [];
    const [, order = '', number] = /^(.*?)\s*[/#]\s*([1-9])$/.exec(typed) ?? [];
    return [{ line, typed, reference: parseReference(order), number: number ? Number(number) : null, authority }];
  });
}
