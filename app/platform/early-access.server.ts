import { eq } from 'drizzle-orm';
import type { Viewer } from './access.ts';
import { audit } from './audit.server.ts';
import { transact, type Db } from './database.server.ts';
import { earlyAccess, earlyFeatures, type EarlyFeature } from './early-access.tables.ts';
import type { Platform } from './platform.server.ts';

export interface EarlySwitch {
  readonly feature: EarlyFeature;
  readonly isOn: boolean;
  readonly changedBy: string | null;
  readonly changedAt: Date | null;
}

/** Every switch as it stands, in the order of the specification. */
export async function listEarlyAccess(db: Db): Promise<EarlySwitch[]> {
  const rows = await db.select().from(earlyAccess);
  return earlyFeatures.flatMap((feature) => rows.filter((row) => row.feature === feature));
}

export async function isEarlyOn(db: Db, feature: EarlyFeature): Promise<boolean> {
  const [row] = await db.select({ isOn: earlyAccess.isOn }).from(earlyAccess).where(eq(earlyAccess.feature, feature));
  return row?.isOn ?? false;
}

/** Every feature that is switched on. */
export async function earlyOn(db: Db): Promise<EarlyFeature[]> {
  const rows = await db.select({ feature: earlyAccess.feature }).from(earlyAccess).where(eq(earlyAccess.isOn, true));
  return rows.map(({ feature }) => feature);
}

export const isEarlyFeature = (text: string): text is EarlyFeature => (earlyFeatures as readonly string[]).includes(text);

/** Only an owner switches, and every switching is on record. False for everybody else. */
export async function switchEarlyAccess(platform: Platform, viewer: Viewer, feature: EarlyFeature, isOn: boolean): Promise<boolean> {
  if (viewer.kind !== 'staff' || !viewer.staff.roles.includes('owner')) return false;
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    await tx
      .update(earlyAccess)
      .set({ isOn, changedBy: viewer.user.id, changedAt: new Date(now) })
      .where(eq(earlyAccess.feature, feature));
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: `early-access.${isOn ? 'on' : 'off'}`,
      subject: `early_access:${feature}`,
      detail: {},
    });
  });
  return true;
}
