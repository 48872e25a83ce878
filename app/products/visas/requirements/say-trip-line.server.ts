import { showDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import type { TripLineSaid } from '#app/commerce/trip-line/trip-line.ts';
import type { Traveller } from '#app/commerce/trip-line/trip-line-context.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { dayNumber, parseCalendarDate } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { deliverBy } from '../evisa/evisa-deadline.ts';
import { findType } from '../evisa/evisa-offer.ts';
import { findOfferOf } from '../evisa/evisa-offers-store.server.ts';
import { findRequirement, visaToday } from './find-requirement.server.ts';
import { formatFinder } from './requirement-form.ts';
import type { EntryCondition, VisaAnswer } from './requirement.ts';

export interface CountryTrip {
  readonly to: string;
  readonly via: readonly string[];
  /** Entered on the way. */
  readonly enters: readonly string[];
  readonly arrives: string | null;
  readonly leaves: string | null;
}

const gravity = ['ok', 'plain', 'info', 'warn', 'danger'] as const;

/** A trip's visa, its passport rule and what its airports ask, in one or two sentences; null for a trip home. */
export async function sayTripLine(
  platform: Pick<Platform, 'db' | 'clock'>,
  trip: CountryTrip,
  whom: Traveller,
  language: LanguageCode,
): Promise<TripLineSaid | null> {
  if (!whom.nationality) return null;
  const t = textsFor(language).of('requirements');
  // Home or where one lives is no airport to worry about.
  const abroad = (places: readonly string[]) =>
    [...new Set(places)].filter((country) => country !== whom.nationality && country !== whom.residence);
  const answer = await findRequirement(platform, {
    passports: [whom.nationality],
    residence: whom.residence,
    heldVisas: [],
    destination: trip.to,
    purpose: 'tourism',
    arrives: trip.arrives === null ? null : parseCalendarDate(trip.arrives),
    leaves: trip.leaves === null ? null : parseCalendarDate(trip.leaves),
    via: abroad(trip.via),
    enters: abroad(trip.enters),
    passportExpires: whom.passportExpires ? parseCalendarDate(whom.passportExpires) : null,
  });
  const troubled = answer.transits.filter((transit) => transit.need !== 'not-needed' || transit.isStale);
  const isHome = answer.basis === 'own-country' || answer.basis === 'own-residence';
  if (isHome && troubled.length === 0 && answer.entries.length === 0) return null;
  const country = (code: string) => countryName(code, language);
  const wait = isHome || answer.need !== 'e-visa' || answer.isStale ? null : await waitOf(platform, trip);
  // Once the way back is known and somebody flies there, nobody has to be reminded of either.
  const known: readonly EntryCondition[] = [...(trip.leaves === null ? [] : (['return-ticket'] as const)), 'fly-direct'];
  const bring = (isHome || answer.isStale ? [] : (answer.rule?.conditions ?? []))
    .filter((condition) => !known.includes(condition))
    .map((condition) => withoutCapital(t(`condition.${condition}`), language));
  const sentences = [
    isHome
      ? t(`basis.${answer.basis}.title`)
      : t(answer.isStale ? 'line.stale' : `line.${answer.need}`, { country: country(answer.destination) }),
    answer.stayFits === false ? t('line.tooLong', { days: t('days', { count: answer.rule!.stayDays! }) }) : '',
    wait === null
      ? ''
      : t(wait.isLate ? 'line.tooLate' : 'line.wait', { takes: t('days', { count: wait.takes }), left: t('days', { count: wait.left }) }),
    answer.passportUntil === null
      ? ''
      : t(answer.passportLasts === false ? 'line.passportShort' : 'line.passport', {
          date: formatDate(answer.passportUntil, language, 'short'),
        }),
    bring.length === 0 ? '' : t('line.bring', { things: bring.join('; ') }),
    // Told even where no visa is asked: who expects to stay airside would not know that they go in.
    ...answer.entries.map(
      (entry) =>
        `${t('landside.title', { country: country(entry.destination) })} ${t(`landside.${entry.isStale ? 'unknown' : entry.need}`)}`,
    ),
    ...troubled.map(
      (transit) =>
        `${t('transit.title', { country: country(transit.destination) })} ${t(`transit.${transit.isStale ? 'unknown' : transit.need}`)}`,
    ),
  ];
  const tones = [
    ...(isHome ? [] : [toneOf(answer)]),
    ...(answer.passportLasts === false || answer.stayFits === false || wait?.isLate ? (['warn'] as const) : []),
    ...[...answer.entries, ...troubled].map(toneOf),
  ];
  return {
    text: sentences.filter((sentence) => sentence !== '').join(' '),
    tone: gravity.findLast((tone) => tones.includes(tone)) ?? 'plain',
    href: `/e-visa?${formatFinder({
      passport: whom.nationality,
      residence: whom.residence ?? '',
      to: trip.to,
      arrives: trip.arrives ?? '',
      leaves: trip.leaves ?? '',
      via: troubled.map(({ destination }) => destination),
    })}`,
  };
}

/** As it stands within a sentence. */
const withoutCapital = (words: string, language: LanguageCode) => words.slice(0, 1).toLocaleLowerCase(language) + words.slice(1);

/** How long the visa we sell takes from today, and how long it is until the journey; null where either is not known. */
async function waitOf(platform: Pick<Platform, 'db' | 'clock'>, { to, arrives }: CountryTrip) {
  const day = arrives === null ? null : parseCalendarDate(arrives);
  const offer = day && (await findOfferOf(platform.db, to));
  const speed = offer && findType(offer, offer.types[0]!.code)?.speeds[0];
  const today = visaToday(platform);
  if (!day || !offer || !speed || day < today) return null;
  const takes =
    dayNumber(deliverBy({ authority: offer.calendar, houseWorks: await showDeskDays(platform, 'visas') }, speed.days, today)) -
    dayNumber(today);
  const left = dayNumber(day) - dayNumber(today);
  return { takes, left, isLate: takes > left };
}

/** A visa that takes weeks is a warning beside a flight, where it is news beside a question. */
function toneOf({ need, isStale }: VisaAnswer): TripLineSaid['tone'] {
  if (isStale || need === 'unknown') return 'plain';
  if (need === 'not-needed') return 'ok';
  if (need === 'sticker-visa') return 'warn';
  return need === 'not-admitted' ? 'danger' : 'info';
}
