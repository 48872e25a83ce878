import type { Money } from '#app/values/money.ts';
import type { PriceLine } from './quote.ts';

/** A code as it is kept: capitals and digits, however it was typed; null when it cannot be one. */
export function readPromoCode(text: string | null): string | null {
  const code = (text ?? '').toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{3,20}$/.test(code) ? code : null;
}

/** Why a code takes nothing off, as the `promo` catalogue says it. */
const refusedStates = ['unknown', 'used-up', 'not-for-this', 'beside-voucher', 'too-often'] as const;
export type RefusedPromo = (typeof refusedStates)[number];

export const isRefusedPromo = (text: string | null): text is RefusedPromo => refusedStates.some((state) => state === text);

/** What a traveller is told of the code they typed. */
export interface PromoAnswer {
  readonly code: string;
  readonly state: 'applies' | RefusedPromo;
  /** What it takes off, as a positive amount; null where it takes nothing. */
  readonly saves: Money | null;
}

/** What is said of a code that could not be tried: too many were, lately, from this network. */
export function unheard(typed: string | null, heard: string | null): PromoAnswer | null {
  return typed?.trim() && heard === null ? { code: '', state: 'too-often', saves: null } : null;
}

/** The address of a page that says why a code was not used, and the same read again. */
export function promoRefusalQuery(refused: RefusedPromo, typed: string): string {
  return new URLSearchParams({ code: refused, promo: typed.slice(0, 24) }).toString();
}

export function readPromoRefusal(params: URLSearchParams): PromoAnswer | null {
  const state = params.get('code');
  return isRefusedPromo(state) ? { code: readPromoCode(params.get('promo')) ?? '', state, saves: null } : null;
}

export function promoAnswer(typed: string | null, refused: 'unknown' | 'used-up' | null, lines: readonly PriceLine[]): PromoAnswer | null {
  if (typed === null) return refused ? { code: '', state: refused, saves: null } : null;
  if (refused) return { code: typed, state: refused, saves: null };
  const taken = lines.filter(({ facts }) => facts['phase'] === 'promotion' && facts['words'] === typed);
  const first = taken[0];
  if (!first) return { code: typed, state: 'not-for-this', saves: null };
  const amount = taken.reduce((sum, line) => sum - line.amount.amount, 0);
  return { code: typed, state: 'applies', saves: { amount, currency: first.amount.currency } };
}
