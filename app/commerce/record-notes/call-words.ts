import type { Translate } from '#app/ui/translate.ts';
import type { NotedCall } from './call-rules.ts';

/** A call in one line, in the words of the catalogue `staff-records`: "Call out, 5 min, reached, number •••567". */
export function callWords(records: Translate, { way, outcome, minutes, number }: NotedCall): string {
  const values = { outcome: records(`call.outcome.${outcome}`), minutes: String(minutes), number: `•••${number}` };
  return records(number === null ? `call.line.${way}` : `call.lineNumber.${way}`, values);
}
