import { readFileSync } from 'node:fs';

/** What the supplier's own journal says of one booking, read line by line without the supplier's code. */
export interface JournalBooking {
  readonly locator: string;
  readonly status: 'held' | 'ticketing' | 'ticketed' | 'cancelled' | 'voided';
  readonly attempts: readonly string[];
  /** ISO in UTC. */
  readonly pay_by: string;
  readonly changed_at: string;
  readonly tickets: readonly { readonly number: string }[];
  /** How often tickets were written: more than once is a double booking, whatever the sums say. */
  readonly issued: number;
}

interface JournalLine {
  readonly type: string;
  readonly at: number;
  readonly locator?: string;
  readonly attempt?: string;
  readonly pay_by?: number;
  readonly tickets?: readonly { readonly number: string }[];
}

const becomes: Readonly<Record<string, JournalBooking['status']>> = {
  'booking.ticketing': 'ticketing',
  'booking.ticketed': 'ticketed',
  'booking.cancelled': 'cancelled',
  'booking.voided': 'voided',
};

/** Folds the supplier's append-only journal; a last line that a crash cut off was never answered and does not count. */
export function readSupplierJournal(file: string): JournalBooking[] {
  const text = readFileSync(file, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  const found = new Map<string, JournalBooking>();
  for (const written of whole.split('\n').filter(Boolean)) {
    const line = JSON.parse(written) as JournalLine;
    if (!line.locator || !line.attempt) continue;
    const changed_at = new Date(line.at).toISOString();
    const before = found.get(line.locator);
    if (line.type === 'booking.held') {
      const pay_by = new Date(line.pay_by!).toISOString();
      found.set(line.locator, {
        locator: line.locator,
        status: 'held',
        attempts: [line.attempt],
        pay_by,
        changed_at,
        tickets: [],
        issued: 0,
      });
    } else if (before) {
      const issues = line.type === 'booking.ticketed';
      const anew = issues || line.type === 'booking.exchanged' || line.type === 'booking.divided';
      found.set(line.locator, {
        ...before,
        status: becomes[line.type] ?? before.status,
        attempts: [...before.attempts, line.attempt],
        changed_at,
        tickets: anew ? line.tickets! : before.tickets,
        issued: before.issued + (issues ? 1 : 0),
      });
    }
  }
  return [...found.values()];
}
