import { followApproval, type Approval } from '#app/platform/approvals.server.ts';
import { audit, listAuditOf } from '#app/platform/audit.server.ts';
import { transact, type Db, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { isSlug } from '#app/values/ids.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { Edition } from './edition-table.ts';
import type { Editions } from './editions-store.server.ts';

export type EditionRefusal = 'not-found' | 'changed-meanwhile' | 'not-possible' | 'second-person' | 'faults' | 'reason';

export const editionWorks = ['submit', 'send-back', 'publish', 'drop'] as const;
export type EditionWork = (typeof editionWorks)[number];

/** What a kind of thing does of its own while its editions are written, looked over and put on sale. */
export interface EditedKind<Content, Refusal extends string> {
  readonly editions: Editions<Content>;
  /** What its acts are called in the audit, such as `experience`, and the table of what they are of. */
  readonly acts: { readonly name: string; readonly table: string };
  readonly approval: (thing: string) => Approval;
  /** Locks a thing for the rest of the transaction; null where there is none. */
  readonly lock: (tx: Tx, thing: string) => Promise<{ readonly archived: boolean } | null>;
  /** What the shop says and sells now; null for what it never had. */
  readonly onSale: (db: Db, thing: string) => Promise<Content | null>;
  /** Everything that keeps a content from going on sale. */
  readonly faults: (content: Content) => readonly string[];
  /** Writes a content for the shop, or refuses before it writes anything. What it answers is told by the audit. */
  readonly publish: (
    tx: Tx,
    now: Instant,
    ask: { readonly thing: string; readonly content: Content; readonly staffId: string },
  ) => Promise<Outcome<Readonly<Record<string, unknown>>, Refusal>>;
  /** After an edition went on sale, outside its transaction. */
  readonly forget: (db: Db) => void;
}

export interface ToChangeEdition<Content> {
  readonly thing: string;
  readonly staffId: string;
  /** Of the edition that the page showed, 0 for none: what a colleague wrote meanwhile is not overwritten. */
  readonly version: number;
  readonly part: string;
  readonly change: (content: Content) => Content;
  readonly detail?: Readonly<Record<string, unknown>>;
}

export interface ToWorkEdition {
  readonly thing: string;
  readonly staffId: string;
  /** As above. */
  readonly version: number;
  readonly work: EditionWork;
  readonly reason: string;
}

/**
 * Changes what the next edition of a thing says, and begins one where none is open. An edition under review goes back first.
 * Returns the version it has then.
 */
export async function changeEdition<Content, Refusal extends string>(
  platform: Platform,
  kind: EditedKind<Content, Refusal>,
  ask: ToChangeEdition<Content>,
): Promise<Outcome<number, EditionRefusal>> {
  const { thing, staffId } = ask;
  const { editions } = kind;
  return transact(platform.db, async (tx): Promise<Outcome<number, EditionRefusal>> => {
    const locked = isSlug(thing) ? await kind.lock(tx, thing) : null;
    if (!locked) return refuse('not-found');
    const now = platform.clock.now();
    const open = await editions.findOpen(tx, thing);
    if ((open?.version ?? 0) !== ask.version) return refuse('changed-meanwhile');
    if (open?.status === 'in_review' || locked.archived) return refuse('not-possible');
    const before = open?.content ?? (await kind.onSale(tx, thing));
    if (!before) return refuse('not-found');
    const after = ask.change(before);
    if (JSON.stringify(after) === JSON.stringify(before)) return done(ask.version);
    if (!open && (await editions.list(tx, thing)).length === 0) await editions.insertHouse(tx, now, thing, before);
    const edition = open ?? (await editions.insert(tx, now, { thing, content: after, by: staffId }));
    if (open) await editions.save(tx, now, open, after, staffId);
    await noteEdition(tx, now, kind, { ...ask, act: 'changed', detail: { part: ask.part, edition: edition.number, ...ask.detail } });
    return done(open ? open.version + 1 : edition.version);
  });
}

/**
 * One step of the open edition. Publishing is for a second person, who had no hand in it, and needs a content without
 * faults; it writes the thing for the shop in the same transaction.
 */
export async function workEdition<Content, Refusal extends string>(
  platform: Platform,
  kind: EditedKind<Content, Refusal>,
  ask: ToWorkEdition,
): Promise<Outcome<true, EditionRefusal | Refusal>> {
  const { thing, work, staffId } = ask;
  const { editions } = kind;
  const answer = await transact(platform.db, async (tx): Promise<Outcome<true, EditionRefusal | Refusal>> => {
    const now = platform.clock.now();
    const locked = isSlug(thing) ? await kind.lock(tx, thing) : null;
    const open = locked && (await editions.findOpen(tx, thing));
    if (!locked || !open) return refuse('not-found');
    if (open.version !== ask.version) return refuse('changed-meanwhile');
    if (locked.archived && (work === 'submit' || work === 'publish')) return refuse('not-possible');
    // The only edition of what was never sold is not dropped: it is put away with its thing.
    const dropped = work === 'drop' && open.status === 'draft' && (await kind.onSale(tx, thing)) !== null;
    if (work === 'drop' ? !dropped : (open.status === 'draft') !== (work === 'submit')) return refuse('not-possible');
    if (work === 'send-back' && ask.reason === '') return refuse('reason');
    if ((work === 'submit' || work === 'publish') && kind.faults(open.content).length > 0) return refuse('faults');
    let told: Readonly<Record<string, unknown>> = {};
    if (work === 'publish') {
      if ((await writersOf(tx, kind, open)).has(staffId)) return refuse('second-person');
      const published = await kind.publish(tx, now, { thing, content: open.content, staffId });
      if (!published.ok) return published;
      told = published.value;
      await editions.endPublished(tx, now, thing);
      await editions.move(tx, now, open, 'publish', { decidedBy: staffId });
    } else await editions.move(tx, now, open, work, { reason: ask.reason });
    await noteEdition(tx, now, kind, { thing, staffId, act: work, detail: { edition: open.number, ...told }, reason: ask.reason });
    await followApproval(tx, now, kind.approval(thing), { waits: work === 'submit', by: `staff:${staffId}` });
    return done(true);
  });
  if (answer.ok && work === 'publish') kind.forget(platform.db);
  return answer;
}

/** Far more than an edition is ever changed. */
const mostChanges = 1_000;

/** Whoever had a hand in an edition: who began it, who changed it last, and by the audit everybody between. */
export async function writersOf<Content, Refusal extends string>(
  db: Db,
  kind: EditedKind<Content, Refusal>,
  edition: Pick<Edition<Content>, 'thing' | 'number' | 'writtenBy' | 'changedBy'>,
): Promise<ReadonlySet<string>> {
  const { name, table } = kind.acts;
  const changed = (await listAuditOf(db, `${table}:${edition.thing}`, mostChanges))
    .filter(({ action, detail }) => action === `${name}.changed` && detail['edition'] === edition.number)
    .map(({ actor }) => actor.replace(/^staff:/, ''));
  return new Set([edition.writtenBy, edition.changedBy, ...changed]);
}

/** An act of a colleague on a thing with editions, beside what it changes. */
export async function noteEdition<Content, Refusal extends string>(
  tx: Tx,
  now: Instant,
  { acts }: Pick<EditedKind<Content, Refusal>, 'acts'>,
  what: {
    readonly thing: string;
    readonly staffId: string;
    readonly act: string;
    readonly detail: Readonly<Record<string, unknown>>;
    readonly reason?: string;
  },
): Promise<void> {
  await audit(tx, now, {
    actor: `staff:${what.staffId}`,
    action: `${acts.name}.${what.act}`,
    subject: `${acts.table}:${what.thing}`,
    detail: what.detail,
    ...(what.reason ? { reason: what.reason } : {}),
  });
}
