import {
  deliveredWays,
  kindsOfWay,
  kindsWithoutWay,
  paymentWays,
  type OfferedWay,
  type OfferedWays,
  type PaymentWay,
} from '#app/commerce/payments/payment-ways.ts';
import type { PaymentMethod } from '#app/commerce/payments/payment-provider.ts';
import type { SettingSection } from '#app/platform/setting-status.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';
import { amountTyped, type FaultyField, type ReadSetting, type SettingLine, type TypedSetting } from './setting-values.ts';

/** No order costs as much, in fils of AED: above it is a slip of the finger. */
const largestOrder = 100_000_000;

/** Reads which ways are offered for what. What is sold keeps a way of being paid: the last one cannot be taken away. */
export function readPayments(form: FormData): ReadSetting<OfferedWays> {
  const typed: Record<string, string> = {};
  const wrong: FaultyField[] = [];
  const sizeOf = (field: string) => {
    const text = (typed[field] = plainLine(form.get(field), 20));
    const amount = text === '' ? null : readAmount(text);
    if (text !== '' && (amount === null || amount > largestOrder)) wrong.push({ field, fault: 'amount' });
    return amount === 0 ? null : amount;
  };
  const readWay = (way: PaymentWay): OfferedWay => {
    const kinds = kindsOfWay[way].filter((kind) => form.get(`${way}.${kind}`) === 'on');
    for (const kind of kinds) typed[`${way}.${kind}`] = 'on';
    const [least, most] = [sizeOf(`${way}.least`), sizeOf(`${way}.most`)];
    if (least !== null && most !== null && least > most) wrong.push({ field: `${way}.most`, fault: 'sizes' });
    return { kinds, least, most };
  };
  const value: OfferedWays = {
    card: readWay('card'),
    credit: readWay('credit'),
    later: readWay('later'),
    parts: readWay('parts'),
    'two-cards': readWay('two-cards'),
    four: readWay('four'),
  };
  for (const kind of kindsWithoutWay(value)) wrong.push({ field: `card.${kind}`, fault: 'last-way' });
  return wrong.length > 0 ? { ok: false, typed, wrong } : { ok: true, value };
}

/** What was written before a way existed offers it as it was delivered. */
const wholeOf = (ways: Partial<OfferedWays>): OfferedWays => ({ ...deliveredWays, ...ways });

export function typedPayments(ways: Partial<OfferedWays>): TypedSetting {
  return Object.fromEntries(
    paymentWays.flatMap((way) => {
      const { kinds, least, most } = wholeOf(ways)[way];
      return [
        ...kinds.map((kind) => [`${way}.${kind}`, 'on']),
        [`${way}.least`, least === null ? '' : amountTyped(least)],
        [`${way}.most`, most === null ? '' : amountTyped(most)],
      ];
    }),
  ) as TypedSetting;
}

/** Of what stands: a way that the provider in force cannot take is told as such, whatever is ticked for it. */
export function withUntaken(
  section: SettingSection,
  lines: readonly SettingLine[],
  methods: readonly PaymentMethod[],
): readonly SettingLine[] {
  if (section !== 'payments' || methods.includes('four')) return lines;
  return lines.map((line) => (line.key === 'four' ? { ...line, says: { kind: 'key', text: 'payments.untaken' } } : line));
}

export function linesOfPayments(ways: Partial<OfferedWays>): readonly SettingLine[] {
  const whole = wholeOf(ways);
  return paymentWays.map((way) => ({
    key: way,
    name: { text: `payments.way.${way}` },
    says: whole[way].kinds.length === 0 ? { kind: 'key', text: 'payments.off' } : { kind: 'way', ...whole[way] },
  }));
}
