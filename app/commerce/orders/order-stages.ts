/** The steps a traveller sees, whatever the product's own states are. */
export const orderStages = ['held', 'paid', 'issued', 'travel'] as const;

export type StageTone = 'plain' | 'ok' | 'warn' | 'danger' | 'info';

export interface StageFacts {
  /** How many of the steps are behind the traveller. */
  readonly reached: number;
  readonly tone: StageTone;
  /** Ended before the journey: the bar is not shown. */
  readonly ended: boolean;
  /** Something changes here without the traveller doing anything, so the page asks again by itself. */
  readonly moving: boolean;
  /** Who has the next move; a catalogue key under `who`. */
  readonly who: 'you' | 'we' | 'airline' | 'bank' | 'nobody';
}

const facts = (reached: number, tone: StageTone, who: StageFacts['who'], more: Partial<StageFacts> = {}): StageFacts => ({
  reached,
  tone,
  who,
  ended: false,
  moving: false,
  ...more,
});

const byState: Readonly<Record<string, StageFacts>> = {
  draft: facts(0, 'plain', 'you'),
  priced: facts(0, 'info', 'we', { moving: true }),
  price_changed: facts(0, 'warn', 'you'),
  held: facts(1, 'info', 'you'),
  expired: facts(0, 'warn', 'you', { ended: true }),
  payment_pending: facts(1, 'info', 'bank', { moving: true }),
  paid: facts(2, 'info', 'we', { moving: true }),
  on_hold: facts(2, 'info', 'we'),
  ticketing: facts(2, 'info', 'airline', { moving: true }),
  ticketed: facts(3, 'ok', 'nobody'),
  ticketing_failed: facts(2, 'warn', 'we'),
  stuck: facts(2, 'warn', 'we', { moving: true }),
  schedule_change_pending: facts(3, 'warn', 'you'),
  change_quoted: facts(3, 'info', 'you'),
  change_pending: facts(3, 'info', 'we', { moving: true }),
  changed: facts(3, 'info', 'we', { moving: true }),
  cancel_quoted: facts(3, 'warn', 'you'),
  cancelled: facts(0, 'plain', 'we', { ended: true }),
  refund_due: facts(0, 'info', 'bank', { ended: true, moving: true }),
  refunded: facts(0, 'ok', 'nobody', { ended: true }),
  voided: facts(0, 'plain', 'we', { ended: true }),
  flown: facts(4, 'ok', 'nobody'),
  no_show: facts(3, 'warn', 'you'),
  // Taken on and being worked on, for what is not delivered at once.
  accepted: facts(2, 'info', 'we'),
  completed: facts(4, 'ok', 'nobody'),
  // Asked of an operator, the money reserved.
  requested: facts(2, 'info', 'we'),
  confirmed: facts(3, 'ok', 'nobody'),
  closed: facts(0, 'plain', 'nobody', { ended: true }),
};

/** Sold, and not run by its operator: its holder chooses what happens now. */
export const calledOffStage = facts(2, 'warn', 'you');

/** A state that the table does not know is being looked into, never good or bad. */
export function stageOf(status: string): StageFacts {
  return byState[status] ?? byState['stuck']!;
}

/** Groups of states for lists of orders. */
export const orderFilters = {
  open: ['priced', 'price_changed', 'held', 'payment_pending'],
  working: ['paid', 'on_hold', 'ticketing', 'ticketing_failed', 'stuck', 'requested'],
  confirmed: [
    'ticketed',
    'flown',
    'no_show',
    'accepted',
    'confirmed',
    'completed',
    'cancel_quoted',
    'schedule_change_pending',
    'change_quoted',
    'change_pending',
    'changed',
  ],
  ended: ['closed', 'expired', 'cancelled', 'voided', 'refund_due', 'refunded'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type OrderFilter = keyof typeof orderFilters;
