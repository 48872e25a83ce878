import { isPrefix, type NumberPrefixes, type NumberSeries } from '#app/commerce/invoices/number-series.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { plainLine } from '#app/values/plain-text.ts';
import type { FaultyField, ReadSetting, SettingLine, TypedSetting } from './setting-values.ts';

const latestYear = 2099;

/** Reads what numbers begin with now and from a year on. What is left open of the change stays as it is now. */
export function readNumbers(form: FormData): ReadSetting<NumberSeries> {
  const typed: Record<string, string> = {};
  const wrong: FaultyField[] = [];
  const text = (field: string) => (typed[field] = plainLine(form.get(field), 20));
  const prefix = (field: string, otherwise: string | null) => {
    const read = text(field).toUpperCase();
    if (read === '' && otherwise !== null) return otherwise;
    if (!isPrefix(read)) wrong.push({ field, fault: 'prefix' });
    return read;
  };
  const pair = (invoiceField: string, noteField: string, otherwise: NumberPrefixes | null): NumberPrefixes => {
    const [invoice, creditNote] = [prefix(invoiceField, otherwise?.invoice ?? null), prefix(noteField, otherwise?.creditNote ?? null)];
    if (invoice === creditNote && isPrefix(invoice)) wrong.push({ field: noteField, fault: 'same-prefix' });
    return { invoice, creditNote };
  };
  const now = pair('invoice', 'creditNote', null);
  // What could not be read is told once, and nothing that would follow from it.
  const next =
    wrong.length > 0 ? { invoice: text('nextInvoice'), creditNote: text('nextCreditNote') } : pair('nextInvoice', 'nextCreditNote', now);
  const unread = wrong.length > 0;
  const differs = !unread && (next.invoice !== now.invoice || next.creditNote !== now.creditNote);
  const yearTyped = plainDigits(text('year'));
  const year = /^\d{4}$/.test(yearTyped) && Number(yearTyped) <= latestYear ? Number(yearTyped) : null;
  if (yearTyped !== '' ? year === null : differs) wrong.push({ field: 'year', fault: 'year' });
  if (year !== null && !unread && !differs) wrong.push({ field: 'nextInvoice', fault: 'no-change' });
  if (wrong.length > 0) return { ok: false, typed, wrong };
  return { ok: true, value: { now, next: year === null ? null : { ...next, year } } };
}

export function typedNumbers({ now, next }: NumberSeries): TypedSetting {
  return {
    ...now,
    year: next ? String(next.year) : '',
    nextInvoice: next && next.invoice !== now.invoice ? next.invoice : '',
    nextCreditNote: next && next.creditNote !== now.creditNote ? next.creditNote : '',
  };
}

const said = (text: string) => ({ kind: 'text', text }) as const;

/** What numbers begin with, and of the coming change its year and what differs by it. */
export function linesOfNumbers({ now, next }: NumberSeries): readonly SettingLine[] {
  const lines: SettingLine[] = [
    { key: 'invoice', name: { text: 'numbers.invoice' }, says: said(now.invoice) },
    { key: 'creditNote', name: { text: 'numbers.creditNote' }, says: said(now.creditNote) },
  ];
  if (!next) return lines;
  lines.push({ key: 'year', name: { text: 'numbers.year' }, says: said(String(next.year)) });
  for (const kind of ['invoice', 'creditNote'] as const)
    if (next[kind] !== now[kind])
      lines.push({ key: `next ${kind}`, name: { text: `numbers.${kind}`, of: 'numbers.next' }, says: said(next[kind]) });
  return lines;
}
