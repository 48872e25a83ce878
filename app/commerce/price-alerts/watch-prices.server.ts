import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { inLanguage, postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { findAccount } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { noteRetention } from '#app/platform/retention-store.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { addMilliseconds, dateIn, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { alertToken } from './alert-link.server.ts';
import { mailAsks } from './ask-to-watch.server.ts';
import { deleteUnconfirmed, readGuestAddress } from './guest-alerts-store.server.ts';
import type { PriceAlert } from './price-alerts.tables.ts';
import { confirmWithinMs, isWorthTelling } from './price-alert-rules.ts';
import { findAlert, findWatched, keepPriceDay, noteTold, stopAlert } from './price-alerts-store.server.ts';
import type { WatchedKind } from './watched-kind.ts';

/** Once a day, at eight in Dubai. */
const pricesCheck = jobKind<Record<string, never>>('price-alert.check', 3);
const alertMail = jobKind<{ readonly alertId: string; readonly lowest: number; readonly day: string }>('price-alert.mail');

/** Starts pricing what somebody watches, and the mails that come of it. */
export async function watchPrices(platform: Platform, kinds: readonly WatchedKind[]): Promise<void> {
  await mailAsks(platform);
  await platform.jobs.handle(alertMail, (mail) => mailAlert(platform, kinds, mail));
  await platform.jobs.handle(pricesCheck, () => checkPrices(platform, kinds));
  await platform.jobs.schedule(pricesCheck, '0 4 * * *');
}

const kindOf = (kinds: readonly WatchedKind[], thing: string): WatchedKind | null => kinds.find((kind) => kind.owns(thing)) ?? null;

/**
 * Prices each watched thing once and mails those it is news for; what is over is watched no more. What cannot be priced
 * today keeps nobody else from their mail, and is asked for again tomorrow.
 */
export async function checkPrices(platform: Platform, kinds: readonly WatchedKind[]): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  await noteRetention(db, now, 'price-alerts', await deleteUnconfirmed(db, new Date(addMilliseconds(now, -confirmWithinMs))));
  for (const [thing, alerts] of Map.groupBy(await findWatched(db), (alert) => alert.thing))
    try {
      await checkThing(platform, kinds, thing, alerts, today);
    } catch (fault) {
      platform.log.error({ fault, thing }, 'a watched price could not be found');
    }
}

async function checkThing(
  platform: Platform,
  kinds: readonly WatchedKind[],
  thing: string,
  alerts: readonly PriceAlert[],
  today: CalendarDate,
): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const found = (await kindOf(kinds, thing)?.lowest(thing, now)) ?? { lowest: null, whole: true };
  if (found === 'over') {
    for (const { id } of alerts) await stopAlert(db, now, { id });
    return;
  }
  const lowest = found.lowest?.amount ?? null;
  // While a source is silent, what the others sell can be had and told of; what it cost that day is not known.
  if (found.whole) await keepPriceDay(db, thing, today, lowest);
  for (const alert of alerts) {
    if (isWorthTelling(alert, lowest))
      await transact(db, async (tx) => {
        if (await noteTold(tx, alert, lowest, today))
          await platform.jobs.send(tx, alertMail, { alertId: alert.id, lowest: lowest!, day: today });
      });
    // Above again: the next time it falls is news.
    else if (found.whole && alert.told !== null && lowest !== null && lowest > alert.below)
      await transact(db, (tx) => noteTold(tx, alert, null, today));
  }
}

/** Of a confirmed account, or of an address that said yes; null for all others. */
async function addressOf({ db, crypto }: Platform, alert: PriceAlert): Promise<string | null> {
  if (alert.userId === null) return alert.confirmedAt && readGuestAddress(crypto, alert);
  const account = await findAccount(db, alert.userId);
  return account?.emailVerified ? account.email : null;
}

/** One mail of one day; run again it makes the same mail, under the same id. Nobody unconfirmed is written to. */
async function mailAlert(
  platform: Platform,
  kinds: readonly WatchedKind[],
  { alertId, lowest, day }: { alertId: string; lowest: number; day: string },
): Promise<void> {
  const { db, env, secret } = platform;
  const alert = await findAlert(db, alertId);
  if (!alert || alert.stoppedAt) return;
  const to = await addressOf(platform, alert);
  if (!to) return;
  const language = await languageOfMail(db, alert.language);
  const price = { lowest: money(lowest, 'AED'), below: money(alert.below, 'AED') };
  const news = await kindOf(kinds, alert.thing)?.tell(alert.thing, { language, ...price, day: day as CalendarDate });
  if (!news) return;
  const t = await mailWords(db, language, 'price-alerts');
  const stop = `${env.publicUrl}/price-alert/stop/${alertToken(secret, alert.id, 'stop')}`;
  const letter: Letter = {
    language,
    title: news.title,
    paragraphs: [news.text],
    rows: [...news.rows],
    button: news.button,
    link: `${env.publicUrl}${news.path}`,
    foot: [t(alert.userId ? 'mail.foot' : 'mail.guest'), `${t('mail.stop')} ${inLanguage(language, stop)}`],
  };
  await postLetter(platform, {
    kind: news.kind,
    messageId: `price-alert-${alert.id}.${day}`,
    to,
    subject: news.subject,
    letter,
    oneClickLeave: stop,
  });
}
