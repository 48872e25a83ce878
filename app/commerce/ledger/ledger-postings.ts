import { money, type CurrencyCode, type Money } from '#app/values/money.ts';

/*
 * What each money event means in double entry. A positive entry is a debit, a negative one a credit, in minor units;
 * the entries of one transfer sum to zero. Nothing here reads or writes.
 */

export type AccountKind = 'asset' | 'liability' | 'expense' | 'income' | 'memo';
export type AccountCode =
  | 'customer-funds'
  | 'customer-promise'
  | 'provider-fees'
  | 'disputed-funds'
  | 'chargeback-losses'
  | 'dispute-fees'
  | 'bank-charges'
  | 'store-credit'
  | 'credit-bonus'
  | 'owed-to-payers'
  | 'fx-clearing'
  | `provider-clearing:${string}`
  | `provider-promise:${string}`;
export type TransferKind =
  | 'authorise'
  | 'void'
  | 'capture'
  | 'refund'
  | 'fee'
  | 'exchange'
  | 'chargeback'
  | 'chargeback-return'
  | 'chargeback-loss'
  | 'dispute-fee'
  | 'payout'
  | 'bank-charge'
  | 'payer-money'
  | 'credit';

export interface Posting {
  readonly account: AccountCode;
  readonly kind: AccountKind;
  /** The account belongs to one order, so that its balance can be guarded. */
  readonly perOrder: boolean;
  /** Minor units; debit positive. */
  readonly amount: number;
}

export interface Transfer {
  /** The same key is posted once, however often it is tried. */
  readonly key: string;
  readonly kind: TransferKind;
  readonly currency: CurrencyCode;
  readonly orderId: string | null;
  readonly paymentId: string | null;
  readonly postings: readonly Posting[];
}

export interface PaymentFacts {
  readonly provider: string;
  readonly orderId: string;
  readonly paymentId: string;
}

/** Memo: the bank promises us the amount. */
export function authorised(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('authorise', facts, amount, key, [promise(facts, amount.amount), customerPromise(-amount.amount)]);
}

/** Memo: the promise is given up, or used by a capture. */
export function voided(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('void', facts, amount, key, [customerPromise(amount.amount), promise(facts, -amount.amount)]);
}

/** The provider owes us the money, and we owe the customer the journey. */
export function captured(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('capture', facts, amount, key, [clearing(facts, amount.amount), customerFunds(-amount.amount)]);
}

export function refunded(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('refund', facts, amount, key, [customerFunds(amount.amount), clearing(facts, -amount.amount)]);
}

/** A refund that the bank sent back: the money is with the provider again. */
export function refundReturned(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('refund', facts, amount, key, [clearing(facts, amount.amount), customerFunds(-amount.amount)]);
}

export function feeTaken(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('fee', facts, amount, key, [
    { account: 'provider-fees', kind: 'expense', perOrder: false, amount: amount.amount },
    clearing(facts, -amount.amount),
  ]);
}

/** The cardholder's bank took the money back until it has decided: it is not with the provider any more, and not lost yet. */
export function disputeTaken(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('chargeback', facts, amount, key, [disputedFunds(amount.amount), clearing(facts, -amount.amount)]);
}

export function disputeReturned(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('chargeback-return', facts, amount, key, [clearing(facts, amount.amount), disputedFunds(-amount.amount)]);
}

/** The case was lost: our loss, not the customer's. */
export function disputeWrittenOff(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('chargeback-loss', facts, amount, key, [
    { account: 'chargeback-losses', kind: 'expense', perOrder: false, amount: amount.amount },
    disputedFunds(-amount.amount),
  ]);
}

/** What the provider charges for a dispute, apart from its fee for the payment. */
export function disputeCharged(facts: PaymentFacts, amount: Money, key: string): Transfer {
  return transfer('dispute-fee', facts, amount, key, [
    { account: 'dispute-fees', kind: 'expense', perOrder: false, amount: amount.amount },
    clearing(facts, -amount.amount),
  ]);
}

/** Money changed from one currency into another: two transfers that meet in the exchange account of each currency. */
export function exchanged(facts: PaymentFacts, sold: Money, bought: Money, key: string): readonly [Transfer, Transfer] {
  if (sold.currency === bought.currency) throw new TypeError('An exchange needs two currencies');
  const meeting = (amount: number): Posting => ({ account: 'fx-clearing', kind: 'asset', perOrder: false, amount });
  return [
    transfer('exchange', facts, sold, `${key}:sold`, [meeting(sold.amount), clearing(facts, -sold.amount)]),
    transfer('exchange', facts, bought, `${key}:bought`, [clearing(facts, bought.amount), meeting(-bought.amount)]),
  ];
}

/** The house's own account at its bank, as a provider among the others: what lies there is an asset of its own name. */
export const houseBank = 'house-bank';

/** Money that a provider pays out to the house's account; negative when it takes some back. */
export function paidOut(provider: string, amount: Money, key: string): Transfer {
  return houseTransfer('payout', amount, key, [clearing({ provider: houseBank }, amount.amount), clearing({ provider }, -amount.amount)]);
}

/** What the bank takes for its work; positive when it gives, as interest. */
export function bankCharged(amount: Money, key: string): Transfer {
  return houseTransfer('bank-charge', amount, key, [
    clearing({ provider: houseBank }, amount.amount),
    { account: 'bank-charges', kind: 'expense', perOrder: false, amount: -amount.amount },
  ]);
}

/** Money on the house's account that fits nothing is owed to whoever paid it; negative when it goes back to them. */
export function payerMoney(amount: Money, key: string): Transfer {
  return houseTransfer('payer-money', amount, key, [
    clearing({ provider: houseBank }, amount.amount),
    { account: 'owed-to-payers', kind: 'liability', perOrder: false, amount: -amount.amount },
  ]);
}

/** What an account holds with the house, as a provider among the others: spending it is a capture, its return a refund. */
export const houseCredit = 'house-credit';

/** What was paid for an order becomes credit of its owner: owed on, and no longer for that order. */
export function creditGiven(orderId: string, amount: Money, key: string): Transfer {
  const facts = { provider: houseCredit, orderId, paymentId: null };
  return transfer('refund', facts, amount, key, [customerFunds(amount.amount), clearing(facts, -amount.amount)]);
}

/** Unspent credit is to go back as money: it is owed for the order again, whose payments it returns to. */
export function creditTakenBack(orderId: string, amount: Money, key: string): Transfer {
  return takenBack(creditGiven(orderId, amount, key), key);
}

/** What the house lays on top. */
export function creditBonus(amount: Money, key: string): Transfer {
  return houseTransfer('credit', amount, key, [
    { account: 'credit-bonus', kind: 'expense', perOrder: false, amount: amount.amount },
    clearing({ provider: houseCredit }, -amount.amount),
  ]);
}

/** The same the other way round: what was posted by mistake is taken back and stays to be seen. */
export function takenBack(transfer: Transfer, key: string): Transfer {
  return { ...transfer, key, postings: transfer.postings.map((posting) => ({ ...posting, amount: -posting.amount })) };
}

export const positions = ['unpaid', 'authorised', 'part-paid', 'paid', 'part-refunded', 'refunded'] as const;
export type Position = (typeof positions)[number];

export interface MoneyPosition {
  /** What the bank still holds for us. */
  readonly authorised: Money;
  /** Everything ever captured, refunds not taken off. */
  readonly captured: Money;
  readonly refunded: Money;
  readonly position: Position;
}

/** Derived, never stored. `due` tells part-paid from paid; without it any capture counts as the whole. */
export function positionOf(authorisedNow: Money, capturedEver: Money, refundedEver: Money, due?: Money): MoneyPosition {
  const amounts = { authorised: authorisedNow, captured: capturedEver, refunded: money(refundedEver.amount, capturedEver.currency) };
  if (refundedEver.amount > 0) return { ...amounts, position: refundedEver.amount >= capturedEver.amount ? 'refunded' : 'part-refunded' };
  if (capturedEver.amount > 0) return { ...amounts, position: due && capturedEver.amount < due.amount ? 'part-paid' : 'paid' };
  return { ...amounts, position: authorisedNow.amount > 0 ? 'authorised' : 'unpaid' };
}

/** Where a provider's money lies; credit is no money of ours but a debt to its owner. */
const clearing = ({ provider }: Pick<PaymentFacts, 'provider'>, amount: number): Posting =>
  provider === houseCredit
    ? { account: 'store-credit', kind: 'liability', perOrder: false, amount }
    : { account: `provider-clearing:${provider}`, kind: 'asset', perOrder: false, amount };
const customerFunds = (amount: number): Posting => ({ account: 'customer-funds', kind: 'liability', perOrder: true, amount });
const disputedFunds = (amount: number): Posting => ({ account: 'disputed-funds', kind: 'asset', perOrder: false, amount });
const promise = (facts: PaymentFacts, amount: number): Posting => ({
  account: `provider-promise:${facts.provider}`,
  kind: 'memo',
  perOrder: false,
  amount,
});
const customerPromise = (amount: number): Posting => ({ account: 'customer-promise', kind: 'memo', perOrder: true, amount });

function transfer(
  kind: TransferKind,
  facts: Pick<PaymentFacts, 'orderId'> & { readonly paymentId: string | null },
  amount: Money,
  key: string,
  postings: readonly Posting[],
): Transfer {
  if (amount.amount <= 0) throw new RangeError(`A ${kind} of ${amount.amount} ${amount.currency} moves nothing`);
  return { key, kind, currency: amount.currency, orderId: facts.orderId, paymentId: facts.paymentId, postings };
}

function houseTransfer(kind: TransferKind, amount: Money, key: string, postings: readonly Posting[]): Transfer {
  if (amount.amount === 0) throw new RangeError(`A ${kind} of nothing moves nothing`);
  return { key, kind, currency: amount.currency, orderId: null, paymentId: null, postings };
}
