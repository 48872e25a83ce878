import { createHash, randomBytes } from 'node:crypto';
import type { Card, DeclineCode, DisputeReason, Fact, Journal, Line, Rules, Terms } from './journal.ts';

export interface BankRefund {
  readonly id: string;
  readonly refund_id: string;
  readonly amount: number;
  readonly status: 'succeeded';
}

export interface BankDispute {
  readonly id: string;
  readonly reason: DisputeReason;
  readonly status: 'warning_needs_response' | 'needs_response' | 'warning_under_review' | 'under_review' | 'won' | 'lost' | 'prevented';
  readonly amount: number;
  /** Taken back from the store, given back to it, and charged for the work; totals so far. */
  readonly taken: number;
  readonly returned: number;
  readonly fee: number;
  readonly respond_by: number;
  readonly opened_at: number;
  /** Names of the papers that the store's answer came with. */
  readonly files: readonly string[];
}

/** A payment as the bank has it; also what its API answers. */
export interface BankPayment extends Terms {
  readonly id: string;
  readonly status: 'requires_payment_method' | 'processing' | 'requires_action' | 'requires_capture' | 'succeeded' | 'canceled';
  readonly authorised: number;
  readonly captured: number;
  readonly fee: number;
  readonly refunds: readonly BankRefund[];
  readonly disputes: readonly BankDispute[];
  readonly decline_code: DeclineCode | null;
  readonly card: Card | null;
  /** The last four digits of the card that promised the money. */
  readonly card_ending: string | null;
  readonly wallet: 'apple_pay' | 'google_pay' | null;
  readonly wrong_codes: number;
  readonly settles_at: number | null;
  readonly created_at: number;
  readonly changed_at: number;
}

export type BankFile = Pick<Extract<Line, { readonly type: 'file.kept' }>, 'file' | 'name' | 'key' | 'fingerprint'>;

export interface BankEvent {
  readonly id: string;
  readonly type: string;
  readonly seq: number;
  readonly at: number;
  readonly payment: string;
}

export type Refused = { readonly refused: 'not-found' | 'not-possible' | 'bad-request' | 'key-reused' };

/** Of the cards that promise money. */
const endings: Partial<Record<Card, string>> = {
  approved: '4242',
  secure: '3155',
  'apple-pay': '6174',
  'google-pay': '8128',
  'late-seconds': '0077',
  'late-minutes': '0093',
  silent: '1881',
};

/** What kept the card and gave it, as acquirers call it. */
const wallets: Partial<Record<Card, 'apple_pay' | 'google_pay'>> = { 'apple-pay': 'apple_pay', 'google-pay': 'google_pay' };

const declineCodes: Partial<Record<Card, DeclineCode>> = {
  'insufficient-funds': 'insufficient_funds',
  'do-not-honour': 'do_not_honor',
  'expired-card': 'expired_card',
  'suspected-fraud': 'fraudulent',
  'not-agreed': 'not_agreed',
};
/** What can be chosen on the page for four parts; everything else is a card. */
export const fourChoices: readonly Card[] = ['approved', 'not-agreed', 'late-seconds', 'late-minutes', 'silent'];
export const rightCode = '123456';
const codeTries = 3;
/** What a taken back payment costs the store, won or lost; in minor units. */
const disputeFee = 6_000;
/** What the bank takes as a paper, and how large one may be. */
const fileTypes: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png'];
const mostFileBytes = 5_000_000;
const answerWithinMs = 7 * 86_400_000;

/** Three equal parts and one that takes the rest, a month apart; the first on the day in Dubai on which the page was opened. */
export function fourPartsOf({ amount, created_at }: Pick<BankPayment, 'amount' | 'created_at'>): readonly { amount: number; on: string }[] {
  const [year, month, day] = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Dubai' }).format(created_at).split('-').map(Number);
  const each = Math.floor(amount / 4);
  return [0, 1, 2, 3].map((index) => {
    const last = new Date(Date.UTC(year!, month! + index, 0)).getUTCDate();
    const on = new Date(Date.UTC(year!, month! - 1 + index, Math.min(day!, last))).toISOString().slice(0, 10);
    return { amount: index < 3 ? each : amount - each * 3, on };
  });
}

/** The bank itself: every change is a journal line first, and its state is nothing but the lines read in order. */
export function openBank(journal: Journal, now: () => number) {
  const payments = new Map<string, BankPayment>();
  const events: BankEvent[] = [];
  const keys = new Map<string, { fingerprint: string; payment: string }>();
  const delivered = new Set<string>();
  const files = new Map<string, BankFile>();
  const rules = new Map<string | null, Rules>();
  const listeners: ((event: BankEvent) => void)[] = [];

  function apply(line: Line): void {
    if (line.type === 'webhook.delivered') return void delivered.add(line.event);
    if (line.type === 'control') return void rules.set(line.payment, line.rules);
    if (line.type === 'file.kept') return void files.set(line.file, line);
    if ('key' in line) keys.set(line.key, { fingerprint: line.fingerprint, payment: line.payment });
    const before = payments.get(line.payment);
    payments.set(line.payment, { ...next(before, line), changed_at: line.at });
    events.push({ id: `evt_${line.seq}`, type: line.type, seq: line.seq, at: line.at, payment: line.payment });
  }
  for (const line of journal.lines) apply(line);

  function record(fact: Fact): void {
    const line = journal.append(fact, now());
    apply(line);
    if ('payment' in fact && fact.type !== 'control') for (const listen of listeners) listen(events.at(-1)!);
  }

  /** What time alone brings about: late approvals and sessions that run out. */
  function settle(payment: BankPayment): BankPayment {
    if (payment.status === 'processing' && payment.settles_at !== null && payment.settles_at <= now()) {
      record({ type: 'payment.authorised', payment: payment.id, card: payment.card! });
    } else if ((payment.status === 'requires_payment_method' || payment.status === 'requires_action') && payment.expires_at <= now()) {
      record({ type: 'payment.canceled', payment: payment.id, why: 'expired', key: `expiry:${payment.id}`, fingerprint: '' });
    }
    for (const { id, status, respond_by } of payment.disputes)
      if (respond_by <= now() && (status === 'warning_needs_response' || status === 'needs_response'))
        record({ type: status === 'needs_response' ? 'dispute.lost' : 'dispute.prevented', payment: payment.id, dispute: id });
    return payments.get(payment.id)!;
  }

  function find(id: string): BankPayment | null {
    const payment = payments.get(id);
    return payment ? settle(payment) : null;
  }

  /** Runs a command once per key: a repeat answers with the payment as it is, another command under the key is refused. */
  function once(
    id: string,
    key: string,
    command: unknown,
    work: (payment: BankPayment, fingerprint: string) => Fact | Refused,
  ): BankPayment | Refused {
    const fingerprint = fingerprintOf([id, command]);
    const used = keys.get(key);
    if (used) return used.fingerprint === fingerprint ? find(used.payment)! : { refused: 'key-reused' };
    const payment = find(id);
    if (!payment) return { refused: 'not-found' };
    const fact = work(payment, fingerprint);
    if ('refused' in fact) return fact;
    record(fact);
    return payments.get(id)!;
  }

  function paymentOfDispute(disputeId: string): BankPayment | null {
    const payment = [...payments.values()].find(({ disputes }) => disputes.some(({ id }) => id === disputeId));
    return payment ? settle(payment) : null;
  }

  return {
    find,
    listen: (listener: (event: BankEvent) => void) => void listeners.push(listener),
    list: (since: number) => [...payments.values()].map(settle).filter((payment) => payment.created_at >= since),
    findByPaymentId: (paymentId: string) => [...payments.values()].filter((payment) => payment.payment_id === paymentId).map(settle),
    eventsAfter: (seq: number, limit: number) => events.filter((event) => event.seq > seq).slice(0, limit),
    undelivered: () => events.filter((event) => !delivered.has(event.id) && payments.get(event.payment)?.card !== 'silent'),
    markDelivered: (event: BankEvent) => record({ type: 'webhook.delivered', event: event.id }),
    rulesFor: (payment: string | null): Rules => ({ ...rules.get(null), ...(payment ? rules.get(payment) : undefined) }),
    control: (payment: string | null, change: Rules) => record({ type: 'control', payment, rules: change }),
    /** Milliseconds until time alone changes something, or null. */
    nextDue(): number | null {
      const dues = [...payments.values()].flatMap((payment) =>
        payment.status === 'processing'
          ? [payment.settles_at!]
          : payment.status === 'requires_payment_method' || payment.status === 'requires_action'
            ? [payment.expires_at]
            : payment.disputes.flatMap(({ status, respond_by }) => (status.endsWith('needs_response') ? [respond_by] : [])),
      );
      return dues.length === 0 ? null : Math.max(0, Math.min(...dues) - now());
    },
    settleAll: () => void [...payments.values()].forEach(settle),

    create(terms: Terms, key: string): BankPayment | Refused {
      const fingerprint = fingerprintOf(terms);
      const used = keys.get(key);
      if (used) return used.fingerprint === fingerprint ? find(used.payment)! : { refused: 'key-reused' };
      const id = `pay_${randomBytes(12).toString('hex')}`;
      record({ type: 'payment.created', payment: id, terms, key, fingerprint });
      return payments.get(id)!;
    },
    capture: (id: string, amount: number, key: string) =>
      once(id, key, ['capture', amount], (payment, fingerprint) => {
        if (payment.status !== 'requires_capture') return { refused: 'not-possible' };
        if (amount < 1 || amount > payment.authorised) return { refused: 'bad-request' };
        return { type: 'payment.captured', payment: id, amount, fee: feeFor(amount, payment.method), key, fingerprint };
      }),
    cancel: (id: string, key: string) =>
      once(id, key, ['cancel'], (payment, fingerprint) => {
        // While the issuer decides nobody can call the payment back: that is how late money comes about.
        if (payment.status === 'processing' || payment.status === 'succeeded' || payment.status === 'canceled')
          return { refused: 'not-possible' };
        return { type: 'payment.canceled', payment: id, why: 'asked', key, fingerprint };
      }),
    refund: (id: string, refundId: string, amount: number, key: string) =>
      once(id, key, ['refund', refundId, amount], (payment, fingerprint) => {
        if (payment.status !== 'succeeded') return { refused: 'not-possible' };
        // What the cardholder's bank has taken back cannot be given back as well.
        const disputed = payment.disputes.reduce((sum, { taken, returned }) => sum + taken - returned, 0);
        const given = disputed + payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
        if (amount < 1 || given + amount > payment.captured) return { refused: 'bad-request' };
        return {
          type: 'payment.refunded',
          payment: id,
          refund: `ref_${randomBytes(12).toString('hex')}`,
          refund_id: refundId,
          amount,
          key,
          fingerprint,
        };
      }),

    /** The cardholder complains; a payment is complained about once at a time. */
    openDispute(
      id: string,
      { reason, amount, warning }: { reason: DisputeReason; amount?: number; warning: boolean },
    ): BankPayment | Refused {
      const payment = find(id);
      if (!payment) return { refused: 'not-found' };
      const kept = payment.captured - payment.refunds.reduce((sum, refund) => sum + refund.amount, 0);
      const disputed = amount ?? kept;
      // What is collected in four parts is settled between the traveller and whoever collects it.
      if (payment.status !== 'succeeded' || payment.method === 'four' || payment.disputes.some(isOpen)) return { refused: 'not-possible' };
      if (disputed < 1 || disputed > kept) return { refused: 'bad-request' };
      const dispute = `dp_${randomBytes(12).toString('hex')}`;
      record({ type: 'dispute.opened', payment: id, dispute, reason, amount: disputed, warning, respond_by: now() + answerWithinMs });
      return payments.get(id)!;
    },
    /** What the cardholder's bank does next. */
    moveDispute(id: string, to: 'charged' | 'won' | 'lost' | 'prevented'): BankPayment | Refused {
      const payment = find(id);
      const dispute = payment?.disputes.find(isOpen);
      if (!payment || !dispute) return { refused: 'not-found' };
      if (to === 'charged') record({ type: 'dispute.charged', payment: id, dispute: dispute.id, respond_by: now() + answerWithinMs });
      else record({ type: `dispute.${to}`, payment: id, dispute: dispute.id });
      return payments.get(id)!;
    },
    paymentOfDispute,
    /** Keeps a paper once per key: a repeat answers with the same, another paper under the key is refused. */
    keepFile(
      key: string,
      { name, type, content }: { readonly name: string; readonly type: string; readonly content: Buffer },
    ): BankFile | Refused {
      const fingerprint = fingerprintOf(['file', name, type, content.toString('base64')]);
      const before = [...files.values()].find((one) => one.key === key);
      if (before) return before.fingerprint === fingerprint ? before : { refused: 'key-reused' };
      if (!fileTypes.includes(type) || content.byteLength === 0 || content.byteLength > mostFileBytes) return { refused: 'bad-request' };
      const file = `file_${randomBytes(12).toString('hex')}`;
      record({ type: 'file.kept', file, name, bytes: content.byteLength, key, fingerprint });
      return files.get(file)!;
    },
    answerDispute: (disputeId: string, words: string, fileIds: readonly string[], key: string) => {
      const id = paymentOfDispute(disputeId)?.id ?? '';
      return once(id, key, ['answer', disputeId, words, ...fileIds], (payment, fingerprint) => {
        const named = fileIds.map((file) => files.get(file)?.name ?? null);
        if (named.includes(null)) return { refused: 'bad-request' };
        return awaits(payment, disputeId) && words !== ''
          ? {
              type: 'dispute.answered',
              payment: id,
              dispute: disputeId,
              words,
              files: named.filter((name) => name !== null),
              key,
              fingerprint,
            }
          : { refused: 'not-possible' };
      });
    },
    acceptDispute: (disputeId: string, key: string) => {
      const id = paymentOfDispute(disputeId)?.id ?? '';
      return once(id, key, ['accept', disputeId], (payment, fingerprint) =>
        awaits(payment, disputeId)
          ? { type: 'dispute.accepted', payment: id, dispute: disputeId, key, fingerprint }
          : { refused: 'not-possible' },
      );
    },

    /** The traveller chose a card and pressed pay. */
    pay(id: string, card: Card, afterMs: number): BankPayment | null {
      const payment = find(id);
      if (payment?.status !== 'requires_payment_method') return payment;
      if (payment.method === 'four' ? !fourChoices.includes(card) : card === 'not-agreed') return payment;
      const code = declineCodes[card];
      if (code && payment.method === 'four') record({ type: 'payment.refused', payment: id, card, code });
      else if (code) record({ type: 'payment.declined', payment: id, card, code });
      else if (card === 'secure') record({ type: 'payment.challenged', payment: id, card });
      else if (card === 'late-seconds' || card === 'late-minutes')
        record({ type: 'payment.processing', payment: id, card, settles_at: now() + afterMs });
      else record({ type: 'payment.authorised', payment: id, card });
      return payments.get(id)!;
    },
    /** The traveller typed the code of their bank; the third wrong one is a decline. */
    enterCode(id: string, typed: string): BankPayment | null {
      const payment = find(id);
      if (payment?.status !== 'requires_action') return payment;
      if (typed === rightCode) record({ type: 'payment.authorised', payment: id, card: 'secure' });
      else if (payment.wrong_codes + 1 >= codeTries)
        record({ type: 'payment.declined', payment: id, card: 'secure', code: 'authentication_failed' });
      else record({ type: 'payment.code-refused', payment: id });
      return payments.get(id)!;
    },
  };
}

export type Bank = ReturnType<typeof openBank>;

type DisputeLine = Extract<Line, { readonly dispute: string }>;

/** 2.4 % and one unit of a two-decimal currency, as acquirers in the Gulf charge; who lends in four parts takes 6 %. */
export function feeFor(amount: number, method?: 'four'): number {
  return Math.round((amount * (method === 'four' ? 60 : 24)) / 1000) + 100;
}

function next(before: BankPayment | undefined, line: Exclude<Line, { type: 'webhook.delivered' | 'control' | 'file.kept' }>): BankPayment {
  if (line.type === 'payment.created') {
    return {
      ...line.terms,
      id: line.payment,
      status: 'requires_payment_method',
      authorised: 0,
      captured: 0,
      fee: 0,
      refunds: [],
      disputes: [],
      decline_code: null,
      card: null,
      card_ending: null,
      wallet: null,
      wrong_codes: 0,
      settles_at: null,
      created_at: line.at,
      changed_at: line.at,
    };
  }
  if (!before) throw new Error(`Journal line ${line.seq} is about a payment that was never made`);
  switch (line.type) {
    case 'payment.challenged':
      return { ...before, status: 'requires_action', card: line.card, decline_code: null, wrong_codes: 0 };
    case 'payment.code-refused':
      return { ...before, wrong_codes: before.wrong_codes + 1 };
    case 'payment.declined':
      return { ...before, status: 'requires_payment_method', card: line.card, decline_code: line.code, wrong_codes: 0 };
    case 'payment.refused':
      return { ...before, status: 'canceled', card: line.card, decline_code: line.code };
    case 'payment.processing':
      return { ...before, status: 'processing', card: line.card, decline_code: null, settles_at: line.settles_at };
    case 'payment.authorised':
      return {
        ...before,
        status: 'requires_capture',
        card: line.card,
        card_ending: before.method === 'four' ? null : (endings[line.card] ?? '4242'),
        wallet: wallets[line.card] ?? null,
        authorised: before.amount,
        decline_code: null,
        settles_at: null,
      };
    case 'payment.captured':
      return { ...before, status: 'succeeded', captured: line.amount, fee: line.fee };
    case 'payment.canceled':
      return { ...before, status: 'canceled', authorised: 0 };
    case 'payment.refunded':
      return {
        ...before,
        refunds: [...before.refunds, { id: line.refund, refund_id: line.refund_id, amount: line.amount, status: 'succeeded' }],
      };
    case 'dispute.opened': {
      const begun: BankDispute = {
        id: line.dispute,
        reason: line.reason,
        status: line.warning ? 'warning_needs_response' : 'needs_response',
        amount: line.amount,
        taken: line.warning ? 0 : line.amount,
        returned: 0,
        fee: line.warning ? 0 : disputeFee,
        respond_by: line.respond_by,
        opened_at: line.at,
        files: [],
      };
      return { ...before, disputes: [...before.disputes, begun] };
    }
    case 'dispute.charged':
    case 'dispute.answered':
    case 'dispute.accepted':
    case 'dispute.won':
    case 'dispute.lost':
    case 'dispute.prevented':
      return {
        ...before,
        disputes: before.disputes.map((one) =>
          one.id === line.dispute
            ? {
                ...one,
                ...nextDispute(one, line.type),
                ...('respond_by' in line ? { respond_by: line.respond_by } : {}),
                ...(line.type === 'dispute.answered' ? { files: line.files ?? [] } : {}),
              }
            : one,
        ),
      };
  }
}

export const isOpen = ({ status }: BankDispute) => status.endsWith('needs_response') || status.endsWith('under_review');
const awaits = ({ disputes }: BankPayment, id: string) => disputes.some((one) => one.id === id && one.status.endsWith('needs_response'));

function nextDispute(before: BankDispute, type: Exclude<DisputeLine['type'], 'dispute.opened'>): Partial<BankDispute> {
  switch (type) {
    case 'dispute.charged':
      return { status: 'needs_response', ...taking(before) };
    case 'dispute.answered':
      return { status: before.status === 'warning_needs_response' ? 'warning_under_review' : 'under_review' };
    case 'dispute.won':
      return { status: 'won', returned: before.taken };
    case 'dispute.prevented':
      return { status: 'prevented', returned: before.taken };
    case 'dispute.lost':
    case 'dispute.accepted':
      return { status: 'lost', ...taking(before) };
  }
}

/** The money goes once, and the charge with it. */
const taking = ({ taken, amount, fee }: BankDispute) => ({ taken: Math.max(taken, amount), fee: Math.max(fee, disputeFee) });

function fingerprintOf(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
