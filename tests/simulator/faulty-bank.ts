import type { PaymentProvider, ProviderAnswer, ProviderPayment } from '#app/commerce/payments/payment-provider.ts';
import { instant } from '#app/values/dates.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { openBank, type BankEvent, type BankPayment, type Refused } from '../../sandbox/bank.ts';
import type { Journal, Line } from '../../sandbox/journal.ts';
import type { Dice } from './seeded.ts';

/** The pretend bank in this process, without wires: it loses requests and answers as the dice say. */
export interface FaultyBank {
  readonly provider: PaymentProvider;
  readonly bank: ReturnType<typeof openBank>;
  readonly lines: readonly Line[];
  readonly events: readonly BankEvent[];
  /** In a hundred calls, so many are lost on the way there or back. */
  trouble: number;
  dice: Dice;
}

export function openFaultyBank(now: () => number, dice: Dice): FaultyBank {
  const lines: Line[] = [];
  const journal: Journal = {
    lines,
    append(fact, at) {
      const line = { seq: lines.length + 1, at, ...fact } as Line;
      lines.push(line);
      return line;
    },
    close: () => undefined,
  };
  const bank = openBank(journal, now);
  const events: BankEvent[] = [];
  bank.listen((event) => events.push(event));

  async function call(work: () => BankPayment | Refused | null): ProviderAnswer<ProviderPayment> {
    const lost = self.dice.percent(self.trouble) ? self.dice.pick(['there', 'back'] as const) : null;
    if (lost === 'there') return { outcome: 'unknown', detail: 'lost on the way there' };
    const answer = work();
    if (lost === 'back') return { outcome: 'unknown', detail: 'lost on the way back' };
    if (answer === null) return { outcome: 'refused', reason: 'not-found' };
    if ('refused' in answer) return { outcome: 'refused', reason: answer.refused === 'key-reused' ? 'bad-request' : answer.refused };
    return { outcome: 'ok', value: toPayment(answer) };
  }

  const provider: PaymentProvider = {
    name: 'sandbox',
    methods: ['card'],
    currencies: ['AED'],
    createSession: (session, key) =>
      call(() =>
        bank.create(
          {
            payment_id: session.paymentId,
            reference: session.reference,
            amount: session.amount.amount,
            currency: session.amount.currency,
            language: session.language,
            success_url: session.successUrl,
            failure_url: session.failureUrl,
            expires_at: session.expiresAt,
          },
          key,
        ),
      ),
    fetchPayment: ({ ref }) => call(() => bank.find(ref)),
    findSession: (paymentId) => call(() => bank.findByPaymentId(paymentId)[0] ?? null),
    capture: ({ ref }, amount, key) => call(() => bank.capture(ref, amount.amount, key)),
    cancel: ({ ref }, key) => call(() => bank.cancel(ref, key)),
    refund: ({ ref }, { refundId, amount }, key) => call(() => bank.refund(ref, refundId, amount.amount, key)),
    // Nobody answers disputes with papers here.
    keepEvidence: async () => ({ outcome: 'refused', reason: 'bad-request' }),
    answerDispute: ({ ref }, { words }, key) => call(() => bank.answerDispute(ref, words, [], key)),
    acceptDispute: ({ ref }, key) => call(() => bank.acceptDispute(ref, key)),
    async eventsSince(cursor) {
      if (self.dice.percent(self.trouble)) return { outcome: 'unknown', detail: 'lost' };
      const found = bank.eventsAfter(Number(cursor ?? 0), 100);
      return { outcome: 'ok', value: { events: found.map(told), cursor: found.length > 0 ? String(found.at(-1)!.seq) : cursor } };
    },
    listPayments: async (since) => ({ outcome: 'ok', value: bank.list(since).map(toPayment) }),
    readWebhook: () => {
      throw new Error('The simulator hands events over by itself');
    },
  };
  const told = (event: BankEvent) => ({
    eventId: event.id,
    type: event.type,
    refs: [event.payment, bank.find(event.payment)?.payment_id].filter((ref) => ref !== undefined),
  });
  const self: FaultyBank = { provider, bank, lines, events, trouble: 0, dice };
  return self;
}

function toPayment(payment: BankPayment): ProviderPayment {
  if (!isCurrencyCode(payment.currency)) throw new Error(`The bank has a payment in ${payment.currency}`);
  const { currency } = payment;
  const over = payment.status === 'canceled' || payment.status === 'succeeded' || payment.status === 'requires_capture';
  return {
    ref: payment.id,
    intentRef: null,
    paymentId: payment.payment_id,
    status: payment.status,
    amount: money(payment.amount, currency),
    authorised: money(payment.authorised, currency),
    captured: money(payment.captured, currency),
    fee: money(payment.fee, currency),
    refunds: payment.refunds.map((refund) => ({
      ref: refund.id,
      refundId: refund.refund_id,
      amount: money(refund.amount, currency),
      status: refund.status,
    })),
    disputes: payment.disputes.map((dispute) => ({
      ref: dispute.id,
      status: dispute.status === 'warning_under_review' ? 'under_review' : dispute.status,
      reason: dispute.reason,
      amount: money(dispute.amount, currency),
      taken: money(dispute.taken, currency),
      returned: money(dispute.returned, currency),
      fee: money(dispute.fee, currency),
      respondBy: instant(dispute.respond_by),
      openedAt: instant(dispute.opened_at),
    })),
    declineClass: payment.decline_code === null ? null : 'call-bank',
    redirectTo: over ? null : `https://bank.example/pay/${payment.id}`,
    changedAt: instant(payment.changed_at),
  };
}
