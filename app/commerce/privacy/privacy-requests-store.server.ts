import { and, asc, desc, eq, inArray, lte, not, sql, type SQL } from 'drizzle-orm';
import { sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import type { Db, Tx } from '#app/platform/database.server.ts';
import { cutPage, keysetQuery, type SortedBy } from '#app/platform/keyset-query.server.ts';
import type { RowCursor } from '#app/values/keyset-page.ts';
import { moveOn } from '#app/values/status-table.ts';
import { openStates, privacyRequestMachine, type RequestEvent, type RequestStatus } from './privacy-request-status.ts';
import { privacyRequests, type PrivacyRequest } from './privacy.tables.ts';

/** The mailed token of a request: derived from the installation's secret, so that only its hash is kept. */
export function requestTokenOf(crypto: FieldCrypto, requestId: string): string {
  return crypto.blindIndex(requestId, 'privacy-request');
}

const indexOf = (crypto: FieldCrypto, email: string) => crypto.blindIndex(email, 'privacy-email');
const place = (id: string) => `privacy_requests|email|${id}`;

/** The address it came from, which is empty once its person was forgotten. */
export function emailOfRequest(crypto: FieldCrypto, request: Pick<PrivacyRequest, 'id' | 'email'>): string {
  return crypto.open(request.email, place(request.id));
}

export type NewRequest = Omit<
  typeof privacyRequests.$inferInsert,
  'email' | 'emailIndex' | 'tokenHash' | 'version' | 'file' | 'fileUntil' | 'closedAt' | 'reason'
> & { readonly email: string };

/** Null when one of its kind is open already. */
export async function insertRequest(tx: Tx, crypto: FieldCrypto, { email, ...request }: NewRequest): Promise<PrivacyRequest | null> {
  const [row] = await tx
    .insert(privacyRequests)
    .values({
      ...request,
      email: crypto.seal(email, place(request.id)),
      emailIndex: indexOf(crypto, email),
      tokenHash: sha256(requestTokenOf(crypto, request.id)),
    })
    .onConflictDoNothing()
    .returning();
  return row ?? null;
}

export async function findRequest(db: Db | Tx, id: string): Promise<PrivacyRequest | null> {
  const [row] = await db.select().from(privacyRequests).where(eq(privacyRequests.id, id));
  return row ?? null;
}

export async function findRequestByToken(db: Db, token: string): Promise<PrivacyRequest | null> {
  if (!/^[\w-]{43}$/.test(token)) return null;
  const [row] = await db
    .select()
    .from(privacyRequests)
    .where(eq(privacyRequests.tokenHash, sha256(token)));
  return row ?? null;
}

/** What an account has asked, newest first. */
export async function listRequestsOf(db: Db, userId: string): Promise<PrivacyRequest[]> {
  return db.select().from(privacyRequests).where(eq(privacyRequests.userId, userId)).orderBy(desc(privacyRequests.askedAt)).limit(20);
}

/** Moves a request on if it is still as it was read; null when it may not go there, or somebody was faster. */
export async function moveRequest(
  tx: Tx,
  request: PrivacyRequest,
  event: RequestEvent,
  by: 'person' | 'staff' | 'system',
  change: Partial<Pick<PrivacyRequest, 'actsAt' | 'file' | 'fileUntil' | 'closedAt' | 'reason'>>,
): Promise<PrivacyRequest | null> {
  const move = moveOn(privacyRequestMachine, request.status, event, by);
  if (!move.ok) return null;
  const [row] = await tx
    .update(privacyRequests)
    .set({ ...change, status: move.to, version: request.version + 1 })
    .where(and(eq(privacyRequests.id, request.id), eq(privacyRequests.version, request.version)))
    .returning();
  return row ?? null;
}

/** Writes down who agreed, if the request is still open as it was read. */
export async function saveAgreement(tx: Tx, request: PrivacyRequest, staffId: string, at: Date): Promise<boolean> {
  const rows = await tx
    .update(privacyRequests)
    .set({ agreedBy: staffId, agreedAt: at, version: request.version + 1 })
    .where(
      and(
        eq(privacyRequests.id, request.id),
        eq(privacyRequests.version, request.version),
        inArray(privacyRequests.status, [...openStates]),
      ),
    )
    .returning({ id: privacyRequests.id });
  return rows.length > 0;
}

/** Erasings whose time has come, copies whose time is over, what was never proved since `unprovedSince`, and what is late. */
export async function findDueRequests(
  db: Db,
  now: Date,
  unprovedSince: Date,
): Promise<{
  readonly toErase: PrivacyRequest[];
  readonly toRemove: PrivacyRequest[];
  readonly unproved: PrivacyRequest[];
  readonly late: PrivacyRequest[];
}> {
  const select = (where: SQL | undefined) => db.select().from(privacyRequests).where(where).orderBy(asc(privacyRequests.askedAt));
  return {
    toErase: await select(and(eq(privacyRequests.status, 'waiting'), eq(privacyRequests.kind, 'erase'), lte(privacyRequests.actsAt, now))),
    toRemove: await select(and(eq(privacyRequests.status, 'ready'), lte(privacyRequests.fileUntil, now))),
    unproved: await select(and(eq(privacyRequests.status, 'asked'), lte(privacyRequests.askedAt, unprovedSince))),
    late: await select(and(inArray(privacyRequests.status, [...openStates]), lte(privacyRequests.dueAt, now))),
  };
}

/** Copies whose time is over by then. */
export async function countOldCopies(db: Db, now: Date): Promise<number> {
  return db.$count(privacyRequests, and(eq(privacyRequests.status, 'ready'), lte(privacyRequests.fileUntil, now)));
}

const live: readonly RequestStatus[] = [...openStates, 'ready'];
const sortedBy: Readonly<Record<'due' | 'asked' | 'closed', SortedBy>> = {
  due: { key: sql`${privacyRequests.dueAt}`, type: 'time' },
  asked: { key: sql`${privacyRequests.askedAt}`, type: 'time' },
  // What is not closed stands behind what was closed last.
  closed: { key: sql`coalesce(${privacyRequests.closedAt}, 'epoch')`, type: 'time' },
};

/** A page of the desk's list as it is asked for; an address is looked for as a whole. The caller has judged access. */
export async function listRequestsAsStaff(
  db: Db,
  crypto: FieldCrypto,
  view: {
    readonly queue: 'open' | 'closed' | 'all';
    readonly find: string;
    readonly filters: Readonly<Record<'kind' | 'cameBy', string>>;
    readonly sort: string;
    readonly descending: boolean;
    readonly after: RowCursor | null;
  },
  most: number,
): Promise<{
  readonly rows: readonly (Omit<PrivacyRequest, 'email'> & { readonly email: string })[];
  readonly next: RowCursor | null;
  readonly counts: Readonly<Record<'open' | 'closed' | 'all', number>>;
}> {
  const address = view.find.normalize('NFKC').trim().toLowerCase();
  const wanted = and(
    address === '' ? undefined : eq(privacyRequests.emailIndex, indexOf(crypto, address)),
    view.filters.kind === '' ? undefined : sql`${privacyRequests.kind} = ${view.filters.kind}`,
    view.filters.cameBy === '' ? undefined : sql`${privacyRequests.cameBy} = ${view.filters.cameBy}`,
  );
  const isOpen = inArray(privacyRequests.status, [...live]);
  const by = view.sort === 'asked' || view.sort === 'closed' ? sortedBy[view.sort] : sortedBy.due;
  const { past, order, told } = keysetQuery(by, sql`${privacyRequests.id}`, view);
  const [rows, [counted]] = await Promise.all([
    db
      .select({ request: privacyRequests, key: told })
      .from(privacyRequests)
      .where(and(wanted, view.queue === 'all' ? undefined : view.queue === 'open' ? isOpen : not(isOpen), past))
      .orderBy(order)
      .limit(most + 1),
    db
      .select({ open: sql<number>`(count(*) filter (where ${isOpen}))::int`, all: sql<number>`count(*)::int` })
      .from(privacyRequests)
      .where(wanted),
  ]);
  const { shown, next } = cutPage(rows, most, ({ request, key }) => ({ key, id: request.id }));
  const { open, all } = counted!;
  return {
    rows: shown.map(({ request }) => ({ ...request, email: emailOfRequest(crypto, request) })),
    next,
    counts: { open, closed: all - open, all },
  };
}
