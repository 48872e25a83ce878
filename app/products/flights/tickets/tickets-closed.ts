/** Why nothing can be done with the tickets of an order in another state than ticketed, whatever it is that was to be done. */
export type TicketsClosed = 'not-ticketed' | 'being-changed' | 'being-cancelled' | 'schedule-changed' | 'under-way' | 'over';

const closedBy: Readonly<Record<string, TicketsClosed>> = {
  change_quoted: 'being-changed',
  change_pending: 'being-changed',
  changed: 'being-changed',
  cancel_quoted: 'being-cancelled',
  schedule_change_pending: 'schedule-changed',
  stuck: 'under-way',
  flown: 'over',
  no_show: 'over',
  cancelled: 'over',
  voided: 'over',
  refund_due: 'over',
  refunded: 'over',
  expired: 'over',
};

export function ticketsClosedBy(status: string): TicketsClosed {
  return closedBy[status] ?? 'not-ticketed';
}
