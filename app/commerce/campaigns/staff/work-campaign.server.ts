import { randomUUID } from 'node:crypto';
import { may, type Viewer } from '#app/platform/access.ts';
import { followApproval } from '#app/platform/approvals.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { moveOn } from '#app/values/status-table.ts';
import { countAudience } from '../audience-store.server.ts';
import { campaignProblems, leadsElsewhere, type CampaignDraft } from '../campaign-rules.ts';
import { campaignMachine, type CampaignEvent } from '../campaign-status.ts';
import { changeCampaign, countLetters, findCampaign, findLetGoAlone, insertCampaign } from '../campaigns-store.server.ts';
import type { IsShopPage } from '../shop-pages-context.ts';
import { readLetterLimits } from '../letter-limits.server.ts';
import type { Campaign } from '../campaigns.tables.ts';
import { sendTry } from '../send-campaign.server.ts';

type Staff = Viewer & { readonly kind: 'staff' };
interface Asked {
  readonly viewer: Staff;
  readonly requestId: string;
}
type Refused =
  | 'permission'
  | 'changed-meanwhile'
  | 'not-possible'
  | 'second-person'
  | 'too-many-alone'
  | 'problems'
  | 'page-elsewhere'
  | 'nothing-written';

/** A new draft with nothing but a name. */
export async function beginCampaign(
  platform: Platform,
  ask: Asked & { readonly name: string },
): Promise<Outcome<string, 'permission' | 'name'>> {
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  if (ask.name === '') return refuse('name');
  const id = randomUUID();
  await transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const times = { createdAt: new Date(now), changedAt: new Date(now) };
    await insertCampaign(tx, {
      id,
      name: ask.name,
      status: 'draft',
      words: {},
      page: '/',
      languages: ['en'],
      writtenBy: ask.viewer.user.id,
      ...times,
    });
    await audit(tx, now, {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'campaign.begun',
      subject: `campaigns:${id}`,
      requestId: ask.requestId,
    });
  });
  return done(id);
}

/** Keeps a draft as its writer typed it, whole or not; what is missing stands in the way only of handing it in. */
export async function saveCampaign(
  platform: Platform,
  ask: Asked & { readonly id: string; readonly version: number; readonly draft: CampaignDraft; readonly over?: boolean },
): Promise<Outcome<true, Refused>> {
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const campaign = await findCampaign(tx, ask.id);
    if (!campaign || campaign.version !== ask.version) return refuse('changed-meanwhile');
    if (campaign.status !== 'draft') return refuse('not-possible');
    const { draft } = ask;
    const changed = await changeCampaign(tx, now, campaign, {
      ...draft,
      interests: [...draft.interests],
      languages: [...draft.languages],
      writtenBy: ask.viewer.user.id,
      touchedBy: [...new Set([...campaign.touchedBy, campaign.writtenBy, ask.viewer.user.id])],
    });
    if (!changed) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'campaign.written',
      subject: `campaigns:${ask.id}`,
      ...(ask.over && { detail: { over: ask.version } }),
      requestId: ask.requestId,
    });
    return done(true);
  });
}

/** Whether somebody wrote at a campaign: whoever saved it last, or before. */
export const wroteAt = (campaign: Pick<Campaign, 'writtenBy' | 'touchedBy'>, staffId: string) =>
  campaign.writtenBy === staffId || campaign.touchedBy.includes(staffId);

/** The readers of a letter, with those of what the same colleague let go alone within a day: many small ones are one large one. */
async function countAlone(tx: Tx, { crypto, clock }: Platform, campaign: Campaign, by: string): Promise<number> {
  const before = (await findLetGoAlone(tx, by, addMilliseconds(clock.now(), -dayMs))).filter(({ id }) => id !== campaign.id);
  const letters = await countLetters(
    tx,
    before.map(({ id }) => id),
  );
  let all = (await countAudience(tx, crypto, campaign)).all;
  for (const one of before)
    all +=
      one.status === 'approved'
        ? (await countAudience(tx, crypto, one)).all
        : Object.values(letters.get(one.id) ?? {}).reduce((sum, count) => sum + count, 0);
  return all;
}

/** Hands a campaign in, approves it or lets it go alone, holds it, takes it up again or calls it off. */
export async function moveCampaign(
  platform: Platform,
  ask: Asked & {
    readonly id: string;
    readonly version: number;
    readonly event: Exclude<CampaignEvent, 'start' | 'finish' | 'hold-back'>;
    readonly isPage: IsShopPage;
  },
): Promise<Outcome<true, Refused>> {
  const { viewer, event } = ask;
  const checks = event === 'approve';
  if (!may(viewer, checks ? 'notifications:approve' : 'notifications:send')) return refuse('permission');
  // Of the version that was seen: another one is refused below.
  const seen = await findCampaign(platform.db, ask.id);
  const pageIsThere = seen !== null && (await ask.isPage(seen.page));
  return transact(platform.db, async (tx) => {
    const now = platform.clock.now();
    const campaign = await findCampaign(tx, ask.id);
    if (!campaign || campaign.version !== ask.version) return refuse('changed-meanwhile');
    if (checks && wroteAt(campaign, viewer.user.id)) return refuse('second-person');
    const move = moveOn(campaignMachine, campaign.status, event, checks ? 'checker' : 'staff');
    if (!move.ok) return refuse('not-possible');
    const leaves = checks || event === 'let-go';
    // What is agreed to after its hour leaves with the next minute.
    const inTheWay = campaignProblems(campaign, now, pageIsThere).filter(({ problem }) => !(checks && problem === 'start-over'));
    if ((event === 'submit' || leaves) && inTheWay.length > 0) return refuse('problems');
    const aloneUpTo = event === 'let-go' ? (await readLetterLimits(tx)).alone : null;
    if (aloneUpTo !== null && (aloneUpTo === 0 || (await countAlone(tx, platform, campaign, viewer.user.id)) > aloneUpTo))
      return refuse('too-many-alone');
    const approved = leaves ? { approvedBy: viewer.user.id, approvedAt: new Date(now), aloneUpTo } : {};
    const finished = event === 'cancel' ? { finishedAt: new Date(now) } : {};
    if (!(await changeCampaign(tx, now, campaign, { status: move.to, ...approved, ...finished }))) return refuse('changed-meanwhile');
    await audit(tx, now, {
      actor: `staff:${viewer.user.id}`,
      action: `campaign.${event}`,
      subject: `campaigns:${ask.id}`,
      ...(aloneUpTo !== null && { detail: { aloneUpTo } }),
      requestId: ask.requestId,
    });
    const approval = { kind: 'campaign', subject: `campaigns:${ask.id}`, detail: { campaign: campaign.name } };
    await followApproval(tx, now, approval, { waits: move.to === 'in_review', by: `staff:${viewer.user.id}` });
    return done(true);
  });
}

/** Sends the letter to whoever asks, in each language that is written; to nobody else. */
export async function tryCampaign(platform: Platform, ask: Asked & { readonly id: string }): Promise<Outcome<true, Refused>> {
  if (!may(ask.viewer, 'notifications:send')) return refuse('permission');
  const campaign = await findCampaign(platform.db, ask.id);
  if (!campaign) return refuse('not-possible');
  if (leadsElsewhere(campaign.page)) return refuse('page-elsewhere');
  if ((await sendTry(platform, campaign, ask.viewer.user.email)) === 0) return refuse('nothing-written');
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${ask.viewer.user.id}`,
      action: 'campaign.tried',
      subject: `campaigns:${ask.id}`,
      requestId: ask.requestId,
    }),
  );
  return done(true);
}
