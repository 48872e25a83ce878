/**
 * Money is an object of integer minor units, so `a + b` on two amounts does not compile.
 * Unit: the smallest unit of the currency (fils, cents). Source of the decimals: ISO 4217.
 */
export interface Money {
  readonly amount: number;
  readonly currency: CurrencyCode;
}

export const currencyDecimals = {
  AED: 2,
  USD: 2,
  SAR: 2,
  EUR: 2,
  BRL: 2,
  GBP: 2,
  INR: 2,
  PHP: 2,
  QAR: 2,
  BHD: 3,
  KWD: 3,
  OMR: 3,
  JPY: 0,
} as const;

export type CurrencyCode = keyof typeof currencyDecimals;

export function isCurrencyCode(value: string): value is CurrencyCode {
  return Object.hasOwn(currencyDecimals, value);
}

export function money(amount: number, currency: CurrencyCode): Money {
  if (!Number.isSafeInteger(amount)) {
    throw new RangeError(`Money takes whole minor units, not ${amount} ${currency}`);
  }
  return { amount, currency };
}

export function zero(currency: CurrencyCode): Money {
  return { amount: 0, currency };
}

export function isSameMoney(one: Money, other: Money): boolean {
  return one.amount === other.amount && one.currency === other.currency;
}

/** Adds amounts of one currency; mixing currencies is a programming fault and throws. */
export function addMoney(first: Money, ...others: Money[]): Money {
  let amount = first.amount;
  for (const other of others) {
    sameCurrency(first, other);
    amount += other.amount;
  }
  return money(amount, first.currency);
}

export function subtractMoney(from: Money, taken: Money): Money {
  sameCurrency(from, taken);
  return money(from.amount - taken.amount, from.currency);
}

export function sumMoney(amounts: readonly Money[], currency: CurrencyCode): Money {
  return addMoney(zero(currency), ...amounts);
}

export function compareMoney(a: Money, b: Money): number {
  sameCurrency(a, b);
  return a.amount - b.amount;
}

/** The one rounding rule of the house: half away from zero, to whole minor units. */
export function roundHalfUp(value: number): number {
  // Number.EPSILON scaled by the value: 1.005 * 100 is 100.49999999999999 in binary.
  const nudged = Math.abs(value) * (1 + Number.EPSILON * 4);
  return Math.sign(value) * Math.round(nudged);
}

/** A multiple or a share of an amount, rounded once. */
export function scaleMoney(value: Money, factor: number): Money {
  return money(roundHalfUp(value.amount * factor), value.currency);
}

/**
 * Splits an amount into whole minor units by weight; largest remainder first, so the parts add up to it. A weight may be
 * negative, as a discount among the lines of a price: its part has the other sign, and of a part of their sum none is more
 * than its weight.
 */
export function splitMoney(value: Money, weights: readonly number[]): Money[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  if (weights.length === 0 || total <= 0) throw new RangeError('splitMoney needs weights of a positive sum');
  const exact = weights.map((weight) => (value.amount * weight) / total);
  const parts = exact.map((share) => Math.trunc(share));
  let left = value.amount - parts.reduce((sum, part) => sum + part, 0);
  const order = exact
    .map((share, index) => ({ index, remainder: Math.abs(share - Math.trunc(share)) }))
    .sort((a, b) => b.remainder - a.remainder || a.index - b.index);
  for (const { index } of order) {
    if (left === 0) break;
    const step = Math.sign(left);
    if (Math.sign(exact[index]!) !== step) continue;
    parts[index] = parts[index]! + step;
    left -= step;
  }
  return parts.map((part) => money(part, value.currency));
}

/** Minor units to a plain decimal string, exact: 341000 AED -> "3410.00". */
export function decimalString(value: Money): string {
  const decimals = currencyDecimals[value.currency];
  const digits = String(Math.abs(value.amount)).padStart(decimals + 1, '0');
  const sign = value.amount < 0 ? '-' : '';
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function sameCurrency(a: Money, b: Money): void {
  if (a.currency !== b.currency) {
    throw new TypeError(`Amounts in ${a.currency} and ${b.currency} cannot be combined`);
  }
}
