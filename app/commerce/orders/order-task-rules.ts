const over: readonly string[] = ['ticketed', 'expired', 'cancelled', 'voided', 'refund_due', 'refunded'];

/** Kinds of staff task about an order that its reaching a state answers; a person need not look any more. */
export function tasksAnsweredBy(status: string): readonly string[] {
  return [
    ...(status === 'stuck' ? [] : ['order-stuck']),
    ...(status === 'ticketing' || status === 'stuck' ? [] : ['ticketing-slow']),
    ...(over.includes(status) ? ['ticketing-failed'] : []),
    ...(over.includes(status) && status !== 'ticketed' ? ['cancel-refused'] : []),
    ...(status === 'refunded' ? ['refund-failed'] : []),
  ];
}
