import { mailWords } from '#app/commerce/messages/mail-words.server.ts';
import { postLetter } from '#app/commerce/messages/post-letter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { languageOfMail } from '#app/platform/shop-languages.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import { money } from '#app/values/money.ts';
import { quoteZone } from './flight-quote-form.ts';
import { flightQuoteMail } from './flight-quote-jobs.server.ts';
import { flightQuoteAddress } from './flight-quote-link.server.ts';
import { findFlightQuoteAsSystem, findOptions, recordQuoteMail, wasQuoteMailed } from './flight-quotes-store.server.ts';
import type { Flights } from '../flights-context.ts';

/** Starts sending the mails that quotes ask for. */
export async function mailFlightQuotes(platform: Platform, flights: Pick<Flights, 'geography'>): Promise<void> {
  await platform.jobs.handle(flightQuoteMail, ({ quoteId }) => mailFlightQuote(platform, flights, quoteId));
}

/** Sends the mail of a quote unless it has left before, the quote was taken back, or its person was erased meanwhile. */
async function mailFlightQuote(platform: Platform, { geography }: Pick<Flights, 'geography'>, quoteId: string): Promise<void> {
  const { db, crypto, clock } = platform;
  const messageId = `flight-quote-${quoteId}.sent`;
  const quote = await findFlightQuoteAsSystem(db, crypto, quoteId);
  if (!quote || quote.status === 'withdrawn' || !quote.contact.email.includes('@') || (await wasQuoteMailed(db, messageId))) return;
  const { contact } = quote;
  const language = await languageOfMail(db, quote.language);
  const t = await mailWords(db, language, 'flight-quote');
  const options = await findOptions(db, quoteId);
  const last = localTimeIn(quoteZone, instant(quote.expiresAt.getTime() - 1));
  const values = {
    name: contact.name,
    from: geography.city(quote.origin, language),
    to: geography.city(quote.destination, language),
    departs: formatDate(quote.departsOn, language, 'long'),
    lowest: formatMoney(money(quote.lowest, quote.currency), language),
    date: formatDate(last, language, 'long'),
    time: last.slice(11, 16),
    reference: quote.reference,
    n: options.length,
  };
  await postLetter(platform, {
    kind: 'flight-quotes.sent',
    messageId,
    to: contact.email,
    subject: t('mail.sent.subject', values),
    letter: {
      language,
      title: t('mail.sent.title', values),
      paragraphs: [t('mail.sent.text', values), t('mail.sent.until', values)],
      rows: [],
      quote: quote.message ? { title: t('mail.sent.words'), words: quote.message } : null,
      button: t('mail.button'),
      link: `${platform.env.publicUrl}${flightQuoteAddress(platform.secret, quoteId)}`,
      foot: [t('mail.reference', values), t('mail.keep')],
    },
  });
  await recordQuoteMail(db, messageId, quoteId, clock.now());
}
