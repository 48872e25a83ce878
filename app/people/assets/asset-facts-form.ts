import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { assetKinds, assetPlaces, usualLife, type AssetKind, type AssetPlace } from './asset-kinds.ts';
import { readTag } from './asset-tag-rules.ts';
import { readAmount } from '#app/values/read-amount.ts';

/** What the register says of a thing; amounts in fils of AED. */
export interface AssetFacts {
  /** Null: the next free one of the house. */
  readonly tag: string | null;
  readonly kind: AssetKind;
  readonly model: string;
  readonly serial: string | null;
  readonly place: AssetPlace;
  readonly boughtOn: CalendarDate;
  readonly cost: number;
  readonly residual: number;
  readonly lifeMonths: number;
  readonly warrantyUntil: CalendarDate | null;
}

export const factFields = [
  'tag',
  'kind',
  'model',
  'serial',
  'place',
  'boughtOn',
  'cost',
  'residual',
  'lifeMonths',
  'warrantyUntil',
] as const;
export type FactField = (typeof factFields)[number];

const longest = 80;
/** No single thing of the house costs a million dirhams. */
const mostFils = 100_000_000;

/** What a thing may have cost, or be worth: fils, null for what is none. */
export function readWorth(typed: string): number | null {
  const fils = readAmount(typed);
  return fils !== null && fils <= mostFils ? fils : null;
}

/** Reads one thing from a form or a line of a table: its facts, or the fields that are wrong. `today` bounds the day of purchase. */
export function readAssetFacts(
  typed: (field: FactField) => string,
  today: CalendarDate,
): { readonly ok: true; readonly facts: AssetFacts } | { readonly ok: false; readonly wrong: readonly FactField[] } {
  const text = (field: FactField) => plainLine(typed(field), longest);
  const wrong: FactField[] = [];
  const must = <Value>(field: FactField, value: Value | null | undefined): Value => {
    if (value === null || value === undefined) wrong.push(field);
    return value as Value;
  };
  const tag = text('tag') === '' ? null : must('tag', readTag(text('tag')));
  const kind = must(
    'kind',
    assetKinds.find((one) => one === text('kind')),
  );
  const model = must('model', text('model').length >= 2 && text('model').length <= longest ? text('model') : null);
  const serial = text('serial') === '' ? null : must('serial', text('serial').length <= longest ? text('serial') : null);
  const place = must(
    'place',
    assetPlaces.find((one) => one === text('place')),
  );
  const bought = parseCalendarDate(text('boughtOn'));
  const boughtOn = must('boughtOn', bought && bought <= today && bought >= '2000-01-01' ? bought : null);
  const cost = must('cost', readWorth(text('cost')));
  const rest = text('residual') === '' ? 0 : readWorth(text('residual'));
  const residual = must('residual', rest !== null && (cost === null || rest <= cost) ? rest : null);
  const life = text('lifeMonths') === '' && kind ? usualLife[kind] : Number(text('lifeMonths'));
  const lifeMonths = must('lifeMonths', Number.isInteger(life) && life >= 1 && life <= 240 ? life : null);
  const warranty = parseCalendarDate(text('warrantyUntil'));
  const warrantyUntil = text('warrantyUntil') === '' ? null : must('warrantyUntil', warranty && warranty >= '2000-01-01' ? warranty : null);
  if (wrong.length > 0) return { ok: false, wrong };
  return { ok: true, facts: { tag, kind, model, serial, place, boughtOn, cost, residual, lifeMonths, warrantyUntil } };
}
