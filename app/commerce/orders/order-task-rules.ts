/** Before it is paid nobody is asked to look at an order, unless it is stuck. */
const young: readonly string[] = ['draft', 'priced', 'held', 'price_changed', 'payment_pending', 'paid', 'on_hold'];
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
  if (young.includes(before) && !over.includes(status)) return [];
  return [
    ...(status === 'stuck' ? [] : ['order-stuck']),
    ...(status === 'ticketing' || status === 'stuck' ? [] : ['ticketing-slow']),
    ...(over.includes(status) ? ['ticketing-failed'] : []),
    ...(over.includes(status) && status !== 'ticketed' ? ['cancel-refused'] : []),
    ...(status === 'refunded' ? ['refund-failed'] : []),
    ...(before === 'schedule_change_pending' ? ['schedule-unanswered', 'schedule-failed'] : []),
  ];
}
