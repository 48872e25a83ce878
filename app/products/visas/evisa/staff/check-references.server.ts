import type { Platform } from '#app/platform/platform.server.ts';
import { authorityReference, mostLines, readReferenceLines } from './authority-references-rules.ts';
import { lockedFor } from './evisa-bulk-rules.ts';
import { caseName, findByAuthorityReference, findCasesByName } from './evisa-desk-store.server.ts';

export interface CheckedLine {
  readonly line: number;
  readonly typed: string;
  readonly authority: string;
  /** Of the case; null when the line names none. */
  readonly id: string | null;
  /** Why the line is left out; null: its case would be marked as filed. */
  readonly locked: string | null;
}

/** Every line of a list of references against the cases as they stand; nothing is done. */
export async function checkReferences(
  platform: Platform,
  text: string,
): Promise<{ readonly lines: readonly CheckedLine[]; readonly left: number }> {
  const all = readReferenceLines(text);
  const lines = all.slice(0, mostLines);
  const named = lines.flatMap(({ reference, number }) => (reference && number ? [{ reference, number }] : []));
  const [cases, taken] = await Promise.all([
    findCasesByName(platform.db, named),
    findByAuthorityReference(
      platform.db,
      lines.map(({ authority }) => authority),
    ),
  ]);
  const seen = { cases: new Set<string>(), authority: new Set<string>() };
  const checked = lines.map((line): CheckedLine => {
    const { reference, number, authority } = line;
    const row = reference && number ? cases.get(caseName({ reference, position: number - 1 })) : undefined;
    const because = () => {
      if (!reference || !number) return 'not-ours';
      if (!row) return 'unknown-case';
      if (!authorityReference.test(authority)) return 'reference-missing';
      if (seen.cases.has(row.id)) return 'twice';
      if (seen.authority.has(authority)) return 'reference-twice';
      if (taken.has(authority)) return taken.get(authority) === row.id ? 'already-filed' : 'reference-taken';
      return lockedFor('file', { ...row, over: row.overAt !== null }, { me: '', to: '' });
    };
    const locked = because();
    if (row && locked === null) {
      seen.cases.add(row.id);
      seen.authority.add(authority);
    }
    return { line: line.line, typed: line.typed, authority, id: row?.id ?? null, locked };
  });
  return { lines: checked, left: all.length - lines.length };
}
