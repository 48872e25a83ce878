import type { FieldFault } from '#app/ui/error-summary.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import type { FormProblem } from './passenger-form.ts';

/** Fields whose label stands over a group of three. */
const groupOf: Readonly<Record<string, string>> = { birthDay: 'birth', expiryDay: 'expiry', issuedDay: 'issued' };

/**
 * The findings of the travellers' form in words: `errors` by field, to stand beside it, and `faults` for the summary, where a
 * sentence has lost its place and says whose and which field it is about.
 */
export function usePassengerFaults(problems: readonly FormProblem[]): {
  readonly faults: readonly FieldFault[];
  readonly errors: Readonly<Record<string, string>>;
} {
  const t = useTexts('booking');
  const sentences = problems.map(({ field, problem, suggestion }) => ({
    field,
    // Of a surname there is nothing to leave out: it is cut as the passport cuts it.
    message: t(`problems.${problem === 'name-too-long' && field.endsWith('.surname') ? 'surname-too-long' : problem}`, {
      suggestion: suggestion ?? '',
    }),
  }));
  const faults = sentences.map(({ field, message }) => {
    const [, index, name] = /^p(\d+)\.(\w+)$/.exec(field) ?? [];
    if (index === undefined || name === undefined) return { field, message };
    const who = t('passengers.traveller', { number: Number(index) + 1 });
    return { field, message: t('passengers.fault', { who, field: t(`fields.${groupOf[name] ?? name}`), message }) };
  });
  return { faults, errors: Object.fromEntries(sentences.map(({ field, message }) => [field, message])) };
}
