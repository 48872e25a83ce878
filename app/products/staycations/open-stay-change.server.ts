import { findBack } from '#app/commerce/bookings/amend-order.server.ts';
import { findInstalments, owedFirst } from '#app/commerce/bookings/bookings-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { plainVersion } from '#app/values/plain-text.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { quoteStayChange, type StayChange } from './change-stay.server.ts';
import { findStayBooking } from './stay-bookings-store.server.ts';
import { readStayPlan, stayDaysAhead, stayPlanFaults, typedPlan } from './stay-search-form.ts';
import { findKnownStaycation } from './staycations-store.server.ts';

/** Days and guests of a booked stay and, where an address asks for others, what they would cost; null for an order without a stay. */
export async function openStayChange(platform: Platform, order: Order, search: URLSearchParams, language: LanguageCode) {
  const own = await findStayBooking(platform.db, platform.crypto, order.id);
  const stay = own && (await findKnownStaycation(platform.db, own.staycationId, language))?.stay;
  if (!own || !stay) return null;
  const today = dateIn(stay.zone, platform.clock.now());
  const asked = search.has('date');
  const wish = readStayPlan(search, today);
  const plan = asked ? wish : { arrival: own.arrival, nights: own.nights, party: { adults: own.adults, childAges: own.childAges } };
  const typed = asked ? typedPlan(search, today) : { faults: [], date: '', ages: '' };
  const { arrival } = plan;
  const whole = typed.faults.length === 0;
  const quoted = asked && arrival && whole ? await quoteStayChange(platform, { orderId: order.id, ...plan, arrival }) : null;
  const refused = asked && whole && !arrival ? ('closed' as const) : quoted && !quoted.ok ? quoted.refused : null;
  const after = quoted?.ok ? quoted.value.total : null;
  const parts = await findInstalments(platform.db, order.id);
  const back = after ? await findBack(platform.db, order, after.amount) : 0;
  return {
    version: order.version,
    owed: owedFirst(parts, order.currency),
    name: stay.words.title,
    plan,
    typed,
    today,
    lastDay: addDays(today, stayDaysAhead),
    departure: arrival && addDays(arrival, plan.nights),
    before: money(order.total, order.currency),
    after,
    more: after && after.amount > order.total ? money(after.amount - order.total, order.currency) : null,
    back: back > 0 ? money(back, order.currency) : null,
    refused,
  };
}
export type OpenStayChange = NonNullable<Awaited<ReturnType<typeof openStayChange>>>;

/** What a form asks for, the price that was seen and the version of the order then; null where it makes no sense. */
export async function readStayChange(
  platform: Platform,
  order: Order,
  form: FormData,
): Promise<(StayChange & { readonly seenTotal: number; readonly version: number }) | null> {
  const own = await findStayBooking(platform.db, platform.crypto, order.id);
  const stay = own && (await findKnownStaycation(platform.db, own.staycationId, 'en'))?.stay;
  if (!stay) return null;
  const typed = new URLSearchParams();
  for (const name of ['date', 'nights', 'adults', 'ages', 'seen']) {
    const value = form.get(name);
    if (typeof value === 'string') typed.set(name, value.slice(0, 60));
  }
  const today = dateIn(stay.zone, platform.clock.now());
  const plan = readStayPlan(typed, today);
  const seen = typed.get('seen') ?? '';
  if (!plan.arrival || stayPlanFaults(typed, today).length > 0 || !/^\d{1,12}$/.test(seen)) return null;
  return { orderId: order.id, ...plan, arrival: plan.arrival, seenTotal: Number(seen), version: plainVersion(form.get('version')) };
}
