import { instant, type Instant } from '#app/values/dates.ts';
import { localTimeIn } from '#app/values/local-time.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { comma, formatDate } from '#app/ui/number-format.ts';
import { officeZone } from './slot-rules.ts';
import { daysOf } from './wait-rules.ts';

/** Where our travellers and their families live; any other zone that a browser names is taken too. */
const usual = [
  officeZone,
  'Asia/Riyadh',
  'Asia/Qatar',
  'Asia/Kuwait',
  'Asia/Muscat',
  'Africa/Cairo',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Colombo',
  'Asia/Manila',
  'Asia/Jakarta',
  'Asia/Singapore',
  'Australia/Sydney',
  'Europe/London',
  'Europe/Lisbon',
  'Europe/Madrid',
  'Europe/Paris',
  'Europe/Istanbul',
  'Africa/Nairobi',
  'Africa/Lagos',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'America/Sao_Paulo',
  'America/Mexico_City',
  'America/Bogota',
] as const;

const locales: Readonly<Record<LanguageCode, string>> = { en: 'en', ar: 'ar-u-nu-latn', tl: 'fil', es: 'es', pt: 'pt' };

/** A zone that the tz database knows, or the office's. */
export function readZone(asked: unknown): string {
  if (typeof asked !== 'string' || asked.length > 40 || !/^[A-Za-z]+(\/[A-Za-z0-9_+-]+)*$/.test(asked)) return officeZone;
  try {
    new Intl.DateTimeFormat('en', { timeZone: asked });
    return asked;
  } catch {
    return officeZone;
  }
}

/** "Philippine Standard Time (GMT+8)". */
export function zoneName(zone: string, language: LanguageCode, at: Instant): string {
  const part = (style: 'long' | 'shortOffset') =>
    new Intl.DateTimeFormat(locales[language], { timeZone: zone, timeZoneName: style })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  const [name, offset] = [part('long'), part('shortOffset')];
  return name === offset ? name : `${name} (${offset})`;
}

/** The zones of the list with their names; `also` is in it, wherever it is. */
export function zoneOptions(language: LanguageCode, at: Instant, also: string): { readonly zone: string; readonly name: string }[] {
  const known = (zone: string) => (usual as readonly string[]).includes(zone);
  const t = textsFor(language).of('zones');
  // A city that is in no list of ours is told as the database of zones writes it.
  const city = (zone: string, last: string) => (known(zone) ? t(last) : last.replaceAll('_', ' '));
  return (known(also) ? usual : [also, ...usual]).map((zone) => ({
    zone,
    name: `${city(zone, zone.split('/').at(-1)!)} · ${zoneName(zone, language, at)}`,
  }));
}

/** "Tue, 24 Nov to Fri, 27 Nov": the days that somebody waits for. */
export function daysInWords(zone: string, language: LanguageCode, wait: { readonly wishedFrom: Date; readonly wishedUntil: Date }): string {
  const { first, last } = daysOf(zone, instant(wait.wishedFrom.getTime()), instant(wait.wishedUntil.getTime()));
  return first === last
    ? formatDate(first, language, 'day')
    : `${formatDate(first, language, 'day')} – ${formatDate(last, language, 'day')}`;
}

/** "Tuesday 24 November 2026, 13:00". */
export function momentIn(zone: string, language: LanguageCode, at: Instant): string {
  const time = localTimeIn(zone, at);
  return `${formatDate(time, language, 'long')}${comma(language)}${time.slice(11)}`;
}
