import type { VatCategory } from '#app/commerce/pricing/quote.ts';
import { highestRate, taxedKinds, type TaxedKind, type TaxSetting, type TaxTreatment } from '#app/commerce/pricing/tax-rules.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { FaultyField, ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

export const vatCategories: readonly VatCategory[] = ['standard', 'zero-rated', 'exempt', 'out-of-scope'];

/** A rate as people type it, with or without its sign; null for anything that is no rate of the Emirates. */
function readRate(typed: string): number | null {
  const [, whole, part = ''] = /^(\d{1,2})(?:[.,٫](\d{1,2}))?\s*[%٪]?$/.exec(plainDigits(typed)) ?? [];
  if (whole === undefined) return null;
  const rate = Number(whole) * 100 + Number(part.padEnd(2, '0'));
  return rate > 0 && rate <= highestRate ? rate : null;
}

const rateTyped = (basisPoints: number) => String(basisPoints / 100);

/** Reads how kinds are taxed now and from a day on. What is left open of the change stays as it is now. */
export function readTaxes(form: FormData): ReadSetting<TaxSetting> {
  const typed: Record<string, string> = {};
  const wrong: FaultyField[] = [];
  const text = (field: string) => (typed[field] = plainLine(form.get(field), 20));
  const categoryOf = (field: string) => {
    const told = text(field);
    return vatCategories.find((one) => one === told) ?? null;
  };
  const standard = readRate(text('standard'));
  if (standard === null) wrong.push({ field: 'standard', fault: 'rate' });
  const kinds: Partial<Record<TaxedKind, VatCategory>> = {};
  for (const kind of taxedKinds) {
    const category = categoryOf(`now.${kind}`);
    if (category) kinds[kind] = category;
    else wrong.push({ field: `now.${kind}`, fault: 'category' });
  }
  const later = text('nextStandard');
  const nextStandard = later === '' ? standard : readRate(later);
  if (later !== '' && nextStandard === null) wrong.push({ field: 'nextStandard', fault: 'rate' });
  const changed: Partial<Record<TaxedKind, VatCategory>> = {};
  for (const kind of taxedKinds) {
    const category = categoryOf(`next.${kind}`);
    if (category) changed[kind] = category;
    else if (typed[`next.${kind}`] !== '') wrong.push({ field: `next.${kind}`, fault: 'category' });
  }
  const day = text('from');
  const from = parseCalendarDate(day);
  // Where a rate could not be read nobody knows yet whether anything changes.
  const unread = standard === null || nextStandard === null;
  const differs = nextStandard !== standard || taxedKinds.some((kind) => changed[kind] && changed[kind] !== kinds[kind]);
  if (day !== '' ? !from : differs && !unread) wrong.push({ field: 'from', fault: 'date' });
  if (from && !differs && !unread) wrong.push({ field: 'nextStandard', fault: 'no-change' });
  if (wrong.length > 0) return { ok: false, typed, wrong };
  const now: TaxTreatment = { standard: standard!, kinds: kinds as TaxTreatment['kinds'] };
  return { ok: true, value: { now, next: from && { from, standard: nextStandard!, kinds: { ...now.kinds, ...changed } } } };
}

export function typedTaxes({ now, next }: TaxSetting): TypedSetting {
  return {
    standard: rateTyped(now.standard),
    ...Object.fromEntries(taxedKinds.map((kind) => [`now.${kind}`, now.kinds[kind]])),
    from: next?.from ?? '',
    nextStandard: next && next.standard !== now.standard ? rateTyped(next.standard) : '',
    ...Object.fromEntries(taxedKinds.map((kind) => [`next.${kind}`, next && next.kinds[kind] !== now.kinds[kind] ? next.kinds[kind] : ''])),
  };
}

const rateSaid = (basisPoints: number) => ({ kind: 'text', text: `${rateTyped(basisPoints)} %` }) as const;
const categorySaid = (category: VatCategory) => ({ kind: 'key', text: `taxes.category.${category}` }) as const;

/** How each kind is taxed, and of the coming change its day and what differs by it. */
export function linesOfTaxes({ now, next }: TaxSetting): readonly SettingLine[] {
  const lines: SettingLine[] = [
    { key: 'standard', name: { text: 'taxes.standard' }, says: rateSaid(now.standard) },
    ...taxedKinds.map((kind): SettingLine => ({ key: kind, name: { text: `line.${kind}` }, says: categorySaid(now.kinds[kind]) })),
  ];
  if (!next) return lines;
  lines.push({ key: 'from', name: { text: 'taxes.from' }, says: { kind: 'days', from: next.from, until: next.from } });
  if (next.standard !== now.standard)
    lines.push({ key: 'next standard', name: { text: 'taxes.standard', of: 'taxes.next' }, says: rateSaid(next.standard) });
  for (const kind of taxedKinds)
    if (next.kinds[kind] !== now.kinds[kind])
      lines.push({ key: `next ${kind}`, name: { text: `line.${kind}`, of: 'taxes.next' }, says: categorySaid(next.kinds[kind]) });
  return lines;
}
