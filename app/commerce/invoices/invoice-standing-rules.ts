import type { CalendarDate } from '#app/values/dates.ts';

/** How a document stands: `part-credited` is paid as far as its credit notes left it. A credit note is `credit-note` and owes nothing. */
export const invoiceStates = ['paid', 'part-paid', 'open', 'overdue', 'part-credited', 'credited', 'credit-note'] as const;
export type InvoiceState = (typeof invoiceStates)[number];

/** A document of an order as the standing needs it; fils. */
export interface StandingDocument {
  readonly id: string;
  readonly kind: 'invoice' | 'credit-note';
  readonly refersTo: string | null;
  readonly gross: number;
  /** The day that it says itself, where no plan of its order says another. */
  readonly dueOn?: CalendarDate | null;
}

export interface Standing {
  /** Fils that the credit notes have taken back; never negative. */
  readonly credited: number;
  /** What is left of the invoice and was paid; what is left and was not. */
  readonly paid: number;
  readonly due: number;
  readonly state: InvoiceState;
}

/**
 * How the documents of one order stand. The order's money (captured less refunded, fils) pays what its credit notes have
 * left of its invoices, the oldest first. `dueOn` is the day of the next unpaid part of the order's plan, if it has one.
 */
export function standingsOf(
  documents: readonly StandingDocument[],
  money: number,
  dueOn: CalendarDate | null,
  today: CalendarDate,
): ReadonlyMap<string, Standing> {
  const standings = new Map<string, Standing>();
  let rest = Math.max(0, money);
  for (const document of documents) {
    if (document.kind === 'credit-note') {
      standings.set(document.id, { credited: 0, paid: 0, due: 0, state: 'credit-note' });
      continue;
    }
    const credited = -documents.filter((one) => one.refersTo === document.id).reduce((sum, one) => sum + one.gross, 0);
    const left = Math.max(0, document.gross - credited);
    const paid = Math.min(rest, left);
    rest -= paid;
    const due = left - paid;
    standings.set(document.id, { credited, paid, due, state: stateOf(credited, left, paid, due, dueOn ?? document.dueOn ?? null, today) });
  }
  return standings;
}

function stateOf(credited: number, left: number, paid: number, due: number, dueOn: CalendarDate | null, today: CalendarDate): InvoiceState {
  if (left === 0 && credited > 0) return 'credited';
  if (due === 0) return credited > 0 ? 'part-credited' : 'paid';
  if (dueOn !== null && dueOn < today) return 'overdue';
  return paid > 0 ? 'part-paid' : 'open';
}
