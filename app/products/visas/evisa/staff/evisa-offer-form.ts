import { isSlug } from '#app/values/ids.ts';
import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import {
  documentCodes,
  fieldCodes,
  rejectionCodes,
  visaEntries,
  visaPurposes,
  type VisaCountry,
  type VisaSpeed,
  type VisaType,
} from '../evisa-offer.ts';
import { isMovingHoliday } from '../moving-holidays-rules.ts';

/** Rows of the form: one is left free for a new type. */
export const mostTypes = 8;
export const shownWays = ['printed', 'phone'] as const;
export const portWays = ['all', 'airports', 'listed'] as const;

export type OfferField =
  | 'slug'
  | 'authority'
  | 'site'
  | 'asOf'
  | 'zone'
  | 'weekend'
  | 'holidays'
  | 'open'
  | 'closed'
  | 'residents'
  | 'passportMonths'
  | 'earliest'
  | 'documents'
  | 'rejectedService'
  | 'types'
  | 'note';

interface SentForm {
  get(name: string): unknown;
  getAll(name: string): unknown[];
}

/** Every word of a list of ISO codes, upper case and once each; null when one is none. */
function countriesIn(typed: string): string[] | null {
  const words = [
    ...new Set(
      typed
        .toUpperCase()
        .split(/[\s,;]+/)
        .filter(Boolean),
    ),
  ];
  return words.length <= 250 && words.every((word) => /^[A-Z]{2}$/.test(word)) ? words : null;
}

/** Dirhams as typed, in fils; null for what is no amount of at most two places. */
export function filsOf(typed: string): number | null {
  const match = /^(\d{1,6})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  return match ? Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0')) : null;
}

function wholeIn(typed: string, least: number, most: number): number | null {
  const number = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return number >= least && number <= most ? number : null;
}

const isZone = (zone: string) => {
  try {
    return zone.includes('/') && Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

const isHttps = (text: string) => URL.canParse(text) && text.startsWith('https://') && text.length <= 300;

/** Reads the desk's form of a country and names what is wrong; the offer is null while anything is. `MM-DD` of 29 February counts. */
export function readOfferForm(
  code: string,
  form: SentForm,
  today: CalendarDate,
): { readonly offer: VisaCountry | null; readonly note: string; readonly wrong: readonly OfferField[] } {
  const wrong = new Set<OfferField>();
  const line = (name: string, most = 200) => plainLine(form.get(name), most);
  const need = <Value>(field: OfferField, value: Value | null): Value => {
    if (value === null) wrong.add(field);
    return value as Value;
  };
  const among = <Word extends string>(name: string, known: readonly Word[]) => known.filter((word) => form.getAll(name).includes(word));
  const holidays = plainText(form.get('holidays'), 2_000)
    .split(/[\s,;]+/)
    .filter(Boolean);
  const isDay = (word: string) => isMovingHoliday(word) || parseCalendarDate(word.length === 5 ? `2028-${word}` : word) !== null;
  const weekend = form
    .getAll('weekend')
    .map(Number)
    .filter((day) => Number.isInteger(day) && day >= 0 && day <= 6);
  const open = line('open', 2_000);
  const types = readTypes(form);
  const documents = among('documents', documentCodes);
  const offer: VisaCountry = {
    code,
    slug: need('slug', isSlug(line('slug', 60)) ? line('slug', 60) : null),
    authority: need('authority', line('authority', 120) || null),
    site: need('site', isHttps(line('site', 300)) ? line('site', 300) : null),
    asOf: need('asOf', pastDay(line('asOf', 10), today)),
    calendar: {
      zone: need('zone', isZone(line('zone', 40)) ? line('zone', 40) : null),
      weekend: need('weekend', weekend.length < 7 ? [...new Set(weekend)].sort() : null),
      holidays: need('holidays', holidays.every(isDay) ? [...new Set(holidays)] : null),
    },
    open: open === '' || open.toLowerCase() === 'all' ? 'all' : need('open', countriesIn(open)),
    closed: need('closed', countriesIn(line('closed', 2_000))),
    residents: need('residents', countriesIn(line('residents', 2_000))),
    passportMonths: need('passportMonths', wholeIn(line('passportMonths'), 0, 24)),
    earliest: need('earliest', wholeIn(line('earliest'), 1, 730)),
    documents: need('documents', documents.includes('passport-page') ? documents : null),
    fields: among('fields', fieldCodes),
    shown: shownWays.find((way) => way === form.get('shown')) ?? 'printed',
    ports: portWays.find((way) => way === form.get('ports')) ?? 'all',
    extendable: form.get('extendable') === 'yes',
    rejectedService: need('rejectedService', wholeIn(line('rejectedService'), 0, 100)),
    refusals: among('refusals', rejectionCodes),
    types: need('types', types),
  };
  const note = plainLine(form.get('note'), 300);
  if (note.length < 3) wrong.add('note');
  return { offer: wrong.size === 0 ? offer : null, note, wrong: [...wrong] };
}

/** Nobody has read tomorrow's page. */
function pastDay(typed: string, today: CalendarDate): CalendarDate | null {
  const day = parseCalendarDate(typed);
  return day && day <= today ? day : null;
}

/** The rows of types; null when one is half filled, two have one code, or there is none. */
function readTypes(form: SentForm): VisaType[] | null {
  const types: VisaType[] = [];
  for (let row = 0; row < mostTypes; row += 1) {
    const word = (name: string) => plainLine(form.get(`type-${row}-${name}`), 60);
    if (word('stay') === '' && word('governmentFee') === '' && word('serviceFee') === '') continue;
    const purpose = visaPurposes.find((one) => one === word('purpose'));
    const entries = visaEntries.find((one) => one === word('entries'));
    const [stay, validity] = [wholeIn(word('stay'), 1, 3_650), wholeIn(word('validity'), 1, 3_650)];
    const [governmentFee, serviceFee] = [filsOf(word('governmentFee')), filsOf(word('serviceFee'))];
    const speeds = readSpeeds(word);
    if (!purpose || !entries || !stay || !validity || governmentFee === null || serviceFee === null || !speeds) return null;
    // It is told apart in addresses and orders by this code, so that what was sold is found again.
    const code = `${purpose}-${stay}-${entries}`;
    types.push({ code, purpose, entries, stay, validity, official: word('official') || '0', governmentFee, serviceFee, speeds });
  }
  return types.length > 0 && new Set(types.map(({ code }) => code)).size === types.length ? types : null;
}

function readSpeeds(word: (name: string) => string): VisaSpeed[] | null {
  const days = wholeIn(word('days'), 1, 90);
  if (!days) return null;
  const standard: VisaSpeed = { code: 'standard', days, governmentExtra: 0, serviceExtra: 0 };
  if (word('expressDays') === '') return [standard];
  const quick = wholeIn(word('expressDays'), 1, days - 1);
  const [governmentExtra, serviceExtra] = [filsOf(word('expressGovernment') || '0'), filsOf(word('expressService') || '0')];
  if (!quick || governmentExtra === null || serviceExtra === null) return null;
  return [standard, { code: 'express', days: quick, governmentExtra, serviceExtra }];
}
