import type { HelpQuestion } from '#app/ui/help-answer.tsx';
import type { CreditRefusal } from '../../credits/give-credit.server.ts';
import type { UseRefusal } from '../../credits/use-credit.server.ts';
import type { KeepRefusal, RenewalRefusal } from '../../product-counter.ts';
import type { UseVoucherRefusal } from '../../loyalty/use-voucher.server.ts';
import type { FillRefusal } from '../../baskets/fill-basket.server.ts';
import type { InstalmentRefusal } from '../../bookings/pay-instalment.server.ts';
import type { PayRefusal } from '../begin-payment.server.ts';
import type { TwoCardsRefusal } from '../pay-with-two-cards.server.ts';
import type { CancelRefusal } from '../cancel-order.server.ts';
import type { RefusedPromo } from '../../pricing/promo-code.ts';
import type { UsePromoRefusal } from '../use-promo.server.ts';

/** Everything that the buttons on an order can be refused for. */
export type OrderRefusal =
  | PayRefusal
  | InstalmentRefusal
  | CancelRefusal
  | 'not-held'
  | 'supplier-sets-hold'
  | 'no-more-extensions'
  | 'not-possible'
  | Exclude<UsePromoRefusal, RefusedPromo>
  | UseVoucherRefusal
  | FillRefusal
  | UseRefusal
  | CreditRefusal
  | RenewalRefusal
  | KeepRefusal
  | TwoCardsRefusal;

/** A refusal without words does not compile; each stands in the orders catalogue under `refused`. */
export const refusalKeys: Readonly<Record<OrderRefusal, string>> = {
  'not-payable': 'refused.not-payable',
  'hold-over': 'refused.hold-over',
  'price-changed': 'refused.price-changed',
  'amount-changed': 'refused.amount-changed',
  'part-paid': 'refused.part-paid',
  blocked: 'refused.blocked',
  'offer-gone': 'refused.offer-gone',
  'name-told': 'refused.name-told',
  'name-unsure': 'refused.name-unsure',
  'flight-not-flown': 'refused.flight-not-flown',
  'flight-moved': 'refused.flight-moved',
  'supplier-silent': 'refused.supplier-silent',
  'already-paid': 'refused.already-paid',
  'in-progress': 'refused.in-progress',
  'provider-silent': 'refused.provider-silent',
  'provider-refused': 'refused.provider-refused',
  expired: 'refused.expired',
  'not-held': 'refused.not-held',
  'supplier-sets-hold': 'refused.supplier-sets-hold',
  'no-more-extensions': 'refused.no-more-extensions',
  'not-possible': 'refused.not-possible',
  'not-cancellable': 'refused.not-cancellable',
  'quote-expired': 'refused.quote-expired',
  'refund-unknown': 'refused.refund-unknown',
  'money-moving': 'refused.money-moving',
  disputed: 'refused.disputed',
  'terms-changed': 'refused.terms-changed',
  'supplier-refused': 'refused.supplier-refused',
  'basket-full': 'refused.basket-full',
  'no-credit': 'refused.no-credit',
  'no-account': 'refused.no-account',
  'other-currency': 'refused.other-currency',
  'page-open': 'refused.page-open',
  'paid-at-once': 'refused.paid-at-once',
  'too-many-kept': 'refused.too-many-kept',
  'supplier-keeps-not': 'refused.supplier-keeps-not',
  gone: 'refused.offer-gone',
  'sold-out': 'refused.sold-out',
  'seat-taken': 'refused.seats-taken',
  duplicate: 'refused.duplicate-elsewhere',
  'too-many-holds': 'refused.too-many-holds',
  'network-full': 'refused.network-full',
  'promo-used-up': 'refused.promo-used-up',
  'form-reused': 'refused.form-reused',
  'not-ready': 'refused.passenger-data',
  'voucher-unknown': 'refused.voucher-unknown',
  'voucher-used': 'refused.voucher-used',
  'voucher-misfit': 'refused.voucher-misfit',
  'one-voucher': 'refused.one-voucher',
  'card-off': 'refused.card-off',
  'card-other-size': 'refused.card-other-size',
  'credit-off': 'refused.credit-off',
  'credit-other-size': 'refused.credit-other-size',
  'later-off': 'refused.later-off',
  'later-other-size': 'refused.later-other-size',
  'parts-off': 'refused.parts-off',
  'parts-other-size': 'refused.parts-other-size',
  'two-cards-off': 'refused.two-cards-off',
  'two-cards-other-size': 'refused.two-cards-other-size',
  'two-cards-not-here': 'refused.two-cards-not-here',
  'two-cards-void': 'refused.two-cards-void',
  'two-cards-amount': 'refused.two-cards-amount',
  'two-cards-too-small': 'refused.two-cards-too-small',
  'first-reserved': 'refused.first-reserved',
  'four-off': 'refused.four-off',
  'four-other-size': 'refused.four-other-size',
  'four-not-here': 'refused.four-not-here',
  // With the limits beside the field; after a price that changed in between without them.
  'two-cards-too-little': 'refused.two-cards-limits',
  'two-cards-too-much': 'refused.two-cards-limits',
};

/** The catalogue key for what stands in an address, which anybody can write. */
export function refusalKey(refused: string): string {
  return Object.hasOwn(refusalKeys, refused) ? refusalKeys[refused as OrderRefusal] : 'refused.other';
}

const questions: Readonly<Partial<Record<OrderRefusal, HelpQuestion>>> = {
  'hold-over': 'hold-ended',
  expired: 'hold-ended',
  'not-held': 'hold-ended',
  'no-more-extensions': 'hold-ended',
  'price-changed': 'price-changed',
  'amount-changed': 'price-changed',
  'offer-gone': 'price-changed',
  'provider-refused': 'payment-declined',
  'not-cancellable': 'cancel-refused',
  'quote-expired': 'cancel-refused',
  'refund-unknown': 'cancel-refused',
  'supplier-refused': 'cancel-refused',
};

/** What the help centre can say to a refusal; null where waiting or trying again is all there is. */
export function questionOf(refused: string): HelpQuestion | null {
  return Object.hasOwn(questions, refused) ? questions[refused as OrderRefusal]! : null;
}
