import type { Letter, LetterRow } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { calendarType } from '#app/commerce/messages/calendar-file.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { instant } from '#app/values/dates.ts';
import { groupLinkKey } from '../evisa/evisa-group-access.server.ts';
import { findApplication, openTyped } from '../evisa/evisa-applications-store.server.ts';
import { findGroupAsSystem, openContact } from '../evisa/evisa-groups-store.server.ts';
import { findRequests, requestPlace } from '../evisa/evisa-requests-store.server.ts';
import { refundSumRows, refundTableRows } from '../evisa/refund-letter.server.ts';
import { appointmentFile } from './appointment-file.server.ts';
import { assistedMail, type AssistedTemplate } from './assisted-jobs.server.ts';
import { findCase } from './assisted-store.server.ts';
import { caseRefundColumns, caseRefundRows, offerOf } from './assisted-words.server.ts';
import { bothClocks } from './counter-time.ts';

const withAppointment: readonly AssistedTemplate[] = ['booked', 'day-before', 'hours-before'];
const withRefund: readonly AssistedTemplate[] = ['opened', 'lodged', 'refused', 'withdrawn'];

/** Starts mailing travellers about their cases. Sent again after a crash, a mail has the same id. */
export async function mailAssisted(platform: Platform): Promise<void> {
  await platform.jobs.handle(assistedMail, async ({ template, groupId, caseId, number }) => {
    const { db, crypto, env, clock } = platform;
    const group = await findGroupAsSystem(db, groupId);
    const contact = group && openContact(crypto, group);
    // An unpaid party that was removed meanwhile has nobody to write to.
    if (!group || !contact?.email) return;
    const language = await languageOfMail(db, group.language);
    const [one, application] = caseId ? await Promise.all([findCase(db, caseId), findApplication(db, caseId)]) : [null, null];
    const offer = offerOf(group);
    const texts = textsFor(language);
    const t = await mailWords(db, language, 'assisted-mails');
    const say = texts.of('assisted');
    const papers = texts.of('evisas');
    const form = application && openTyped(crypto, application);
    const values = {
      country: countryName(group.country, language),
      name: form ? `${form.givenNames ?? ''} ${form.surname ?? ''}`.trim() : '',
      city: say(`cities.${offer.assisted.counter.city}`),
      authority: offer.authority,
      reference: one?.lodgedReference ?? '',
      tracking: one?.tracking ?? '',
    };
    const asks = template === 'asked' || template === 'extra';
    const request =
      asks && application ? (await findRequests(db, [application.id])).findLast((each) => each.answeredAt === null) : undefined;
    const clocks = one?.appointmentAt ? bothClocks(one.place, instant(one.appointmentAt.getTime())) : null;
    const clock2 = (local: string) => `${formatDate(local.slice(0, 10), language, 'long')}${comma(language)}${local.slice(11)}`;
    const rows: LetterRow[] = [
      ...(request?.items ?? []).map((item) => ({
        head: papers(`${item.kind === 'document' ? 'documents' : 'fields'}.${item.code}`),
        words: t('needed'),
      })),
      ...(clocks && withAppointment.includes(template)
        ? [
            { head: say('appointment.counterTime'), words: clock2(clocks.counter) },
            { head: say('appointment.houseTime'), words: clock2(clocks.house) },
            { head: say('appointment.reference'), words: one?.appointmentReference ?? '' },
            { head: say('appointment.bring'), words: say('appointment.bringText') },
          ]
        : []),
      ...(withRefund.includes(template)
        ? [
            ...(one ? await refundSumRows(db, one, language) : []),
            ...refundTableRows(caseRefundColumns(language), caseRefundRows(offer, language)),
          ]
        : []),
    ];
    const file = one && template === 'booked' ? appointmentFile(group, one, { home: env.publicUrl, now: clock.now() }) : null;
    const words = request ? crypto.open(request.words, requestPlace('words', request.id)) : '';
    const letter: Letter = {
      language,
      title: t(`${template}.title`, values),
      paragraphs: [t(`${template}.text`, values)],
      rows,
      quote: words ? { title: t('words'), words } : null,
      button: t(asks ? 'send' : 'button'),
      link: `${env.publicUrl}/visa-assistance/apply/${group.id}?key=${groupLinkKey(platform, group.id, clock.now())}`,
      foot: [t('foot')],
    };
    await postLetter(platform, {
      kind: `assisted-visas.${template}`,
      messageId: `assisted-${groupId}.${caseId ?? 'party'}.${template}.${number}`,
      to: contact.email,
      subject: `${letter.title}${comma(language)}${values.country}`,
      orderId: group.orderId ?? undefined,
      letter,
      attachments: file ? [{ name: 'appointment.ics', type: calendarType(false), content: Buffer.from(file) }] : [],
    });
  });
}
