import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { plainLine, plainVersion } from '#app/values/plain-text.ts';
import { acceptSchedule, takeInstead, type ScheduleAsker } from './answer-schedule.server.ts';
import type { Flights } from '../flights-context.ts';

export type SchedulePressed =
  | { readonly ok: true }
  /** `typed`: the reason a colleague wrote, which stays in its field. */
  | { readonly ok: false; readonly refused: string; readonly typed: string };

const longestReason = 500;

/** What a button of the decision page does, for the traveller and for staff; null for one that is none of its buttons. */
export async function pressSchedule(
  platform: Platform,
  flights: Flights,
  press: { readonly order: Order; readonly form: FormData; readonly by: 'customer' | 'staff'; readonly who: string },
): Promise<SchedulePressed | null> {
  const { form, by, who, order } = press;
  const intent = form.get('intent');
  if (intent !== 'accept' && intent !== 'instead') return null;
  const typed = plainLine(form.get('reason'), longestReason).trim();
  if (by === 'staff' && typed.length < 3) return { ok: false, refused: 'reason-missing', typed };
  const ask: ScheduleAsker = {
    orderId: order.id,
    schedule: String(form.get('schedule') ?? '').slice(0, 64),
    version: plainVersion(form.get('version')),
    by,
    who,
    ...(by === 'staff' ? { reason: typed } : {}),
  };
  const answered =
    intent === 'accept'
      ? await acceptSchedule(platform, ask)
      : await takeInstead(platform, flights, { ...ask, offerId: String(form.get('offer') ?? '').slice(0, 400) });
  return answered.ok ? { ok: true } : { ok: false, refused: answered.refused, typed };
}
