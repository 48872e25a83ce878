import { zoneOfPlace } from '#app/values/place-zones.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { usualAges } from './occupancy-rules.ts';
import type { StayPlanTerms } from './room-rules.ts';
import {
  boards,
  type Board,
  type CatalogueStaycation,
  type StayCountry,
  type StayRoom,
  type StaycationFacts,
  type StaycationWords,
} from './staycation.ts';

/** A kind of room as it is written: with how many there are, also when it is withdrawn. */
export interface WrittenRoom extends StayRoom {
  readonly count: number;
  readonly onSale: boolean;
}

export interface WrittenPlan extends StayPlanTerms {
  readonly onSale: boolean;
}

/** A house as it is written at the desk: whole in no language at first, with its kinds of rooms and the plans they are had by. */
export interface StayContent {
  /** Boards and free cancelling are those of its plans. */
  readonly facts: Omit<StaycationFacts, 'id' | 'zone' | 'rooms' | 'boards' | 'freeCancelDays'>;
  readonly rooms: readonly WrittenRoom[];
  readonly plans: readonly WrittenPlan[];
  readonly words: Readonly<Record<LanguageCode, StaycationWords>>;
}

const noWords: StaycationWords = {
  title: '',
  area: '',
  tagline: '',
  summary: '',
  highlights: [],
  rooms: {},
  facilities: [],
  nearby: [],
  goodToKnow: [],
  children: '',
  atHotel: {},
};

function inEveryLanguage(words: (language: LanguageCode) => StaycationWords): StayContent['words'] {
  return { en: words('en'), ar: words('ar'), tl: words('tl'), es: words('es'), pt: words('pt') };
}

/** A house in Dubai that nobody has written yet. */
export function newContent(title: string): StayContent {
  return {
    facts: {
      country: 'AE',
      area: 'dubai',
      latitude: 25.2,
      longitude: 55.27,
      stars: 4,
      kind: 'city',
      pool: false,
      beach: false,
      kidsClub: false,
      pets: false,
      spa: false,
      dayPass: null,
      residentOffer: false,
      checkIn: '15:00',
      checkOut: '12:00',
      ...usualAges,
      atHotel: [],
      rating: null,
      poster: { scene: 'skyline', palette: 'dusk', landmark: null },
    },
    rooms: [],
    plans: [],
    words: inEveryLanguage((language) => (language === 'en' ? { ...noWords, title, area: 'Dubai' } : noWords)),
  };
}

/**
 * A house that the shop has, as something to go on writing. Where English stands in for a language, what was written of it so far goes
 * on: `written` are the words of the edition that is on sale.
 */
export function contentOf(
  { facts, words }: Pick<CatalogueStaycation, 'facts' | 'words'>,
  rooms: readonly WrittenRoom[],
  plans: readonly WrittenPlan[],
  written: StayContent['words'] | null,
): StayContent {
  const { id: _id, zone: _zone, rooms: _rooms, boards: _boards, freeCancelDays: _free, ...own } = facts;
  return { facts: own, rooms, plans, words: inEveryLanguage((language) => words[language] ?? written?.[language] ?? noWords) };
}

const byPercent = (plans: readonly WrittenPlan[]) => plans.filter(({ onSale }) => onSale).toSorted((a, b) => a.percent - b.percent);

/** The boards of what is on sale: that of the cheapest plan first, which the price of a room is of. */
export function boardsOf(plans: readonly WrittenPlan[]): Board[] {
  const [cheapest] = byPercent(plans);
  if (!cheapest) return [];
  return [cheapest.board, ...boards.filter((board) => board !== cheapest.board && plans.some((one) => one.onSale && one.board === board))];
}

/** Days before the arrival until which some plan can be cancelled for nothing; null where none can. */
export function freeCancelOf(plans: readonly WrittenPlan[]): number | null {
  const days = plans.flatMap(({ onSale, refundableDays }) => (onSale && refundableDays !== null ? [refundableDays] : []));
  return days.length === 0 ? null : Math.min(...days);
}

/** What goes on sale of a content: languages that are not whole are left out, and English stands in for them. */
export function staycationOf(id: string, content: StayContent): Pick<CatalogueStaycation, 'facts' | 'words'> {
  const whole = languageCodes.filter((language) => language === 'en' || completeness(content, language).missing.length === 0);
  const { facts, rooms, plans, words } = content;
  return {
    facts: {
      ...facts,
      id,
      zone: zoneOf(facts.country),
      boards: boardsOf(plans),
      freeCancelDays: freeCancelOf(plans),
      rooms: rooms.filter(({ onSale }) => onSale).map(({ count: _count, onSale: _onSale, ...room }) => room),
    },
    words: { ...Object.fromEntries(whole.map((language) => [language, words[language]])), en: words.en },
  };
}

/** Each of the countries has one zone. */
export const zoneOf = (country: StayCountry): string => zoneOfPlace(country, '') ?? 'Asia/Dubai';

/** An earlier content, to be written on: what came since of rooms and plans stays there, withdrawn, for what was booked of it. */
export function takenUp(earlier: StayContent, now: StayContent): StayContent {
  const since = <Thing extends { readonly key: string; readonly onSale: boolean }>(old: readonly Thing[], all: readonly Thing[]) =>
    all.filter(({ key }) => !old.some((one) => one.key === key)).map((one) => ({ ...one, onSale: false }));
  return {
    ...earlier,
    rooms: [...earlier.rooms, ...since(earlier.rooms, now.rooms)],
    plans: [...earlier.plans, ...since(earlier.plans, now.plans)],
    words: inEveryLanguage((language) => ({
      ...earlier.words[language],
      rooms: { ...now.words[language].rooms, ...earlier.words[language].rooms },
    })),
  };
}

export type WordField = keyof StaycationWords;

const lists = ['highlights', 'facilities', 'nearby', 'goodToKnow'] as const;

/** Letters that a summary has at least. */
export const leastSummary = 20;

/** How much of a language is written, and which parts are not. `percent` is a whole number. */
export function completeness(
  content: StayContent,
  language: LanguageCode,
): { readonly percent: number; readonly missing: readonly WordField[] } {
  const words = content.words[language];
  const english = content.words.en;
  const has = (text: string | undefined) => (text ?? '').trim() !== '';
  // Lines are told whole in every language: as many as in English.
  const lines = (field: (typeof lists)[number]): boolean[] =>
    Array.from({ length: Math.max(1, english[field].length) }, (_, at) => has(words[field][at]));
  const parts: Readonly<Record<WordField, readonly boolean[]>> = {
    title: [has(words.title)],
    area: [has(words.area)],
    tagline: [has(words.tagline)],
    summary: [words.summary.trim().length >= leastSummary],
    highlights: lines('highlights'),
    rooms: content.rooms.filter(({ onSale }) => onSale).flatMap(({ key }) => [has(words.rooms[key]?.name), has(words.rooms[key]?.text)]),
    facilities: lines('facilities'),
    nearby: lines('nearby'),
    goodToKnow: lines('goodToKnow'),
    // What English does not say, no other language has to.
    children: has(english.children) ? [has(words.children)] : [],
    atHotel: content.facts.atHotel.map(({ key }) => has(words.atHotel[key])),
  };
  const all = Object.values(parts).flat();
  const missing = (Object.keys(parts) as WordField[]).filter((field) => parts[field].includes(false));
  return { percent: Math.floor((all.filter(Boolean).length * 100) / all.length), missing };
}

export type StayFault = 'english' | 'rooms' | 'doors' | 'price' | 'plans' | 'lowest-plan' | 'ages';

/** Everything that keeps a content from going on sale, each once. */
export function stayFaults(content: StayContent): StayFault[] {
  const rooms = content.rooms.filter(({ onSale }) => onSale);
  const [cheapest] = byPercent(content.plans);
  const faults: Readonly<Record<StayFault, boolean>> = {
    english: completeness(content, 'en').missing.length > 0,
    rooms: rooms.length === 0,
    doors: rooms.some(({ count }) => count === 0),
    price: rooms.some(({ from }) => from.amount === 0),
    plans: cheapest === undefined,
    // A room's price is what its cheapest plan costs: lists and searches show it.
    'lowest-plan': cheapest !== undefined && cheapest.percent !== 100,
    ages: content.facts.childrenFrom >= content.facts.adultFrom,
  };
  return (Object.keys(faults) as StayFault[]).filter((fault) => faults[fault]);
}
