import { countCallsOf, handOverCalls } from '#app/commerce/consultations/hand-over-calls.server.ts';
import { countDisputesOf, handOverDisputes } from '#app/commerce/disputes/hand-over-disputes.server.ts';
import { countInquiriesOf, handOverInquiries } from '#app/commerce/inquiries/hand-over-inquiries.server.ts';
import { countOrdersOf, handOverOrders } from '#app/commerce/orders/orders-store.server.ts';
import { countLeadsOf, handOverLeads } from '#app/commerce/partners/hand-over-leads.server.ts';
import { countTicketsOf, handOverTickets } from '#app/commerce/tickets/hand-over-tickets.server.ts';
import { countApplicationsOf, handOverApplications } from '#app/people/recruitment/hand-over-applications.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { HandOver } from '#app/platform/hand-over.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countAssistedOf, handOverAssisted } from '#app/products/visas/assisted/hand-over-cases.server.ts';
import { countCasesOf, handOverCases } from '#app/products/visas/evisa/evisa-applications-store.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { handAreaNames, handAreas, nobody, type HandArea, type HandTo } from './hand-over-rules.ts';

interface AreaWork {
  readonly count: (db: Db, userId: string, now: Instant) => Promise<number>;
  readonly give: (tx: Tx, platform: Platform, now: Instant, hand: HandOver) => Promise<number>;
}

const areas: Readonly<Record<HandArea, AreaWork>> = {
  'flight-orders': {
    count: (db, userId) => countOrdersOf(db, userId, true),
    give: (tx, _platform, _now, hand) => handOverOrders(tx, hand, true),
  },
  bookings: {
    count: (db, userId) => countOrdersOf(db, userId, false),
    give: (tx, _platform, _now, hand) => handOverOrders(tx, hand, false),
  },
  evisas: { count: countCasesOf, give: (tx, _platform, _now, hand) => handOverCases(tx, hand) },
  assisted: { count: countAssistedOf, give: (tx, _platform, now, hand) => handOverAssisted(tx, now, hand) },
  inquiries: { count: countInquiriesOf, give: (tx, { crypto }, now, hand) => handOverInquiries(tx, crypto, now, hand) },
  tickets: { count: countTicketsOf, give: (tx, { crypto }, now, hand) => handOverTickets(tx, crypto, now, hand) },
  calls: { count: countCallsOf, give: handOverCalls },
  disputes: { count: countDisputesOf, give: (tx, _platform, now, hand) => handOverDisputes(tx, now, hand) },
  partners: { count: countLeadsOf, give: (tx, { crypto }, now, hand) => handOverLeads(tx, crypto, now, hand) },
  applications: { count: countApplicationsOf, give: (tx, _platform, now, hand) => handOverApplications(tx, now, hand) },
};

export interface HeldWork {
  readonly area: HandArea;
  readonly count: number;
  /** Colleagues at work who may have it. */
  readonly takers: readonly { readonly id: string; readonly name: string }[];
}

/** What is with a colleague, and who could go on with it. */
export async function findHeldWork(db: Db, userId: string, now: Instant): Promise<HeldWork[]> {
  const held = await Promise.all(
    handAreaNames.map(async (area): Promise<HeldWork[]> => {
      const count = await areas[area].count(db, userId, now);
      return count > 0 ? [{ area, count, takers: await takersOf(db, area, userId) }] : [];
    }),
  );
  return held.flat();
}

async function takersOf(db: Db, area: HandArea, without: string): Promise<HeldWork['takers']> {
  return (await listStaffWith(db, handAreas[area]))
    .filter((one) => one.userId !== without)
    .map(({ userId, displayName }) => ({ id: userId, name: displayName }));
}

/** Whether everything that was chosen goes to somebody at work who may have it. */
export async function mayAllTake(db: Db, userId: string, to: HandTo): Promise<boolean> {
  for (const area of handAreaNames) {
    const chosen = to[area];
    if (chosen === undefined || chosen === nobody) continue;
    if (!(await takersOf(db, area, userId)).some(({ id }) => id === chosen)) return false;
  }
  return true;
}

/** Hands over what was chosen, and where everything must go the rest as well; how much of what went to whom. */
export async function handOverWork(
  tx: Tx,
  platform: Platform,
  now: Instant,
  work: Omit<HandOver, 'to'> & { readonly to: HandTo; readonly everything: boolean },
): Promise<Readonly<Record<string, { readonly count: number; readonly to: string | null }>>> {
  const handed: Record<string, { count: number; to: string | null }> = {};
  for (const area of handAreaNames) {
    const chosen = work.to[area] ?? (work.everything ? nobody : undefined);
    if (chosen === undefined) continue;
    const to = chosen === nobody ? null : chosen;
    const count = await areas[area].give(tx, platform, now, { ...work, to });
    if (count > 0) handed[area] = { count, to };
  }
  return handed;
}
