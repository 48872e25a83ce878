import { and, desc, eq, inArray, max, ne } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { moveOn, type StatusTable } from '#app/values/status-table.ts';
import type { EditionEvent, EditionState } from './edition-status.ts';
import type { Edition, EditionTable } from './edition-table.ts';

/** Who wrote what came with the house catalogue. */
export const houseWriter = 'house';

const open: EditionState[] = ['draft', 'in_review'];

/** The editions of one kind of thing. All of them are written under the lock of the thing they are of. */
export function editionsIn<Content>(table: EditionTable, machine: StatusTable<EditionState, EditionEvent, 'staff'>) {
  type Own = Edition<Content>;
  const one = ({ thing, number }: Pick<Own, 'thing' | 'number'>) => and(eq(table.thing, thing), eq(table.number, number));

  /** Moves an edition. `decidedBy` is who looked it over. */
  async function move(
    tx: Tx,
    now: Instant,
    edition: Pick<Own, 'thing' | 'number' | 'status' | 'version'>,
    event: EditionEvent,
    more: { readonly decidedBy?: string; readonly reason?: string } = {},
  ): Promise<void> {
    const next = moveOn(machine, edition.status, event, 'staff');
    if (!next.ok) throw new Error(`Edition ${edition.number} of ${edition.thing} in ${edition.status} refused ${event}`);
    await tx
      .update(table)
      .set({
        status: next.to,
        version: edition.version + 1,
        ...(more.decidedBy ? { decidedBy: more.decidedBy, decidedAt: new Date(now) } : {}),
        ...(more.reason === undefined ? {} : { reason: more.reason }),
      })
      .where(one(edition));
  }

  return {
    /** The edition that is being written or looked over; null when there is none. */
    async findOpen(db: Db, thing: string): Promise<Own | null> {
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(table.thing, thing), inArray(table.status, open)));
      return (row as Own | undefined) ?? null;
    },

    /** The edition that is on sale; null for a thing that staff never had in hand. */
    async findPublished(db: Db, thing: string): Promise<Own | null> {
      const [row] = await db
        .select()
        .from(table)
        .where(and(eq(table.thing, thing), eq(table.status, 'published')));
      return (row as Own | undefined) ?? null;
    },

    /** Every edition of a thing, newest first. */
    async list(db: Db, thing: string): Promise<Own[]> {
      return (await db.select().from(table).where(eq(table.thing, thing)).orderBy(desc(table.number))) as Own[];
    },

    /** What is being written or looked over, of everything. */
    async listOpen(db: Db): Promise<Own[]> {
      return (await db.select().from(table).where(inArray(table.status, open))) as Own[];
    },

    /** Things of which staff have put an edition of their own on sale. */
    async listStaffThings(db: Db): Promise<string[]> {
      const rows = await db
        .select({ thing: table.thing })
        .from(table)
        .where(and(eq(table.status, 'published'), ne(table.writtenBy, houseWriter)));
      return rows.map(({ thing }) => thing);
    },

    async insert(
      tx: Tx,
      now: Instant,
      { thing, content, by }: { readonly thing: string; readonly content: Content; readonly by: string },
    ): Promise<Own> {
      const [last] = await tx
        .select({ number: max(table.number) })
        .from(table)
        .where(eq(table.thing, thing));
      const at = new Date(now);
      const number = (last?.number ?? 0) + 1;
      const [made] = await tx
        .insert(table)
        .values({ thing, number, content, writtenBy: by, writtenAt: at, changedBy: by, changedAt: at })
        .returning();
      return made as Own;
    },

    /** Keeps what the house catalogue says as the first edition, so that every later one can be compared with it. */
    async insertHouse(tx: Tx, now: Instant, thing: string, content: Content): Promise<void> {
      const at = new Date(now);
      await tx.insert(table).values({
        thing,
        number: 1,
        status: 'published',
        content,
        writtenBy: houseWriter,
        writtenAt: at,
        changedBy: houseWriter,
        changedAt: at,
        decidedBy: 'catalogue',
        decidedAt: at,
      });
    },

    async save(tx: Tx, now: Instant, edition: Own, content: Content, by: string): Promise<void> {
      await tx
        .update(table)
        .set({ content, version: edition.version + 1, changedBy: by, changedAt: new Date(now) })
        .where(one(edition));
    },

    move,

    /** What is on sale now makes room for a newer edition. */
    async endPublished(tx: Tx, now: Instant, thing: string): Promise<void> {
      const [on] = await tx
        .select()
        .from(table)
        .where(and(eq(table.thing, thing), eq(table.status, 'published')));
      if (on) await move(tx, now, on, 'replace');
    },
  };
}
export type Editions<Content> = ReturnType<typeof editionsIn<Content>>;
