import { addDays, type CalendarDate } from '#app/values/dates.ts';
import type { Money } from '#app/values/money.ts';
import { reminderDays } from '../bookings/payment-plan-rules.ts';
import type { DescribedAsk, OrderDescription } from './order-description.ts';
import type { StageFacts } from './order-stages.ts';

/**
 * What of an order waits for its holder. `pay`: it is held and not paid; `part`: the next part of its price falls due;
 * `questions`: whoever looks at its payment asked something; `asked`: who works on it does; `change`: its seller or we wait
 * for a yes or a no; `adds`: what was chosen beside it is not paid.
 */
export const orderNeeds = ['pay', 'part', 'questions', 'asked', 'change', 'adds'] as const;

export interface OrderNeed {
  readonly what: (typeof orderNeeds)[number];
  /** As its product says it, in the reader's language; null where the words are the same for all products. */
  readonly words: string | null;
  readonly to: string;
  readonly amount: Money | null;
  /** The last day to see to it, where there is one; of `pay` an instant, ISO in UTC. */
  readonly by: string | null;
  /** That day is over. */
  readonly late: boolean;
}

export interface NeedFacts {
  readonly reference: string;
  readonly status: string;
  readonly description: Pick<OrderDescription, 'change' | 'adds' | 'names' | 'asks' | 'leaves'>;
  /** Until when it is to be paid before anything else happens, ISO in UTC; null when nothing is. */
  readonly payBefore: string | null;
  readonly total: Money;
  /** The next part of its price that has a day; null where it is paid whole, or is. */
  readonly part: { readonly amount: Money; readonly dueOn: CalendarDate } | null;
  /** What staff asked of whoever paid, and they have not answered. */
  readonly questioned: boolean;
  readonly today: CalendarDate;
}

/** A part is spoken of from the day on which its first reminder goes out. */
const partAheadDays = Math.max(...reminderDays);

/** What we asked of the holder of an order that is ours to work on, so that it is their turn all the same; null where nothing is. */
export function askedIn({
  stage,
  sight,
  description,
}: {
  readonly stage: Pick<StageFacts, 'who' | 'ended'>;
  readonly sight: 'full' | 'masked';
  readonly description: Pick<OrderDescription, 'asks'>;
}): DescribedAsk | null {
  return sight === 'full' && stage.who === 'we' && !stage.ended ? (description.asks ?? null) : null;
}

/** Everything that waits for the holder of an order, the most urgent first. */
export function needsOf({ reference, status, description, payBefore, total, part, questioned, today }: NeedFacts): OrderNeed[] {
  const none = { words: null, amount: null, by: null, late: false };
  const order = `/track?order=${reference}`;
  const needs: OrderNeed[] = [];
  if (payBefore) needs.push({ ...none, what: 'pay', to: `/checkout/${reference}`, amount: total, by: payBefore });
  if (questioned) needs.push({ ...none, what: 'questions', to: `/payment-questions/${reference}` });
  if (part && status === 'confirmed' && part.dueOn <= addDays(today, partAheadDays))
    needs.push({ ...none, what: 'part', to: `${order}#plan`, amount: part.amount, by: part.dueOn, late: part.dueOn < today });
  if (description.change?.urgent) needs.push({ ...none, what: 'change', words: description.change.urgent, to: description.change.to });
  if (description.asks) needs.push({ ...none, what: 'asked', words: description.asks.words, to: description.asks.to });
  if (description.adds?.urgent) needs.push({ ...none, what: 'adds', words: description.adds.urgent, to: description.adds.to });
  if (description.names?.urgent) needs.push({ ...none, what: 'change', words: description.names.urgent, to: description.names.to });
  if (description.leaves?.urgent) needs.push({ ...none, what: 'change', words: description.leaves.urgent, to: description.leaves.to });
  return needs.sort((a, b) => Number(b.late) - Number(a.late));
}
