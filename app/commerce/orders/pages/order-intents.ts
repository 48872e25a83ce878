/** What the buttons on an order's pages send to its checkout address. */
export const orderIntents = [
  'pay',
  'extend',
  'accept',
  'ask-cancel',
  'confirm-cancel',
  'keep',
  'pay-part',
  'add-to-trip',
  'pay-later',
  'renew',
  'use-code',
  'drop-code',
  'use-credit',
  'leave-credit',
  'take-credit',
  'first-card',
  'first-card-back',
  'invoice-company',
  'invoice-person',
] as const;
export type OrderIntent = (typeof orderIntents)[number];
