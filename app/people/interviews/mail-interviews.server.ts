import { findCandidate } from '#app/people/recruitment/candidates-store.server.ts';
import { listStaffWith } from '#app/platform/access-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { eachRow, everyRow, mustAllBeTaken, stepMs } from '#app/platform/each-row.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { openStaffTask } from '#app/platform/staff-tasks.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { calendarFile, calendarType } from '#app/commerce/messages/calendar-file.ts';
import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { momentIn, zoneName } from '#app/commerce/consultations/zone-words.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma } from '#app/ui/number-format.ts';
import { addMilliseconds, dayMs, instant, minuteMs, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { interviewMail, interviewsWatch, panelMail, type InterviewTemplate, type PanelTemplate } from './interview-jobs.server.ts';
import { officeZone, scoreDueMs } from './interview-slot-rules.ts';
import type { Interview } from './interviews.tables.ts';
import {
  changeInterview,
  deleteForgotten,
  findCardsMissing,
  findExpired,
  findInterview,
  findPanel,
  findScores,
  findSlots,
  findStarting,
  freeTimes,
  InterviewChanged,
  recordMail,
  saveSlots,
  wasMailed,
} from './interviews-store.server.ts';
import { interviewTask, invitationToken } from './plan-interview.server.ts';

/** Starts the mails to candidates, to those who ask, and the watch over invitations, reminders and score cards. */
export async function workOnInterviews(platform: Platform): Promise<void> {
  const { jobs } = platform;
  await jobs.handle(interviewMail, ({ interviewId, template, version }) => mailCandidate(platform, interviewId, template, version));
  await jobs.handle(panelMail, ({ interviewId, userId, template, version }) =>
    mailPanel(platform, { interviewId, userId, template, version }),
  );
  await jobs.handle(interviewsWatch, () => watchInterviews(platform));
  await jobs.schedule(interviewsWatch, '*/5 * * * *');
}

/**
 * Lets invitations end that nobody answered, reminds a day before, and asks for score cards that are a day late. One of which
 * that cannot be done keeps no other waiting.
 */
export async function watchInterviews(platform: Platform): Promise<void> {
  const { db, clock, jobs } = platform;
  const now = clock.now();
  await deleteForgotten(db, now);
  let failed = 0;
  const each = async (page: (after: Interview | null) => Promise<Interview[]>, work: (interview: Interview) => Promise<unknown>) => {
    failed += await eachRow(platform, 'interview', everyRow<Interview>(page), work, stepMs);
  };
  await each(
    (after) => findExpired(db, now, after),
    (interview) => letEnd(platform, interview, now),
  );
  await each(
    (after) => findStarting(db, now, addMilliseconds(now, dayMs), after),
    // A new time is reminded of again.
    ({ id, startsAt }) =>
      jobs.send(db, interviewMail, { interviewId: id, template: 'reminder', version: Math.floor(startsAt!.getTime() / minuteMs) }),
  );
  await each(
    (after) => findCardsMissing(db, addMilliseconds(now, -scoreDueMs), after),
    (interview) => askForCards(platform, interview, now),
  );
  mustAllBeTaken(failed);
}

async function askForCards({ db, crypto }: Platform, interview: Interview, now: Instant): Promise<void> {
  const panel = (await findPanel(db, [interview.id])).get(interview.id) ?? [];
  const sent = new Set((await findScores(db, crypto, interview.id)).map(({ userId }) => userId));
  for (const userId of panel.filter((one) => !sent.has(one)))
    await transact(db, (tx) =>
      openStaffTask(tx, now, {
        kind: 'interview-score',
        subject: `${interviewTask(interview.id)}:${userId}`,
        textKey: 'tasks:interview-score',
        detail: { reference: interview.reference },
        for: userId,
      }),
    );
}

async function letEnd(platform: Platform, interview: Interview, now: Instant): Promise<void> {
  try {
    await transact(platform.db, async (tx) => {
      await freeTimes(tx, interview.id);
      await saveSlots(tx, interview.id, []);
      await openStaffTask(tx, now, {
        kind: 'interview-answer',
        subject: interviewTask(interview.id),
        textKey: 'tasks:interview-expire',
        detail: { reference: interview.reference },
      });
      await changeInterview(tx, now, {
        interview,
        event: 'expire',
        to: 'proposed',
        actor: 'system',
        set: { tokenHash: null, expiresAt: null },
      });
    });
  } catch (fault) {
    // Answered in the same moment.
    if (!(fault instanceof InterviewChanged)) throw fault;
  }
}

/** The entry for the candidate's calendar. */
export function interviewFile(
  interview: Interview,
  language: LanguageCode,
  more: { readonly role: string; readonly link: string; readonly now: Instant; readonly calledOff: boolean },
): string {
  const t = textsFor(language).of('interviews');
  return calendarFile({
    id: `interview-${interview.id}`,
    version: interview.version,
    from: instant(interview.startsAt!.getTime()),
    until: instant(interview.endsAt!.getTime()),
    now: more.now,
    title: t('calendar', { role: more.role }),
    text: [t(`mode.${interview.mode}`), interview.place].filter(Boolean).join(': '),
    place: interview.place,
    link: more.link,
    calledOff: more.calledOff,
  });
}

/** Sends one mail unless it has left before, or what it says is no longer so. */
async function mailCandidate(platform: Platform, id: string, template: InterviewTemplate, version: number): Promise<void> {
  const { db, clock, env } = platform;
  const messageId = `interview-${id}.${template}.${version}`;
  if (await wasMailed(db, messageId)) return;
  const interview = await findInterview(db, id);
  if (!interview) return;
  if (template === 'invited' && (interview.status !== 'invited' || interview.invitations !== version)) return;
  if ((template === 'confirmed' || template === 'reminder') && interview.status !== 'confirmed') return;
  if (template === 'reminder' && Math.floor(interview.startsAt!.getTime() / minuteMs) !== version) return;
  const candidate = await findCandidate(platform, { id: interview.applicationId });
  // Erased at their wish meanwhile.
  if (!candidate?.email) return;
  const language = await languageOfMail(db, candidate.language);
  const t = await mailWords(db, language, 'interviews');
  const panel = (await findPanel(db, [id])).get(id) ?? [];
  const people = (await listStaffWith(db, 'interviews:own')).filter(({ userId }) => panel.includes(userId)).map((one) => one.displayName);
  const at = interview.startsAt && instant(interview.startsAt.getTime());
  const role = candidate.role ?? t('anyRole');
  const values = { name: candidate.name, role, minutes: interview.minutes };
  const slots = template === 'invited' ? await findSlots(db, id) : [];
  const both = (moment: Instant) => [
    { head: momentIn(interview.zone, language, moment), words: `${zoneName(interview.zone, language, moment)}` },
    ...(interview.zone === officeZone ? [] : [{ head: t('officeClock'), words: momentIn(officeZone, language, moment) }]),
  ];
  const letter: Letter = {
    language,
    title: t(`mail.${template}.title`, values),
    paragraphs: [
      t(`mail.${template}.text`, values),
      ...(template === 'invited'
        ? [t('mail.expires', { time: momentIn(interview.zone, language, instant(interview.expiresAt!.getTime())) })]
        : []),
    ],
    rows: [
      ...(slots.length > 0 ? slots.flatMap(both) : at && template !== 'cancelled' ? both(at) : []),
      { head: t('fact.people'), words: people.join(comma(language)) },
      { head: t(`mode.${interview.mode}`), words: interview.place || t('weCall') },
    ],
    button: t(`mail.${template}.button`),
    link:
      template === 'invited'
        ? `${env.publicUrl}/interview/confirm/${invitationToken(platform.secret, interview)}`
        : `${env.publicUrl}/careers`,
    foot: [t('mail.foot')],
  };
  const attachments = at
    ? [
        {
          name: 'interview.ics',
          type: calendarType(template === 'cancelled'),
          content: Buffer.from(
            interviewFile(interview, language, {
              role,
              link: `${env.publicUrl}/careers`,
              now: clock.now(),
              calledOff: template === 'cancelled',
            }),
          ),
        },
      ]
    : [];
  await postLetter(platform, {
    kind: `interviews.${template}`,
    messageId,
    to: candidate.email,
    subject: t(`mail.${template}.subject`, values),
    letter,
    zone: interview.zone,
    attachments,
  });
  await recordMail(db, messageId, id, clock.now());
}

/** Whoever asks is told once an interview is theirs to hold, and once it no longer is. Names of candidates stay on the desk. */
async function mailPanel(
  platform: Platform,
  mail: { readonly interviewId: string; readonly userId: string; readonly template: PanelTemplate; readonly version: number },
): Promise<void> {
  const { db, clock, env } = platform;
  const { interviewId, userId, template, version } = mail;
  const messageId = `interview-${interviewId}.${template}.${version}.${userId}`;
  if (await wasMailed(db, messageId)) return;
  const interview = await findInterview(db, interviewId);
  if (!interview?.startsAt) return;
  const asks = ((await findPanel(db, [interviewId])).get(interviewId) ?? []).includes(userId);
  // It changed again meanwhile: the mail of that change says how it stands.
  if (template === 'panel' ? interview.status !== 'confirmed' || !asks : interview.status === 'confirmed' && asks) return;
  const colleague = await findStaffAccount(db, userId);
  const candidate = colleague && (await findCandidate(platform, { id: interview.applicationId }, colleague.language));
  if (!candidate || colleague.status !== 'active') return;
  const { language } = colleague;
  const t = await mailWords(db, language, 'interviews');
  const role = candidate.role ?? t('anyRole');
  const values = { name: colleague.name, role, minutes: interview.minutes };
  const link = `${env.publicUrl}/admin/interview-scheduling/${interview.reference}`;
  const at = instant(interview.startsAt.getTime());
  await postLetter(platform, {
    kind: `interviews.${template}`,
    messageId,
    to: colleague.email,
    subject: t(`mail.${template}.subject`, values),
    letter: {
      language,
      title: t(`mail.${template}.title`, values),
      paragraphs: [t(`mail.${template}.text`, values)],
      rows: [
        { head: momentIn(officeZone, language, at), words: t('officeClock') },
        { head: t(`mode.${interview.mode}`), words: interview.place || t('weCall') },
      ],
      button: t(`mail.${template}.button`),
      link,
      foot: [t('mail.panelFoot')],
    },
    zone: officeZone,
    attachments: [
      {
        name: 'interview.ics',
        type: calendarType(template === 'panel-off'),
        content: Buffer.from(interviewFile(interview, language, { role, link, now: clock.now(), calledOff: template === 'panel-off' })),
      },
    ],
  });
  await recordMail(db, messageId, interviewId, clock.now());
}
