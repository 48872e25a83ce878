import { and, asc, eq, gt, inArray, isNotNull, isNull, notInArray, or, sql } from 'drizzle-orm';
import { audit } from '#app/platform/audit.server.ts';
import type { FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { CalendarDate, Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { evisaApplications, evisaGroups, type EvisaApplication, type EvisaGroup } from '../evisa/evisa.tables.ts';
import { assistedCases, type AssistedCase } from '../assisted/assisted.tables.ts';
import { stayMachine, type StayActor, type StayEvent } from './visa-stay-status.ts';
import { visaStayEntries, visaStayEvents, visaStays, type StayNote, type VisaStay, type VisaStayEntry } from './visa-stays.tables.ts';

/** Numbers of visas are found by this alone, however they are spaced. */
export const visaNumberIndex = (crypto: FieldCrypto, number: string): string =>
  crypto.blindIndex(number.toUpperCase().replace(/[^A-Z0-9]/g, ''), 'visa-number');

/** False when it is watched already. */
export async function insertStay(
  tx: Tx,
  now: Instant,
  stay: Pick<VisaStay, 'id' | 'orderId' | 'route' | 'country' | 'numberIndex' | 'issuedOn' | 'enterBy' | 'stayDays' | 'entries'>,
): Promise<boolean> {
  const at = new Date(now);
  const [opened] = await tx
    .insert(visaStays)
    .values({ ...stay, dueOn: stay.enterBy, openedAt: at, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: visaStays.id });
  if (!opened) return false;
  const issued = { fromStatus: 'issued', toStatus: 'issued' } as const;
  await tx.insert(visaStayEvents).values({ stayId: stay.id, version: 0, event: 'opened', ...issued, actor: 'system', at, detail: {} });
  return true;
}

export async function findStay(db: Db, id: string): Promise<VisaStay | null> {
  const [row] = await db.select().from(visaStays).where(eq(visaStays.id, id));
  return row ?? null;
}

export async function lockStay(tx: Tx, id: string): Promise<VisaStay | null> {
  const [row] = await tx.select().from(visaStays).where(eq(visaStays.id, id)).for('update');
  return row ?? null;
}

export async function findStays(db: Db, ids: readonly string[]): Promise<VisaStay[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(visaStays)
        .where(inArray(visaStays.id, [...ids]));
}

/** Earlier stays on visas, from the first to the last. */
export async function findPastStays(db: Db, ids: readonly string[]): Promise<VisaStayEntry[]> {
  return ids.length === 0
    ? []
    : db
        .select()
        .from(visaStayEntries)
        .where(inArray(visaStayEntries.stayId, [...ids]))
        .orderBy(asc(visaStayEntries.stayId), asc(visaStayEntries.number));
}

export async function insertPastStay(tx: Tx, entry: VisaStayEntry): Promise<void> {
  await tx.insert(visaStayEntries).values(entry);
}

export async function findStayEvents(db: Db, id: string) {
  return db.select().from(visaStayEvents).where(eq(visaStayEvents.stayId, id)).orderBy(asc(visaStayEvents.version));
}

export type StayChange = Partial<
  Pick<
    VisaStay,
    'enteredOn' | 'stayUntil' | 'exitedOn' | 'dueOn' | 'entries' | 'entriesUsed' | 'enterRemindedOn' | 'leaveRemindedOn' | 'closedAt'
  >
>;

export interface StayStep {
  readonly stay: Pick<VisaStay, 'id' | 'status' | 'version'>;
  readonly by: StayActor;
  /** As the audit names people. */
  readonly who: string;
  readonly with?: StayChange;
  /** Days, codes and amounts only. */
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly requestId?: string;
}
export type StayMoveRefusal = MoveRefusal | 'changed-meanwhile';

/** The only writer of a stay's status: compare-and-set, history and audit in the caller's transaction. */
export async function moveStay(
  tx: Tx,
  now: Instant,
  step: StayStep & { readonly event: StayEvent },
): Promise<Outcome<VisaStay, StayMoveRefusal>> {
  const next = moveOn(stayMachine, step.stay.status, step.event, step.by);
  if (!next.ok) return next;
  const closed = next.to === 'closed' ? { closedAt: new Date(now) } : {};
  return write(tx, now, { ...step, with: { ...step.with, ...closed } }, step.event, next.to);
}

/** Writes down something that leaves the state as it is. */
export function noteStay(
  tx: Tx,
  now: Instant,
  step: StayStep & { readonly event: StayNote },
): Promise<Outcome<VisaStay, 'changed-meanwhile'>> {
  return write(tx, now, step, step.event, step.stay.status);
}

async function write(
  tx: Tx,
  now: Instant,
  step: StayStep,
  event: StayEvent | StayNote,
  to: VisaStay['status'],
): Promise<Outcome<VisaStay, 'changed-meanwhile'>> {
  const { stay, who, detail = {} } = step;
  const [moved] = await tx
    .update(visaStays)
    .set({ ...step.with, status: to, version: stay.version + 1, changedAt: new Date(now) })
    .where(and(eq(visaStays.id, stay.id), eq(visaStays.status, stay.status), eq(visaStays.version, stay.version)))
    .returning();
  if (!moved) return refuse('changed-meanwhile');
  const steps = { fromStatus: stay.status, toStatus: to };
  await tx
    .insert(visaStayEvents)
    .values({ stayId: stay.id, version: moved.version, event, ...steps, actor: who, detail, at: new Date(now) });
  await audit(tx, now, {
    actor: who,
    action: `visa-stay.${event}`,
    subject: `visa_stays:${stay.id}`,
    detail: { from: stay.status, to, ...detail },
    ...(step.requestId ? { requestId: step.requestId } : {}),
  });
  return done(moved);
}

/**
 * Stays the clock may have something to do with: those whose day is near or past, and those that are over but not put
 * away. By their day, at most `most` behind `after`.
 */
export async function findStaysForClock(
  db: Db,
  until: CalendarDate,
  after: Pick<VisaStay, 'dueOn' | 'id'> | null,
  most: number,
): Promise<VisaStay[]> {
  return db
    .select()
    .from(visaStays)
    .where(
      and(
        or(
          and(notInArray(visaStays.status, ['closed', 'exited', 'overstay_alert']), sql`${visaStays.dueOn} <= ${until}`),
          eq(visaStays.status, 'exited'),
        ),
        after ? sql`(${visaStays.dueOn}, ${visaStays.id}) > (${after.dueOn}::date, ${after.id})` : undefined,
      ),
    )
    .orderBy(asc(visaStays.dueOn), asc(visaStays.id))
    .limit(most);
}

/** Delivered e-visas of orders that nobody watches yet, by their ids, at most `most` behind `after`. */
export async function findUnwatchedVisas(
  db: Db,
  after: string,
  most: number,
): Promise<{ readonly application: EvisaApplication; readonly group: EvisaGroup; readonly orderId: string }[]> {
  return db
    .select({ application: evisaApplications, group: evisaGroups, orderId: sql<string>`${evisaGroups.orderId}` })
    .from(evisaApplications)
    .innerJoin(evisaGroups, and(eq(evisaGroups.id, evisaApplications.groupId), isNotNull(evisaGroups.orderId)))
    .leftJoin(visaStays, eq(visaStays.id, evisaApplications.id))
    .where(
      and(
        eq(evisaApplications.status, 'delivered'),
        isNotNull(evisaApplications.issued),
        isNull(visaStays.id),
        gt(evisaApplications.id, after),
      ),
    )
    .orderBy(asc(evisaApplications.id))
    .limit(most);
}

/** Granted cases whose passport is back and that nobody watches yet, by their ids, at most `most` behind `after`. */
export async function findUnwatchedCases(
  db: Db,
  after: string,
  most: number,
): Promise<{ readonly one: AssistedCase; readonly group: EvisaGroup }[]> {
  return db
    .select({ one: assistedCases, group: evisaGroups })
    .from(assistedCases)
    .innerJoin(evisaApplications, eq(evisaApplications.id, assistedCases.id))
    .innerJoin(evisaGroups, eq(evisaGroups.id, evisaApplications.groupId))
    .leftJoin(visaStays, eq(visaStays.id, assistedCases.id))
    .where(
      and(
        eq(assistedCases.status, 'delivered'),
        eq(assistedCases.outcome, 'granted'),
        isNotNull(assistedCases.sticker),
        isNull(visaStays.id),
        gt(assistedCases.id, after),
      ),
    )
    .orderBy(asc(assistedCases.id))
    .limit(most);
}
