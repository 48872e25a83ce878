import type { Letter, LetterRow } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dateIn } from '#app/values/dates.ts';
import { findCopies } from '../delivery/copies-store.server.ts';
import { groupLinkKey } from './evisa-group-access.server.ts';
import { evisaMail, type EvisaTemplate } from './evisa-jobs.server.ts';
import { refundColumns, refundRows } from './evisa-words.server.ts';
import { refundSumRows, refundTableRows } from './refund-letter.server.ts';
import { findApplication, openTyped } from './evisa-applications-store.server.ts';
import { findGroupAsSystem, openContact } from './evisa-groups-store.server.ts';
import { findDocuments } from './evisa-documents-store.server.ts';
import { findRequests, requestPlace } from './evisa-requests-store.server.ts';

const asking: readonly EvisaTemplate[] = ['asked', 'reminder', 'authority-asked', 'authority-reminder'];

/** Starts mailing travellers about their applications. Sent again after a crash, a mail has the same id. */
export async function mailEvisas(platform: Platform): Promise<void> {
  await platform.jobs.handle(evisaMail, async ({ template, groupId, applicationId, number }) => {
    const { db, crypto, env, clock } = platform;
    const group = await findGroupAsSystem(db, groupId);
    const contact = group && openContact(crypto, group);
    // An unpaid application that was removed meanwhile has nobody to write to.
    if (!group || !contact?.email) return;
    const application = applicationId ? await findApplication(db, applicationId) : null;
    const language = await languageOfMail(db, group.language);
    const texts = textsFor(language);
    const t = await mailWords(db, language, 'evisa-mails');
    const form = application && openTyped(crypto, application);
    const values = {
      country: countryName(group.country, language),
      name: form ? `${form.givenNames ?? ''} ${form.surname ?? ''}`.trim() : '',
      date: application?.deliverBy ? formatDate(application.deliverBy, language, 'long') : '',
      until: application?.authorityDue ? formatDate(application.authorityDue, language, 'long') : '',
      authority: group.offer.authority,
      reference: application?.authorityReference ?? '',
      waybill: template === 'copies-sent' ? ((await findCopies(db, group.id))?.waybill ?? '') : '',
    };
    const request = application ? (await findRequests(db, [application.id])).findLast((one) => one.answeredAt === null) : undefined;
    const asks = asking.includes(template);
    // Answered before the mail went out, or the day that it would remind of is behind.
    const due = application?.authorityDue ?? null;
    const behind = template === 'authority-reminder' && due !== null && due < dateIn('Asia/Dubai', clock.now());
    if (behind || (template.startsWith('authority-') && !request)) return;
    const words = asks && request ? crypto.open(request.words, requestPlace('words', request.id)) : '';
    const say = texts.of('evisas');
    const rows: LetterRow[] = [
      ...(asks
        ? (request?.items ?? []).map((item) => ({
            head: say(`${item.kind === 'document' ? 'documents' : 'fields'}.${item.code}`),
            words: t('needed'),
          }))
        : []),
      ...(template === 'rejected' && application?.rejection
        ? [{ head: say(`rejections.${application.rejection}.title`), words: say(`rejections.${application.rejection}.text`) }]
        : []),
      ...(template === 'rejected' && application && (await findDocuments(db, [application.id])).some(({ kind }) => kind === 'refusal')
        ? [{ head: say('case.refusal'), words: t('onPage') }]
        : []),
      ...(['filed', 'rejected', 'closed', 'withdrawn'].includes(template)
        ? [
            ...(application && group.orderId ? await refundSumRows(db, { id: application.id, orderId: group.orderId }, language) : []),
            ...refundTableRows(refundColumns(language), refundRows(group.offer, language)),
          ]
        : []),
    ];
    const letter: Letter = {
      language,
      title: t(`${template}.title`, values),
      paragraphs: [t(`${template}.text`, values)],
      rows,
      quote: words ? { title: t('words'), words } : null,
      button: t(`${template}.button`, { defaultValue: t('button') }),
      link: `${env.publicUrl}/e-visa/apply/${group.id}?key=${groupLinkKey(platform, group.id, clock.now())}`,
      foot: [t('foot')],
    };
    await postLetter(platform, {
      kind: `evisas.${template}`,
      messageId: `evisa-${groupId}.${applicationId ?? 'group'}.${template}.${number}`,
      to: contact.email,
      subject: t(`${template}.subject`, values),
      orderId: group.orderId ?? undefined,
      letter,
    });
  });
}
