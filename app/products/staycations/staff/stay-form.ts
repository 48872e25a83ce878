import { lineOf, linesOf, oneOf, slugOf, wholeOf } from '#app/commerce/supply/supply-fields.ts';
import { posterLandmarks, posterPalettes, posterScenes } from '#app/ui/poster/poster-names.ts';
import { money, type Money } from '#app/values/money.ts';
import { plainDigits } from '#app/values/plain-digits.ts';
import { plainText } from '#app/values/plain-text.ts';
import { isLanguageCode, languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { readAmount } from '#app/values/read-amount.ts';
import type { StayContent, WrittenPlan, WrittenRoom } from '../stay-content.ts';
import { boards, chargeKinds, chargeUnits, stayCountries, stayKinds, type HotelCharge, type StaycationWords } from '../staycation.ts';

export const stayParts = ['overview', 'facts', 'rooms', 'plans', 'terms', 'words', 'preview'] as const;
/** Parts of a record that are written with a form. */
export const writtenParts = ['facts', 'rooms', 'plans', 'terms', 'words'] as const;
export type WrittenPart = (typeof writtenParts)[number];

export const mostRoomKinds = 12;
export const mostPlans = 12;
export const mostCharges = 12;
/** Doors of one kind of room. */
export const mostDoors = 200;

export interface ReadPart {
  readonly content: StayContent;
  /** Names of fields that could not be read. */
  readonly unread: readonly string[];
}

/**
 * What a form of one part makes of a content. Where fields cannot be read nothing of the form is kept: what it left out or
 * changed beside them was meant together with them.
 */
export function readStayPart(part: WrittenPart, form: FormData, content: StayContent): ReadPart {
  const unread: string[] = [];
  const written = readers[part](form, content, (field) => unread.push(field));
  return { content: unread.length === 0 ? written : content, unread };
}

type Unread = (field: string) => void;
type Reader = (form: FormData, content: StayContent, unread: Unread) => StayContent;

const readers: Readonly<Record<WrittenPart, Reader>> = {
  facts: readFacts,
  rooms: readRooms,
  plans: readPlans,
  terms: readTerms,
  words: readWords,
};

function wholeIn(form: FormData, unread: Unread): (name: string, least: number, most: number) => number {
  return (name, least, most) => {
    const value = wholeOf(form, name, least, most, -1);
    if (value < 0) unread(name);
    return value;
  };
}

function amountIn(form: FormData, unread: Unread): (name: string) => Money {
  return (name) => {
    const amount = readAmount(lineOf(form, name, 14), 'AED');
    if (amount === null || amount === 0) unread(name);
    return money(amount ?? 0, 'AED');
  };
}

const clock = /^([01]\d|2[0-3]):[0-5]\d$/;

/** Where it is, what it is like, and when guests come and go. */
function readFacts(form: FormData, content: StayContent, unread: Unread): StayContent {
  const { facts } = content;
  const areaName = lineOf(form, 'area', 80);
  const area = slugOf(areaName);
  if (area === '') unread('area');
  const degrees = (name: 'latitude' | 'longitude', most: number): number => {
    const typed = plainDigits(lineOf(form, name, 12));
    const value = Number(typed.replace('٫', '.'));
    if (typed !== '' && Math.abs(value) <= most) return value;
    unread(name);
    return facts[name];
  };
  const time = (name: 'checkIn' | 'checkOut'): string => {
    const typed = plainDigits(lineOf(form, name, 8)).padStart(5, '0');
    if (clock.test(typed)) return typed;
    unread(name);
    return facts[name];
  };
  const country = stayCountries.find((one) => one === form.get('country'));
  if (!country) unread('country');
  const dayPass = lineOf(form, 'dayPass', 14);
  const landmark = form.get('landmark');
  return {
    ...content,
    words: area === '' ? content.words : { ...content.words, en: { ...content.words.en, area: areaName } },
    facts: {
      ...facts,
      country: country ?? facts.country,
      area: area || facts.area,
      latitude: degrees('latitude', 90),
      longitude: degrees('longitude', 180),
      stars: wholeIn(form, unread)('stars', 1, 5),
      kind: oneOf(stayKinds, form.get('kind'), facts.kind),
      pool: form.has('pool'),
      beach: form.has('beach'),
      kidsClub: form.has('kidsClub'),
      pets: form.has('pets'),
      spa: form.has('spa'),
      residentOffer: form.has('residentOffer'),
      dayPass: dayPass === '' ? null : amountIn(form, unread)('dayPass'),
      checkIn: time('checkIn'),
      checkOut: time('checkOut'),
      poster: {
        scene: oneOf(posterScenes, form.get('scene'), facts.poster.scene),
        palette: oneOf(posterPalettes, form.get('palette'), facts.poster.palette),
        landmark: landmark === '' ? null : (posterLandmarks.find((one) => one === landmark) ?? facts.poster.landmark),
      },
    },
  };
}

/** A key that none of the others has, from what a thing is called in English. */
function freshKey(name: string, used: readonly string[], otherwise: string): string {
  const begin = slugOf(name).slice(0, 50) || otherwise;
  for (let number = 1; ; number += 1) {
    const key = number === 1 ? begin : `${begin}-${number}`;
    if (!used.includes(key)) return key;
  }
}

/** Kinds of rooms, one after the other; a last one without a name is none. */
function readRooms(form: FormData, content: StayContent, unread: Unread): StayContent {
  const [whole, amount] = [wholeIn(form, unread), amountIn(form, unread)];
  const rooms: WrittenRoom[] = [];
  const names = new Map<string, string>();
  for (let at = 0; at < Math.min(content.rooms.length + 1, mostRoomKinds); at += 1) {
    const before = content.rooms[at];
    const name = lineOf(form, `room-name-${at}`, 80);
    if (!before && name === '') continue;
    if (name === '') unread(`room-name-${at}`);
    const key =
      before?.key ??
      freshKey(
        name,
        content.rooms.map((room) => room.key),
        'room',
      );
    const beds = { doubleBeds: whole(`room-doubles-${at}`, 0, 12), singleBeds: whole(`room-singles-${at}`, 0, 12) };
    rooms.push({
      key,
      adults: whole(`room-adults-${at}`, 1, 12),
      children: whole(`room-children-${at}`, 0, 12),
      sizeM2: whole(`room-size-${at}`, 8, 1000),
      ...beds,
      from: amount(`room-price-${at}`),
      count: whole(`room-count-${at}`, 1, mostDoors),
      onSale: form.has(`room-sells-${at}`),
    });
    names.set(key, name);
  }
  const { en } = content.words;
  const told = Object.fromEntries([...names].map(([key, name]) => [key, { name, text: en.rooms[key]?.text ?? '' }]));
  return { ...content, rooms, words: { ...content.words, en: { ...en, rooms: { ...en.rooms, ...told } } } };
}

/** Plans, one after the other; a last one without a percentage is none. An empty number of days is a plan that gives no money back. */
function readPlans(form: FormData, content: StayContent, unread: Unread): StayContent {
  const whole = wholeIn(form, unread);
  const plans: WrittenPlan[] = [];
  for (let at = 0; at < Math.min(content.plans.length + 1, mostPlans); at += 1) {
    const before = content.plans[at];
    if (!before && lineOf(form, `plan-percent-${at}`, 8) === '') continue;
    const board = oneOf(boards, form.get(`plan-board-${at}`), before?.board ?? 'room');
    const free = lineOf(form, `plan-free-${at}`, 8) === '' ? null : whole(`plan-free-${at}`, 0, 60);
    const deposit = whole(`plan-deposit-${at}`, 10, 100);
    // The rest of a deposit is due while cancelling is still free; where it never is, there is no such day.
    if (free === null && deposit !== 100) unread(`plan-deposit-${at}`);
    const key =
      before?.key ??
      freshKey(
        free === null ? `fixed-${board}` : `free-${board}`,
        content.plans.map((plan) => plan.key),
        'plan',
      );
    plans.push({
      key,
      board,
      percent: whole(`plan-percent-${at}`, 50, 400),
      refundableDays: free,
      depositPercent: deposit,
      onSale: form.has(`plan-sells-${at}`),
    });
  }
  return { ...content, plans };
}

/** Ages of children, and what is paid at the house; a row without a name is none. */
function readTerms(form: FormData, content: StayContent, unread: Unread): StayContent {
  const [whole, amount] = [wholeIn(form, unread), amountIn(form, unread)];
  const charges: HotelCharge[] = [];
  const names = new Map<string, string>();
  const known = content.facts.atHotel;
  for (let at = 0; at < Math.min(known.length + 2, mostCharges); at += 1) {
    const name = lineOf(form, `charge-name-${at}`, 80);
    if (name === '') continue;
    const used = [...known.map((one) => one.key), ...names.keys()];
    const key = known[at]?.key ?? freshKey(name, used, 'charge');
    charges.push({
      key,
      kind: oneOf(chargeKinds, form.get(`charge-kind-${at}`), 'extra'),
      per: oneOf(chargeUnits, form.get(`charge-per-${at}`), 'stay'),
      amount: amount(`charge-amount-${at}`),
    });
    names.set(key, name);
  }
  const kept = (told: StaycationWords['atHotel']) => Object.fromEntries(Object.entries(told).filter(([key]) => names.has(key)));
  const words = Object.fromEntries(
    languageCodes.map((language) => {
      const own = content.words[language];
      return [language, { ...own, atHotel: language === 'en' ? Object.fromEntries(names) : kept(own.atHotel) }];
    }),
  ) as Record<LanguageCode, StaycationWords>;
  return {
    ...content,
    words,
    facts: {
      ...content.facts,
      adultFrom: whole('adultFrom', 1, 18),
      childrenFrom: whole('childrenFrom', 0, 17),
      atHotel: charges,
    },
  };
}

function readWords(form: FormData, content: StayContent): StayContent {
  const typed = form.get('language');
  const language: LanguageCode = isLanguageCode(typed) ? typed : 'en';
  const before = content.words[language];
  const words: StaycationWords = {
    title: lineOf(form, 'title', 120),
    area: lineOf(form, 'area', 80),
    tagline: lineOf(form, 'tagline', 90),
    summary: plainText(form.get('summary'), 1200),
    highlights: linesOf(form, 'highlights'),
    rooms: {
      ...before.rooms,
      ...Object.fromEntries(
        content.rooms.map(({ key }, at) => [
          key,
          { name: lineOf(form, `room-name-${at}`, 80), text: plainText(form.get(`room-text-${at}`), 1200) },
        ]),
      ),
    },
    facilities: linesOf(form, 'facilities'),
    nearby: linesOf(form, 'nearby'),
    goodToKnow: linesOf(form, 'goodToKnow'),
    children: plainText(form.get('children'), 1200),
    atHotel: Object.fromEntries(content.facts.atHotel.map(({ key }, at) => [key, lineOf(form, `charge-name-${at}`, 80)])),
  };
  // A place is called in addresses as it was first, whatever its English name becomes.
  return { ...content, words: { ...content.words, [language]: words } };
}
