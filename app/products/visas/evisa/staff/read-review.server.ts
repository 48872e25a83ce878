import { audit } from '#app/platform/audit.server.ts';
import { transact, type Db } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findCasesById } from '../../assisted/assisted-store.server.ts';
import { findApplication } from '../evisa-applications-store.server.ts';
import { findGroupAsSystem } from '../evisa-groups-store.server.ts';
import type { EvisaApplication, EvisaGroup } from '../evisa.tables.ts';
import { ticketsOf, ticketView } from '../open-evisa-application.server.ts';
import { readGroup } from '../read-evisa-group.server.ts';
import { findEarlierAsStaff, findUnnoted, type EarlierApplication } from '../visa-passports-store.server.ts';
import { doubtsOf, type ReviewCheck, type ReviewFacts } from './review-rules.ts';

/** An earlier application, whatever its route, and whether it was refused. */
export interface EarlierCase extends EarlierApplication {
  readonly refused: boolean;
}

/** What the reviewer has beside each check, and the earlier applications themselves. */
export async function readReview(
  platform: Platform,
  db: Db,
  { application, group }: { readonly application: EvisaApplication; readonly group: EvisaGroup },
): Promise<{ readonly facts: ReviewFacts; readonly earlier: readonly EarlierCase[] }> {
  const read = await readGroup({ ...platform, db }, group);
  const own = read.travellers[application.position]!;
  const tickets = await ticketsOf({ ...platform, db }, group);
  const found = await findEarlierAsStaff(db, { id: application.id, position: application.position, orderId: group.orderId! });
  const assisted = new Map(
    (
      await findCasesById(
        db,
        found.flatMap(({ id, route }) => (route === 'assisted' ? [id] : [])),
      )
    ).map((one) => [one.id, one]),
  );
  const earlier = found.map((one) => ({
    ...one,
    status: assisted.get(one.id)?.status ?? one.status,
    refused: one.status === 'rejected' || assisted.get(one.id)?.outcome === 'refused',
  }));
  const says = own.typed['refused-before'];
  const late = application.deliverBy !== null && application.deliverBy > group.arrival;
  return {
    earlier,
    facts: {
      identity: {
        zone: own.zone === null ? 'none' : own.zone === 'unread' ? 'unread' : own.zone.length > 0 ? 'differs' : 'agrees',
        ticket: ticketView(own.typed, tickets) ? 'differs' : 'agrees',
      },
      completeness: {
        sent: own.documents.length,
        missing: own.missing,
        marked: own.documents.filter(({ warnings }) => warnings.length > 0).length,
        faults: Object.keys(own.faults).length,
      },
      // Whether it comes in time is asked of the day that was promised, not of one counted from today.
      consistency: { refusals: [...own.refusals.filter((one) => one !== 'too-late'), ...(late ? (['too-late'] as const) : [])] },
      history: {
        earlier: earlier.length,
        refused: earlier.filter(({ refused }) => refused).length,
        says: says === 'yes' || says === 'no' ? says : null,
      },
    },
  };
}

/** The review of a case that waits for its second pair of eyes, for the page; null in any other state. A look at what else the person applied for is in the audit. */
export async function openReview(
  platform: Platform,
  ask: { readonly applicationId: string; readonly staffId: string; readonly requestId: string },
): Promise<{
  readonly facts: ReviewFacts;
  readonly doubts: readonly ReviewCheck[];
  readonly earlier: readonly (Omit<EarlierCase, 'receivedAt'> & { readonly at: string })[];
  /** Some applications are so old that their passports are noted tonight only: they were not searched. */
  readonly unsearched: boolean;
} | null> {
  const application = await findApplication(platform.db, ask.applicationId);
  const group = application?.status === 'in_review' ? await findGroupAsSystem(platform.db, application.groupId) : null;
  if (!application || !group?.orderId) return null;
  const { facts, earlier } = await readReview(platform, platform.db, { application, group });
  if (earlier.length > 0)
    await transact(platform.db, (tx) =>
      audit(tx, platform.clock.now(), {
        actor: `staff:${ask.staffId}`,
        action: 'evisa.history-read',
        subject: `evisa_applications:${application.id}`,
        detail: { applications: earlier.map(({ id }) => id) },
        requestId: ask.requestId,
      }),
    );
  return {
    facts,
    doubts: doubtsOf(facts),
    earlier: earlier.map(({ receivedAt, ...one }) => ({ ...one, at: receivedAt.toISOString() })),
    unsearched: (await findUnnoted(platform.db, '', 1)).length > 0,
  };
}
