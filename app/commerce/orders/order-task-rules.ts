/** Before it is paid nobody is asked to look at an order, unless it is stuck. */
const young: readonly string[] = ['draft', 'priced', 'held', 'price_changed', 'payment_pending', 'paid', 'on_hold'];
/** States in which an order can be ended with its money going back. */
const returnable: readonly string[] = ['paid', 'on_hold', 'ticketing_failed', 'ticketed', 'cancel_quoted'];
const over: readonly string[] = [
  'completed',
  'closed',
  'ticketed',
  'flown',
  'no_show',
  'confirmed',
  'expired',
  'cancelled',
  'voided',
  'refund_due',
  'refunded',
];

/** Kinds of staff task about an order that its reaching a state answers; a person need not look any more. */
export function tasksAnsweredBy(status: string, before: string): readonly string[] {
  // Money that somebody may not give back alone was asked for of the order as it was.
  const asked = returnable.includes(before) ? ['return-approval'] : [];
  if (young.includes(before) && !over.includes(status)) return asked;
  return [
    ...asked,
    ...(status === 'stuck' ? [] : ['order-stuck']),
    ...(status === 'ticketing' || status === 'stuck' ? [] : ['ticketing-slow']),
    ...(over.includes(status) ? ['ticketing-failed'] : []),
    ...(over.includes(status) && status !== 'ticketed' ? ['cancel-refused'] : []),
    ...(status === 'refunded' ? ['refund-failed'] : []),
    ...(before === 'schedule_change_pending' ? ['schedule-unanswered', 'schedule-failed'] : []),
  ];
}
