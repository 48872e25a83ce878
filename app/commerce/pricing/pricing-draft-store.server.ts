import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Db, Tx } from '#app/platform/database.server.ts';
import type { Instant } from '#app/values/dates.ts';
import { pricingDrafts, type PricingDraft } from './pricing-drafts.tables.ts';

/** The one draft of a product that is open; null without one. */
export async function findOpenDraft(db: Db, product: string): Promise<PricingDraft | null> {
  const open = inArray(pricingDrafts.status, ['draft', 'review']);
  const [row] = await db
    .select()
    .from(pricingDrafts)
    .where(and(eq(pricingDrafts.product, product), open));
  return row ?? null;
}

/** False when another draft is open. */
export async function insertDraft(
  tx: Tx,
  draft: Pick<PricingDraft, 'id' | 'product' | 'basedOn' | 'rules' | 'touchedBy'>,
  now: Instant,
): Promise<boolean> {
  const at = new Date(now);
  const made = await tx
    .insert(pricingDrafts)
    .values({ ...draft, createdAt: at, changedAt: at })
    .onConflictDoNothing()
    .returning({ id: pricingDrafts.id });
  return made.length > 0;
}

/** Changes it as it was read; false when somebody else did meanwhile. */
export async function changeDraft(tx: Tx, read: PricingDraft, change: Partial<PricingDraft>, now: Instant): Promise<boolean> {
  const changed = await tx
    .update(pricingDrafts)
    .set({ ...change, version: sql`${pricingDrafts.version} + 1`, changedAt: new Date(now) })
    .where(and(eq(pricingDrafts.id, read.id), eq(pricingDrafts.version, read.version)))
    .returning({ id: pricingDrafts.id });
  return changed.length > 0;
}
