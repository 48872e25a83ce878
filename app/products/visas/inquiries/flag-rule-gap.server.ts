import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';

/**
 * Asks the register for a rule it does not have, or has not read for too long: a task for whoever keeps it, one for each
 * destination and passport. The task names countries and nobody who asked.
 */
export async function flagRuleGap(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  gap: { readonly destination: string; readonly passport: string; readonly stale: boolean; readonly staffId: string },
): Promise<void> {
  const { destination, passport } = gap;
  await transact(db, async (tx) => {
    const now = clock.now();
    await openStaffTask(tx, now, {
      kind: 'visa-rule-gap',
      subject: `visa_rule_gaps:${destination}-${passport}`,
      textKey: gap.stale ? 'tasks:visa-rule-gap.stale' : 'tasks:visa-rule-gap.unknown',
      detail: { destination: countryName(destination, 'en'), passport: countryName(passport, 'en') },
    });
    await audit(tx, now, {
      actor: `staff:${gap.staffId}`,
      action: 'visa-rule.gap-flagged',
      subject: `visa_rule_gaps:${destination}-${passport}`,
    });
  });
}
