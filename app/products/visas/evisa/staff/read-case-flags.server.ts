import { readMrz } from '#app/commerce/customers/book/mrz-rules.ts';
import type { CalendarDate } from '#app/values/dates.ts';
import type { TypedForm } from '../evisa-form.ts';
import { mrzDifferences } from '../evisa-mrz-rules.ts';
import { flagsOf, type CaseFlag } from './case-flags-rules.ts';
import type { RefusedGround } from '../visa-passports-store.server.ts';
import type { CaseRow } from './evisa-desk-store.server.ts';

/** The flags of a row of the list, by its form and by which cases have a refusal behind them (`findRefusedHere`). */
export function readCaseFlags(
  row: Pick<CaseRow, 'id' | 'overAt' | 'arrival'>,
  typed: TypedForm,
  refused: ReadonlyMap<string, RefusedGround>,
  today: CalendarDate,
): CaseFlag[] {
  return flagsOf(
    {
      over: row.overAt !== null,
      arrival: row.arrival,
      expires: typed.expires ?? '',
      refusedBefore: typed['refused-before'] ?? '',
      refusedHere: refused.get(row.id) ?? null,
      zoneDiffers: zoneDiffers(typed, today),
    },
    today,
  );
}

function zoneDiffers(typed: TypedForm, today: CalendarDate): boolean {
  if (!typed.mrz) return false;
  const zone = readMrz(typed.mrz, today);
  const { surname = '', givenNames = '', birthDate = '', nationality = '', number = '', expires = '' } = typed;
  return !zone.ok || mrzDifferences({ surname, givenNames, birthDate, nationality, number, expires }, zone.value).length > 0;
}
