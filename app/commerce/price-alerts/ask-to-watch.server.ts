import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { inLanguage, postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import { networkOf, takeTry, type Limit } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatMoney } from '#app/ui/number-format.ts';
import { dayMs, hourMs } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { alertToken } from './alert-link.server.ts';
import { alertEmailIndex, keepAsk, readGuestAddress } from './guest-alerts-store.server.ts';
import { findAlert } from './price-alerts-store.server.ts';

const limits = {
  network: { name: 'price-alert:network', most: 20, perMs: hourMs },
  /** Mails to an address that nobody has proved to be theirs. */
  email: { name: 'price-alert:email', most: 5, perMs: dayMs },
} as const satisfies Record<string, Limit>;

const askMail = jobKind<{ readonly alertId: string; readonly below: number }>('price-alert.ask');

/** Starts sending the mails that ask for a yes. */
export async function mailAsks(platform: Platform): Promise<void> {
  await platform.jobs.handle(askMail, ({ alertId, below }) => mailAsk(platform, alertId, below));
}

/**
 * Somebody without an account gives an address and an amount, in minor units of AED. Nothing is watched before the owner
 * of the address says so. The answer is the same whatever the address is known for; a network that asks too often is refused.
 */
export async function askToWatch(
  platform: Platform,
  ask: {
    readonly email: string;
    readonly thing: string;
    readonly below: number;
    readonly language: LanguageCode;
    readonly address: string;
  },
): Promise<Outcome<null, 'too-many'>> {
  const { db, clock, crypto, jobs } = platform;
  if ((await takeTry(db, clock, limits.network, networkOf(ask.address))) > 0) return refuse('too-many');
  if ((await takeTry(db, clock, limits.email, alertEmailIndex(crypto, ask.email))) > 0) return done(null);
  await transact(db, async (tx) => {
    const alertId = await keepAsk(tx, crypto, clock.now(), ask);
    await jobs.send(tx, askMail, { alertId, below: ask.below });
  });
  return done(null);
}

/** One mail for one amount, under the same id however often it is made. */
async function mailAsk(platform: Platform, alertId: string, below: number): Promise<void> {
  const { db, crypto, env, secret } = platform;
  const alert = await findAlert(db, alertId);
  const to = alert && readGuestAddress(crypto, alert);
  if (!alert || !to || alert.confirmedAt || alert.below !== below) return;
  const language = await languageOfMail(db, alert.language);
  const t = await mailWords(db, language, 'price-alerts');
  const stop = `${env.publicUrl}/price-alert/stop/${alertToken(secret, alertId, 'stop')}`;
  const letter: Letter = {
    language,
    title: t('confirm.title'),
    paragraphs: [t('confirm.text', { below: formatMoney(money(below, 'AED'), language) })],
    rows: [],
    button: t('confirm.button'),
    link: `${env.publicUrl}/price-alert/confirm/${alertToken(secret, alertId, 'confirm')}`,
    foot: [t('confirm.mistake'), `${t('mail.stop')} ${inLanguage(language, stop)}`],
  };
  await postLetter(platform, {
    kind: 'price-alert-asks.confirm',
    messageId: `price-alert-ask-${alertId}.${below}`,
    to,
    subject: t('confirm.subject'),
    letter,
    oneClickLeave: stop,
  });
}
