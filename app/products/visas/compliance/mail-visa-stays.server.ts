import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { groupLinkKey } from '../evisa/evisa-group-access.server.ts';
import { findApplication, openTyped } from '../evisa/evisa-applications-store.server.ts';
import { findGroupAsSystem, openContact } from '../evisa/evisa-groups-store.server.ts';
import { stayMail } from './visa-stay-jobs.server.ts';
import { findStay } from './visa-stays-store.server.ts';

/** Starts mailing travellers about their stays, each in the language they applied in. Sent again after a crash, a mail has the same id. */
export async function mailVisaStays(platform: Platform): Promise<void> {
  await platform.jobs.handle(stayMail, async ({ template, stayId, number }) => {
    const { db, crypto, env, clock } = platform;
    const [stay, application] = await Promise.all([findStay(db, stayId), findApplication(db, stayId)]);
    const group = application && (await findGroupAsSystem(db, application.groupId));
    const contact = group && openContact(crypto, group);
    if (!stay || !application || !group || !contact?.email) return;
    const language = await languageOfMail(db, group.language);
    const t = await mailWords(db, language, 'visa-stay-mails');
    const form = openTyped(crypto, application);
    const day = (date: string | null) => (date ? formatDate(date, language, 'long') : '');
    const values = {
      country: countryName(group.country, language),
      name: `${form.givenNames ?? ''} ${form.surname ?? ''}`.trim(),
      enterBy: day(stay.enterBy),
      entered: day(stay.enteredOn),
      until: day(stay.stayUntil),
    };
    const page = stay.route === 'evisa' ? 'e-visa' : 'visa-assistance';
    const key = groupLinkKey(platform, group.id, clock.now());
    const letter: Letter = {
      language,
      title: t(`${template}.title`, values),
      paragraphs: [t(`${template}.text`, values)],
      rows: [],
      quote: null,
      button: t(`${template}.button`),
      link: `${env.publicUrl}/${page}/apply/${group.id}?key=${key}`,
      foot: [t('foot')],
    };
    await postLetter(platform, {
      kind: `visa-stays.${template}`,
      messageId: `visa-stay-${stayId}.${template}.${number}`,
      to: contact.email,
      subject: t(`${template}.subject`, values),
      letter,
    });
  });
}
