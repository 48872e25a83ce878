import { currencyDecimals, type CurrencyCode } from './money.ts';
import { plainDigits } from './plain-digits.ts';

const mostDigits = 7;

/**
 * Minor units of an amount as people type it: with or without its currency, groups of three, Arabic digits and marks. Null for
 * anything else, and for parts of a minor unit: nothing is rounded away.
 */
export function readAmount(typed: string, currency: CurrencyCode = 'AED'): number | null {
  const western = plainDigits(typed)
    .replace(/[\s\u00a0]/g, '')
    .replace(new RegExp(`^${currency}|${currency}$`, 'i'), '')
    .replace('٫', '.')
    .replace(/[,٬](?=\d{3}(\D|$))/g, '');
  const decimals = currencyDecimals[currency];
  const [, whole, part = ''] = /^(\d+)(?:\.(\d+))?$/.exec(western) ?? [];
  if (whole === undefined || whole.length > mostDigits || part.length > decimals) return null;
  return Number(whole) * 10 ** decimals + Number(part.padEnd(decimals, '0') || 0);
}
