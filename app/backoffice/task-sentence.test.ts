import { expect, it } from 'vitest';
import type { CallRefusal } from '#app/commerce/payments/payment-provider.ts';
import type { CaptureRefusal } from '#app/commerce/payments/capture-payment.server.ts';
import { paymentStates, refundStates } from '#app/commerce/payments/payment-status.ts';
import type { SupplierRefusal } from '#app/products/flights/supplier/flight-supplier.ts';
import type { CustodyFault } from '#app/products/visas/assisted/custody-rules.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { languageCodes } from '#app/values/preferences.ts';

/** A code that a task may carry and that is missing here does not compile. */
const whys: Readonly<
  Record<
    | CallRefusal
    | Exclude<CaptureRefusal, 'unknown' | 'let-go'>
    | SupplierRefusal
    | 'not-expected'
    | 'part-not-wanted'
    | 'change-not-wanted'
    | 'passport-out'
    | 'moved-on'
    | 'filed'
    | 'never-arrived'
    | 'never-issued'
    | 'not-paid'
    | 'too-late',
    true
  >
> = {
  'not-found': true,
  'not-possible': true,
  'bad-request': true,
  'not-authorised': true,
  'provider-refused': true,
  'not-offered': true,
  'offer-expired': true,
  'sold-out': true,
  departed: true,
  'seat-taken': true,
  'hold-not-allowed': true,
  'hold-expired': true,
  'already-ticketed': true,
  'already-cancelled': true,
  'void-window-closed': true,
  'traveller-refused': true,
  'not-expected': true,
  'part-not-wanted': true,
  'change-not-wanted': true,
  'passport-out': true,
  'moved-on': true,
  filed: true,
  'never-arrived': true,
  'never-issued': true,
  'not-paid': true,
  'too-late': true,
};
const faults: Readonly<Record<CustodyFault | 'safe-differs' | 'not-counted', true>> = {
  'broken-chain': true,
  'card-differs': true,
  'state-differs': true,
  'rests-too-long': true,
  'same-seal': true,
  'safe-differs': true,
  'not-counted': true,
};

it.each(languageCodes)('every code that a task can carry has words of its own in %s', (language) => {
  const t = textsFor(language).of('tasks');
  const english = textsFor('en').of('tasks');
  const keys = [
    ...Object.keys(whys).map((why) => `codes.why.${why}`),
    ...Object.keys(faults).map((fault) => `codes.fault.${fault}`),
    ...[...paymentStates, ...refundStates].map((state) => `codes.payment.${state}`),
    ...['held', 'ticketing', 'ticketed', 'cancelled', 'voided', 'flown', 'no_show'].map((state) => `codes.booking.${state}`),
  ];
  expect(keys.filter((key) => t(key, { defaultValue: '' }) === '')).toEqual([]);
  if (language !== 'en') expect(keys.filter((key) => t(key) === english(key))).toEqual([]);
});
