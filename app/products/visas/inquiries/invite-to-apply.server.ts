import { findInquiryAsSystem, readContact, readVisaNeeds } from '#app/commerce/inquiries/inquiries-store.server.ts';
import { moveInquiryOn, type WorkRefusal } from '#app/commerce/inquiries/work-inquiry.server.ts';
import { emailIndexOf } from '#app/commerce/orders/orders-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { assistedMail } from '../assisted/assisted-jobs.server.ts';
import { draftAssisted, type AssistedWish, type StartAssistedRefusal } from '../assisted/start-assisted.server.ts';
import { contactPlace } from '../evisa/evisa-groups-store.server.ts';
import { evisaMail } from '../evisa/evisa-jobs.server.ts';
import { draftEvisa, insertDraft, type EvisaWish, type StartEvisaRefusal } from '../evisa/start-evisa.server.ts';
import { insertInvitation } from './inquiry-applications-store.server.ts';

export type ApplyWish = ({ readonly route: 'evisa' } & EvisaWish) | ({ readonly route: 'assisted' } & AssistedWish);
export type InviteRefusal = Exclude<StartEvisaRefusal | StartAssistedRefusal, 'too-often'> | WorkRefusal;

/**
 * Makes an application of an inquiry: a draft in the traveller's language that begins with what they told us, and a mail
 * with the way to it. The officer never holds that way: whoever fills it in is the traveller. Of two officers who do it at
 * once the second is told.
 */
export async function inviteToApply(
  platform: Platform,
  ask: { readonly inquiryId: string; readonly version: number; readonly wish: ApplyWish; readonly staffId: string },
): Promise<Outcome<{ readonly groupId: string }, InviteRefusal>> {
  const { db, crypto, clock, jobs } = platform;
  const inquiry = await findInquiryAsSystem(db, ask.inquiryId);
  if (!inquiry || inquiry.version !== ask.version) return refuse('changed-meanwhile');
  const whose = { language: inquiry.language, userId: inquiry.userId };
  const draft = await (ask.wish.route === 'evisa' ? draftEvisa(platform, ask.wish, whose) : draftAssisted(platform, ask.wish, whose));
  if (!draft.ok) return draft;
  const { group } = draft.value;
  const { email, phone } = readContact(crypto, inquiry);
  const { nationality, residence } = readVisaNeeds(crypto, inquiry);
  const actor = `staff:${ask.staffId}`;
  return transact(db, async (tx): Promise<Outcome<{ readonly groupId: string }, InviteRefusal>> => {
    const now = clock.now();
    const moved = await moveInquiryOn(tx, platform, { inquiry, event: 'quote', by: 'staff', actor, detail: group.country });
    if (!moved.ok) return moved;
    const sealed = crypto.seal(JSON.stringify({ email, phone: phone ?? '' }), contactPlace(group.id));
    await insertDraft(
      tx,
      crypto,
      { ...draft.value, group: { ...group, contact: sealed, emailIndex: emailIndexOf(crypto, email) } },
      {
        ...(nationality && { nationality }),
        ...(residence && { residence }),
      },
    );
    await insertInvitation(tx, { groupId: group.id, inquiryId: inquiry.id, invitedBy: ask.staffId, invitedAt: new Date(now) });
    if (ask.wish.route === 'evisa')
      await jobs.send(tx, evisaMail, { template: 'invited', groupId: group.id, applicationId: null, number: 0 });
    else await jobs.send(tx, assistedMail, { template: 'invited', groupId: group.id, caseId: null, number: 0 });
    await audit(tx, now, {
      actor,
      action: 'inquiry.invited-to-apply',
      subject: `inquiries:${inquiry.id}`,
      detail: { route: ask.wish.route, country: group.country },
    });
    return done({ groupId: group.id });
  });
}
