import { data, redirect, type RouterContextProvider } from 'react-router';
import type { Viewer } from '#app/platform/access.ts';
import { readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { isCurrencyCode, money, type Money } from '#app/values/money.ts';
import type { Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { takeGuess, trustedOrder } from '../pricing/promo-codes.server.ts';
import { readBooker, type Booker } from './booker-form.server.ts';

/** What somebody who books has typed and read. */
export interface BookAsk {
  readonly viewer: Viewer;
  /** What is booked, as the page's address says, with a code only where one may still be tried. */
  readonly visit: URLSearchParams;
  readonly booker: Booker;
  readonly language: LanguageCode;
  readonly seenTotal: Money;
  readonly key: string;
  readonly address: string;
  readonly requestId: string;
}

interface Placed {
  readonly orderId: string;
  readonly reference: string;
  readonly cookie: string;
}

/**
 * Takes the form of a page that books: to the checkout, or back with what was typed, what is wrong with it and why it was
 * refused. `anew`: the price without a code that this person has used up; null where it cannot be had any more.
 */
export async function takeBookForm<Refusal extends string, Anew>(
  { request, url, context }: { readonly request: Request; readonly url: URL; readonly context: Readonly<RouterContextProvider> },
  product: {
    readonly place: (ask: BookAsk) => Promise<Outcome<Placed, Refusal>>;
    /** Whether its guests are fetched, and have to say where. */
    readonly fetched?: (language: LanguageCode) => Promise<boolean>;
    readonly anew: (visit: URLSearchParams, language: LanguageCode) => Promise<Anew | null>;
  },
) {
  const platform = context.get(platformContext);
  const { language, address, requestId } = context.get(requestContext);
  const form = await request.formData();
  const { booker, faults } = readBooker(form, { pickup: (await product.fetched?.(language)) ?? false });
  const key = readFormKey(form);
  const seen = Number(form.get('seen'));
  const currency = String(form.get('currency') ?? '');
  const none = { anew: null, refused: null };
  if (faults.length > 0) return data({ ...none, booker, faults }, { status: 422 });
  if (!key || !Number.isSafeInteger(seen) || seen < 0 || !isCurrencyCode(currency))
    return data({ ...none, booker, faults, refused: 'form-reused' as const }, { status: 422 });
  const visit = new URLSearchParams(url.searchParams);
  if ((await takeGuess(platform, address, url.searchParams.get('promo'))) === null) visit.delete('promo');
  const viewer = context.get(viewerContext);
  const placed = await product.place({ viewer, visit, booker, language, seenTotal: money(seen, currency), key, address, requestId });
  if (!placed.ok && placed.refused === 'promo-used-up') {
    visit.delete('promo');
    return data({ booker, faults, refused: placed.refused, anew: await product.anew(visit, language) }, { status: 409 });
  }
  if (!placed.ok) return data({ ...none, booker, faults, refused: placed.refused }, { status: 409 });
  await trustedOrder(platform, address, placed.value.orderId);
  return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
}
