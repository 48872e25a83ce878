import { readBranding } from '#app/platform/branding.server.ts';
import { brandOf, logoAddress } from '#app/platform/branding.ts';
import type { MailFile } from '#app/platform/mail.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageParameter, type LanguageCode } from '#app/values/preferences.ts';
import { letterHtml, letterText, type Letter, type LetterBrand } from './letter.ts';
import { concernOf, type MailKind } from './mail-kinds.ts';
import { textBesideMail } from './text-beside-mail.server.ts';

type LetterHouse = Pick<Platform, 'mail' | 'db' | 'env' | 'crypto' | 'clock' | 'jobs' | 'texting'>;

export interface PostedLetter {
  readonly kind: MailKind;
  readonly messageId: string;
  readonly to: string;
  readonly subject: string;
  readonly letter: Letter;
  readonly orderId?: string | undefined;
  /** IANA zone of the reader, for letters that can wait for the morning. */
  readonly zone?: string | undefined;
  /** Which words of its kind go to the telephone, where they are not `phone`. */
  readonly phone?: string | undefined;
  readonly oneClickLeave?: string | undefined;
  readonly leavesNoTrace?: true | undefined;
  readonly attachments?: readonly MailFile[] | undefined;
}

/**
 * Sends a letter, in our look and as plain text; its way on opens in the language it is written in. Beside those that matter on the
 * day a text goes to the telephone of whoever wishes it.
 */
export async function postLetter(platform: LetterHouse, { letter, phone, ...head }: PostedLetter): Promise<void> {
  const own = { ...letter, link: letter.link && inLanguage(letter.language, letter.link) };
  await platform.mail.send({
    ...head,
    concern: concernOf(head.kind),
    language: letter.language,
    text: letterText(own),
    html: letterHtml(own, await letterBrand(platform)),
  });
  await textBesideMail(platform, { ...head, phone, language: own.language, link: own.link });
}

/** How the house is shown in a mail, now. */
export async function letterBrand({ db, env }: Pick<Platform, 'db' | 'env'>): Promise<LetterBrand> {
  const { logo, ...names } = brandOf(await readBranding(db));
  return { ...names, logo: logo && { address: env.publicUrl + logoAddress(logo), width: logo.width, height: logo.height } };
}

/** An address of ours that says the language of whoever follows it. */
export function inLanguage(language: LanguageCode, address: string): string {
  const url = new URL(address);
  url.searchParams.set(languageParameter, language);
  return url.href;
}
