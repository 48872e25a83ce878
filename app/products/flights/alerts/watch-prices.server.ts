import { readFlightThing } from '#app/commerce/customers/favorites/favorite-rules.ts';
import type { Letter } from '#app/commerce/messages/letter.ts';
import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { inLanguage, postLetter } from '#app/commerce/messages/post-letter.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { findAccount } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { jobKind } from '#app/platform/jobs.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { dateIn, type CalendarDate } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { formatSearch } from '../flight-search-form.ts';
import type { Flights } from '../flights-context.ts';
import type { FlightSearch } from '../offer.ts';
import { alertToken } from './alert-link.server.ts';
import { isWorthTelling } from './price-alert-rules.ts';
import { findAlert, findWatched, keepPriceDay, noteTold, stopAlert } from './price-alerts-store.server.ts';

/** Once a day, at eight in Dubai. */
const pricesCheck = jobKind<Record<string, never>>('price-alert.check', 3);
const alertMail = jobKind<{ readonly alertId: string; readonly lowest: number; readonly day: string }>('price-alert.mail');

type AlertFlights = Pick<Flights, 'desk' | 'geography'>;

/** Starts pricing the flights that somebody watches, and the mails that come of it. */
export async function watchPrices(platform: Platform, flights: AlertFlights): Promise<void> {
  await platform.jobs.handle(alertMail, (mail) => mailAlert(platform, flights, mail));
  await platform.jobs.handle(pricesCheck, () => checkPrices(platform, flights));
  await platform.jobs.schedule(pricesCheck, '0 4 * * *');
}

/** The search that a kept flight stands for: one adult in economy. Null for what is no flight. */
export function searchOfThing(thing: string): FlightSearch | null {
  const flight = readFlightThing(thing);
  if (!flight) return null;
  const { from, to, departs, returns } = flight;
  return {
    slices: [{ from, to, date: departs }, ...(returns ? [{ from: to, to: from, date: returns }] : [])],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy',
    maxStops: 2,
  };
}

/** Prices each watched flight once and mails those it is news for; flights whose day has come are watched no more. */
export async function checkPrices(platform: Platform, flights: AlertFlights): Promise<void> {
  const { db, clock } = platform;
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const rules = await getPricingRules(db, now);
  for (const [thing, alerts] of Map.groupBy(await findWatched(db), (alert) => alert.thing)) {
    const search = searchOfThing(thing);
    if (!search || search.slices[0]!.date <= today) {
      for (const { id } of alerts) await stopAlert(db, now, { id });
      continue;
    }
    const lowest = (await flights.desk.lowest(search, rules, now))?.amount ?? null;
    await keepPriceDay(db, thing, today, lowest);
    for (const alert of alerts) {
      if (isWorthTelling(alert, lowest))
        await transact(db, async (tx) => {
          if (await noteTold(tx, alert, lowest, today))
            await platform.jobs.send(tx, alertMail, { alertId: alert.id, lowest: lowest!, day: today });
        });
      // Above again: the next time it falls is news.
      else if (alert.told !== null && lowest !== null && lowest > alert.below) await transact(db, (tx) => noteTold(tx, alert, null, today));
    }
  }
}

/** One mail of one day; run again it makes the same mail, under the same id. Nobody unconfirmed is written to. */
async function mailAlert(
  platform: Platform,
  flights: Pick<Flights, 'geography'>,
  { alertId, lowest, day }: { alertId: string; lowest: number; day: string },
): Promise<void> {
  const { db, env, secret } = platform;
  const alert = await findAlert(db, alertId);
  const account = alert && (await findAccount(db, alert.userId));
  const search = alert && searchOfThing(alert.thing);
  if (!alert || alert.stoppedAt || !account?.emailVerified || !search) return;
  const { language } = alert;
  const t = await mailWords(db, language, 'price-alerts');
  const [out, back] = search.slices;
  const values = {
    from: flights.geography.city(out!.from, language),
    to: flights.geography.city(out!.to, language),
    price: formatMoney(money(lowest, 'AED'), language),
    below: formatMoney(money(alert.below, 'AED'), language),
    date: formatDate(day as CalendarDate, language, 'long'),
  };
  const stop = `${env.publicUrl}/price-alert/stop/${alertToken(secret, alert.id)}`;
  const letter: Letter = {
    language,
    title: t('mail.title', values),
    paragraphs: [t('mail.text', values)],
    rows: [
      { head: t('mail.out'), words: formatDate(out!.date, language, 'long') },
      ...(back ? [{ head: t('mail.back'), words: formatDate(back.date, language, 'long') }] : []),
    ],
    button: t('mail.button'),
    link: `${env.publicUrl}/flight-search-results?${formatSearch(search)}`,
    foot: [t('mail.foot'), `${t('mail.stop')} ${inLanguage(language, stop)}`],
  };
  await postLetter(platform, {
    kind: 'price-alerts.mail',
    messageId: `price-alert-${alert.id}.${day}`,
    to: account.email,
    subject: t('mail.subject', values),
    letter,
    oneClickLeave: stop,
  });
}
