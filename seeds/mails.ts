import { followApproval } from '#app/platform/approvals.server.ts';
import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { insertCampaign, listCampaigns } from '#app/commerce/campaigns/campaigns-store.server.ts';
import type { CampaignWords } from '#app/commerce/campaigns/campaigns.tables.ts';
import { concernOf, type MailKind } from '#app/commerce/messages/mail-kinds.ts';
import { insertWording } from '#app/commerce/messages/mail-wordings-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { insertMail, rowOf, suppressAddress } from '#app/platform/mail-log-store.server.ts';
import type { MailStatus } from '#app/platform/mail-rules.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { users } from '#app/platform/session.tables.ts';
import { addMilliseconds, dayMs, hourMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** Mails of the last days, as a desk finds them in the morning: hours ago, kind, language, address, what became of it. */
const sent: readonly (readonly [number, MailKind, LanguageCode, string, MailStatus, string | null])[] = [
  [2, 'inquiries.received', 'ar', 'salma.nasser@example.com', 'sent', null],
  [5, 'consultations.booked', 'tl', 'jovelyn.santos@example.com', 'sent', null],
  [9, 'partners.received', 'en', 'desk@wadihouse.example', 'failed', 'ETIMEDOUT'],
  [11, 'newsletter.confirm', 'pt', 'rui.amaral@example.com', 'sent', null],
  [20, 'reviews.invite', 'es', 'lucia.romero@example.com', 'queued', 'quiet-hours'],
  [26, 'inquiries.answered', 'en', 'peter.lang@example.com', 'bounced', 'hard-bounce'],
  [30, 'feedback.answered', 'en', 'amal.haddad@example.com', 'sent', null],
  [33, 'price-alerts.mail', 'en', 'no.letters@example.com', 'suppressed', 'complaint'],
  [49, 'consultations.summary', 'ar', 'salma.nasser@example.com', 'sent', null],
  [52, 'newsletter.already', 'en', 'amal.haddad@example.com', 'sent', null],
];

const words: Record<LanguageCode, CampaignWords> = {
  en: {
    subject: 'Five days of Eid: where the evenings are cool',
    title: 'Where the evenings are cool',
    text: 'The mountains of Hatta, the terraces of Jabal Akhdar, and a train along the Bosphorus: three ways to spend the holiday, each with departures that still have places.',
    button: 'See the holidays',
  },
  ar: {
    subject: 'خمسة أيام للعيد: حيث الأمسيات عليلة',
    title: 'حيث الأمسيات عليلة',
    text: 'جبال حتا ومدرجات الجبل الأخضر وقطار على ضفاف البوسفور: ثلاث طرق لقضاء العطلة، ولكل منها انطلاقات ما زالت فيها أماكن.',
    button: 'شاهد العطلات',
  },
  tl: {
    subject: 'Limang araw ng Eid: kung saan malamig ang gabi',
    title: 'Kung saan malamig ang gabi',
    text: 'Ang mga bundok ng Hatta, ang mga hagdan-hagdan ng Jabal Akhdar, at tren sa tabi ng Bosphorus: tatlong paraan ng pagbabakasyon, may mga lugar pa ang bawat isa.',
    button: 'Tingnan ang mga bakasyon',
  },
  es: {
    subject: 'Cinco días de Eid: donde las tardes son frescas',
    title: 'Donde las tardes son frescas',
    text: 'Las montañas de Hatta, las terrazas de Jabal Akhdar y un tren junto al Bósforo: tres maneras de pasar la fiesta, todas con salidas que aún tienen plazas.',
    button: 'Ver las vacaciones',
  },
  pt: {
    subject: 'Cinco dias de Eid: onde as noites são frescas',
    title: 'Onde as noites são frescas',
    text: 'As montanhas de Hatta, os socalcos de Jabal Akhdar e um comboio junto ao Bósforo: três maneiras de passar a festa, todas com partidas que ainda têm lugares.',
    button: 'Ver as férias',
  },
};

/** Gives the desk of mails something to begin with, once: mails that went well and badly, a campaign and a wording that wait. */
export async function seedMails(platform: Platform): Promise<void> {
  const { db, crypto, clock } = platform;
  if ((await listCampaigns(db, 1)).length > 0) return;
  const [writer] = await db.select({ id: users.id }).from(users).where(eq(users.email, 'marketing@rihla.example')).limit(1);
  if (!writer) return;
  const now = clock.now();
  await transact(db, async (tx) => {
    for (const [hours, kind, language, to, status, cause] of sent) {
      const at = addMilliseconds(now, -hours * hourMs);
      const message = {
        messageId: `demo-${kind}.${hours}`,
        kind,
        concern: concernOf(kind),
        to,
        language,
        subject: kind,
        text: kind,
        html: '',
      };
      const notBefore = status === 'queued' ? new Date(now + 3 * dayMs) : null;
      const row = rowOf(crypto, at, message, { status, cause, tries: status === 'queued' || status === 'suppressed' ? 0 : 1, notBefore });
      // Only that they were sent: nobody wrote their words.
      await insertMail(tx, { ...row, content: null });
    }
    await suppressAddress(tx, crypto, now, { address: 'peter.lang@example.com', reason: 'hard-bounce', note: '', by: 'system' });
    await suppressAddress(tx, crypto, now, {
      address: 'no.letters@example.com',
      reason: 'complaint',
      note: 'Wrote to us on the phone line',
      by: `staff:${writer.id}`,
    });
    const times = { createdAt: new Date(now), changedAt: new Date(now) };
    const eid = randomUUID();
    await insertCampaign(tx, {
      id: eid,
      name: 'Eid in the mountains',
      status: 'in_review',
      words,
      page: '/holidays',
      interests: ['holidays', 'staycations'],
      languages: ['en', 'ar', 'tl', 'es', 'pt'],
      startsAt: new Date(now + 6 * dayMs),
      writtenBy: writer.id,
      ...times,
    });
    await insertCampaign(tx, {
      id: randomUUID(),
      name: 'New: rail along the Bosphorus',
      status: 'draft',
      words: {},
      page: '/holidays',
      languages: ['en'],
      writtenBy: writer.id,
      ...times,
    });
    await insertWording(tx, {
      id: randomUUID(),
      kind: 'reviews.invite',
      number: 1,
      status: 'in_review',
      catalogue: 'review-mails',
      words: { en: { 'invite.button': 'Tell others how it was' } },
      sameMeaning: true,
      note: 'Says what the button does',
      writtenBy: writer.id,
      writtenAt: new Date(now),
      touchedBy: [writer.id],
      changedAt: new Date(now),
    });
    const asked = { waits: true, by: `staff:${writer.id}` };
    await followApproval(
      tx,
      now,
      { kind: 'letter-wording', subject: 'mail_wordings:reviews.invite', detail: { mail: 'reviews.invite' } },
      asked,
    );
    await followApproval(tx, now, { kind: 'campaign', subject: `campaigns:${eid}`, detail: { campaign: 'Eid in the mountains' } }, asked);
  });
}
