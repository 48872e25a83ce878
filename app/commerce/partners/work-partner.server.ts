import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { closeStaffTask, openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn, type MoveRefusal } from '#app/values/status-table.ts';
import { partnerMail } from './mail-partners.server.ts';
import { partnerMachine, type PartnerMove } from './partner-status.ts';
import { changeLead, findLeadAsSystem } from './partners-store.server.ts';
import type { PartnerLead } from './partners.tables.ts';

export type PartnerWork =
  /** Words go to the company; taking up and opening again need none. */
  | { readonly event: PartnerMove; readonly words: string | null }
  | { readonly event: 'note'; readonly words: string }
  /** A member of staff, or null for nobody. */
  | { readonly event: 'assign'; readonly to: string | null };

/** What staff do about an application as they read it at `version`. Moves are mailed to the company; notes stay here. */
export async function workPartner(
  platform: Platform,
  work: { readonly id: string; readonly version: number; readonly staffId: string; readonly what: PartnerWork },
): Promise<Outcome<PartnerLead, MoveRefusal | 'changed-meanwhile'>> {
  const { what } = work;
  const actor = `staff:${work.staffId}`;
  return transact(platform.db, async (tx): Promise<Outcome<PartnerLead, MoveRefusal | 'changed-meanwhile'>> => {
    const now = platform.clock.now();
    const lead = await findLeadAsSystem(tx, work.id);
    if (lead?.version !== work.version) return refuse('changed-meanwhile');
    const subject = `partner_leads:${lead.id}`;
    const change = async (rest: Parameters<typeof changeLead>[4]) => changeLead(tx, platform.crypto, now, lead, rest);
    const told = async (changed: PartnerLead | null, detail: Readonly<Record<string, string>> = {}) => {
      if (!changed) return refuse('changed-meanwhile');
      await audit(tx, now, { actor, action: `partner.${what.event}`, subject, detail });
      return done(changed);
    };
    if (what.event === 'note') return told(await change({ event: 'note', actor, words: what.words, to: {} }));
    if (what.event === 'assign')
      return told(await change({ event: 'assign', actor, to: { assignedTo: what.to } }), what.to ? { to: what.to } : {});
    const move = moveOn(partnerMachine, lead.status, what.event, 'staff');
    if (!move.ok) return refuse(move.refused);
    // Whoever takes it up has it.
    const assignedTo = what.event === 'take' && lead.assignedTo === null ? work.staffId : lead.assignedTo;
    const changed = await change({ event: what.event, actor, words: what.words, to: { status: move.to, assignedTo } });
    if (!changed) return refuse('changed-meanwhile');
    await platform.jobs.send(tx, partnerMail, { leadId: lead.id, version: changed.version, template: what.event });
    const task = { kind: 'partner', subject };
    if (what.event === 'reopen')
      await openStaffTask(tx, now, { ...task, textKey: 'tasks:partner-waits', detail: { reference: lead.reference } });
    if (move.to === 'accepted' || move.to === 'declined') await closeStaffTask(tx, now, { ...task, by: actor });
    return told(changed);
  });
}
