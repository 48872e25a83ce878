import { comma, formatMoney } from '#app/ui/number-format.ts';
import type { Texts } from '#app/ui/translate.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** What a staff task keeps: the catalogue key of its sentence, and the values for it as codes and whole minor units. */
export interface CodedTask {
  readonly textKey: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** Sentences are stored by their whole key. */
export const sentenceKey = ({ textKey }: Pick<CodedTask, 'textKey'>): string => textKey.replace(/^tasks:/, '');

/** What a difference with the payment provider tells of the two sides: a sum, or a state of something. */
const sides: Readonly<Record<string, 'sum' | 'payment' | 'refund' | 'dispute'>> = {
  'payment-difference.amount': 'sum',
  'payment-difference.status': 'payment',
  'payment-difference.captured': 'sum',
  'payment-difference.refund': 'sum',
  'payment-difference.refund-status': 'refund',
  'payment-difference.refunded': 'sum',
  'payment-difference.missing-here': 'sum',
  'payment-difference.missing-there': 'payment',
  'payment-difference.disputed': 'sum',
  'payment-difference.dispute': 'dispute',
  'payment-difference.dispute-amount': 'sum',
};

/**
 * The values of a task with its codes in words and its sums as the house writes money. What nobody foresaw stands as it is: a
 * supplier may say anything.
 */
export function moneyTaskWords(texts: Texts, task: CodedTask): Record<string, string | number> {
  const t = texts.of('tasks');
  const side = sides[sentenceKey(task)];
  const coded = (group: string, code: string) => t(`codes.${group}.${code}`, { defaultValue: code });
  const inWords = (name: string, value: string | number): string | number => {
    const said = String(value);
    if (name === 'why' || name === 'fault') return coded(name, said);
    if (side === undefined || said === '' || (name !== 'ours' && name !== 'theirs')) return value;
    if (side === 'sum') return sumInWords(said, texts.language, (state) => coded('payment', state));
    return side === 'dispute' ? texts.of('staff-disputes')(`state.${said}`, { defaultValue: said }) : coded(side, said);
  };
  return Object.fromEntries(Object.entries(task.detail).map(([name, value]) => [name, inWords(name, value)]));
}

/** "12345 AED", with the state of the payment behind it or not. What was written down before sums had their currency is in the house's. */
function sumInWords(said: string, language: LanguageCode, state: (code: string) => string): string {
  const [, amount, currency = 'AED', status] = /^(-?\d{1,15})(?: ([A-Z]{3})(?: (\w+))?)?$/.exec(said) ?? [];
  if (amount === undefined || !isCurrencyCode(currency)) return said;
  const sum = formatMoney(money(Number(amount), currency), language);
  return status === undefined ? sum : `${sum}${comma(language)}${state(status)}`;
}

/** The sentence of a task about money. */
export function tellMoneyTask(texts: Texts, task: CodedTask): string {
  return texts.of('tasks')(sentenceKey(task), moneyTaskWords(texts, task));
}
