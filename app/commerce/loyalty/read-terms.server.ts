import { z } from 'zod';
import { moneyFields, termsBounds, termsFields, type TermsField, type TermsValues } from './terms-rules.ts';

const whole = z
  .string()
  .trim()
  .regex(/^\d{1,9}$/)
  .transform(Number);
/** Dirhams with up to two decimals, as fils. */
const dirhams = z
  .string()
  .trim()
  .regex(/^\d{1,6}(\.\d{1,2})?$/)
  .transform((text) => Math.round(Number(text) * 100));

/** The values as they were typed; the fields that are wrong, in their order, otherwise. */
export function readTermsValues(
  typed: Readonly<Record<TermsField, string>>,
): { readonly ok: true; readonly values: TermsValues } | { readonly ok: false; readonly faults: readonly TermsField[] } {
  const read = termsFields.map((field) => {
    const [least, most] = termsBounds[field];
    const value = (moneyFields.includes(field) ? dirhams : whole).pipe(z.number().min(least).max(most)).safeParse(typed[field]);
    return [field, value.success ? value.data : null] as const;
  });
  const values = Object.fromEntries(read) as Record<TermsField, number | null>;
  const steps = values.burnLeast !== null && values.burnStep !== null && values.burnLeast % values.burnStep !== 0;
  const faults = termsFields.filter((field) => values[field] === null || (steps && field === 'burnLeast'));
  return faults.length > 0 ? { ok: false, faults } : { ok: true, values: values as TermsValues };
}
