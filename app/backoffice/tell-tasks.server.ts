import { moneyTaskWords, sentenceKey, type CodedTask } from '#app/commerce/payments/money-task-words.ts';
import { findOrdersOfMoney } from '#app/commerce/payments/payments-store.server.ts';
import { findReferences } from '#app/commerce/orders/orders-store.server.ts';
import { mailKinds } from '#app/commerce/messages/mail-kinds.ts';
import { subjectOf } from '#app/commerce/messages/staff/work-wording.server.ts';
import type { ImportKind } from '#app/commerce/supply/import-rules.ts';
import type { Db } from '#app/platform/database.server.ts';
import { readExperienceTitles } from '#app/products/experiences/experiences-store.server.ts';
import { listOpenEditions } from '#app/products/experiences/staff/experience-editions-store.server.ts';
import { listCurrentEditions } from '#app/products/holidays/staff/tour-editions-store.server.ts';
import { readTourTitles } from '#app/products/holidays/tours-store.server.ts';
import { editionsOfStays, readStaycationTitles } from '#app/products/staycations/staycations-store.server.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import type { Texts } from '#app/ui/translate.ts';
import { readAmount } from '#app/values/read-amount.ts';
import { isCurrencyCode, money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { readSupplierNames } from './analytics/name-member.server.ts';
import { deskPageName } from './desk-places.ts';

type Names = ReadonlyMap<string, string>;
const nobody: Names = new Map();

/** Names of what tasks tell of by an id or a code, as the house calls it now. */
interface Known {
  readonly supplier: Names;
  readonly tour: Names;
  readonly activity: Names;
  readonly stay: Names;
  /** References of orders, by what a piece of work was about: the order, its payment or its refund. */
  readonly about: Names;
}

/**
 * Says tasks in the words of their reader: sentences with every code, name and sum as the desk writes them. What they tell of is
 * looked up once for all of them.
 */
export async function tellTasks(db: Db, language: LanguageCode, tasks: readonly CodedTask[]): Promise<(task: CodedTask) => string> {
  const texts = textsFor(language);
  const known = await readKnown(db, language, tasks);
  return (task) => {
    const values = Object.entries(moneyTaskWords(texts, task)).map(([name, value]) => [name, inWords(texts, known, task, name, value)]);
    const order = known.about.get(String(task.detail['about']));
    const key = sentenceKey(task);
    return key === 'job-failed' && order
      ? texts.of('tasks')('job-failed-order', { ...Object.fromEntries(values), order })
      : texts.of('tasks')(key, Object.fromEntries(values));
  };
}

async function readKnown(db: Db, language: LanguageCode, tasks: readonly CodedTask[]): Promise<Known> {
  const named = (name: string) => [
    ...new Set(tasks.flatMap(({ detail }) => (typeof detail[name] === 'string' && detail[name] !== '' ? [detail[name]] : []))),
  ];
  const uploadedFor = (table: ImportKind) =>
    tasks.flatMap(({ detail }) => (detail['table'] === table && typeof detail['thing'] === 'string' ? [detail['thing']] : []));
  const [supplier, tour, activity, stay, about] = await Promise.all([
    named('supplier').length > 0 ? readSupplierNames(db) : nobody,
    nameTours(db, [...named('tour'), ...uploadedFor('departures')], language),
    nameActivities(db, [...named('activity'), ...uploadedFor('sessions')], language),
    nameHouses(db, [...named('house'), ...uploadedFor('room-rates')], language),
    nameOrders(db, named('about')),
  ]);
  return { supplier, tour, activity, stay, about };
}

/** Titles as the shop has them; what was never on sale is called as its edition is. */
async function nameTours(db: Db, ids: readonly string[], language: LanguageCode): Promise<Names> {
  const sold = await readTourTitles(db, ids, language);
  if (ids.every((id) => sold.has(id))) return sold;
  const written = (await listCurrentEditions(db)).map(
    ({ tourId, content: { words } }) => [tourId, words[language].title || words.en.title] as const,
  );
  return new Map([...written, ...sold]);
}

async function nameActivities(db: Db, ids: readonly string[], language: LanguageCode): Promise<Names> {
  const sold = await readExperienceTitles(db, ids, language);
  if (ids.every((id) => sold.has(id))) return sold;
  return new Map([...(await listOpenEditions(db)).map(({ id, title }) => [id, title] as const), ...sold]);
}

async function nameHouses(db: Db, ids: readonly string[], language: LanguageCode): Promise<Names> {
  const sold = await readStaycationTitles(db, ids, language);
  if (ids.every((id) => sold.has(id))) return sold;
  const written = (await editionsOfStays.listOpen(db)).map(
    ({ thing, content: { words } }) => [thing, words[language].title || words.en.title] as const,
  );
  return new Map([...written, ...sold]);
}

async function nameOrders(db: Db, ids: readonly string[]): Promise<Names> {
  const ofMoney = await findOrdersOfMoney(db, ids);
  const references = await findReferences(db, [...ids, ...ofMoney.values()]);
  return new Map(ids.flatMap((id) => [[id, references.get(ofMoney.get(id) ?? id) ?? ''] as const]).filter(([, reference]) => reference));
}

/** One value of a task in words; numbers that are counted stay numbers, for the plural of their sentence. */
function inWords(texts: Texts, known: Known, task: CodedTask, name: string, value: string | number): string | number {
  if (typeof value === 'number' || value === '') return value;
  const { language } = texts;
  const t = texts.of('tasks');
  switch (name) {
    case 'kind':
      return sentenceKey(task) === 'job-failed' ? t([`codes.job.${value}`, 'codes.job.other']) : value;
    case 'mail':
      return mailName(texts, value);
    case 'permission':
      return permissionName(texts, value);
    case 'page':
      return deskPageName(texts, value);
    case 'supplier':
      return known.supplier.get(value) ?? t(`codes.supplier.${value}`, { defaultValue: value });
    case 'tour':
    case 'activity':
      return known[name].get(value) || value;
    case 'house':
      return known.stay.get(value) || value;
    case 'thing':
      return known[thingOfTable(task.detail['table'])].get(value) || value;
    case 'country':
    case 'destination':
    case 'passport':
      return /^[A-Z]{2}$/.test(value) ? countryName(value, language) : value;
    case 'sheet':
      return /^[A-Z]{2}$/.test(value) ? countryName(value, language) : texts.of('requirements')(`held.${value}`, { defaultValue: value });
    case 'day':
    case 'due':
      return /^\d{4}-\d{2}-\d{2}$/.test(value) ? formatDate(value, language) : value;
    case 'amount':
    case 'sum':
      return writtenSum(value, language);
    case 'theirs':
      // The airline's name for a booking, and its state there.
      return sentenceKey(task) === 'booking-difference.missing-here'
        ? value.replace(/ (\w+)$/, (_all, state: string) => ` (${bookingState(texts, state)})`)
        : ofBooking(texts, task, value);
    case 'ours':
      return ofBooking(texts, task, value);
    default:
      return value;
  }
}

/** What a table is uploaded for. */
const thingOfTable = (table: unknown) => (table === 'departures' ? 'tour' : table === 'sessions' ? 'activity' : 'stay');

const bookingState = (texts: Texts, state: string) => texts.of('tasks')(`codes.booking.${state}`, { defaultValue: state });
const ofBooking = (texts: Texts, task: CodedTask, value: string) =>
  sentenceKey(task) === 'booking-difference.status' ? bookingState(texts, value) : value;

/** A right as the desk calls it. */
export function permissionName(texts: Texts, permission: string): string {
  return texts.of('staff-rights')(permission.replace(':', '.'), { defaultValue: permission });
}

/** A mail by what it is about and what stands over it, its open places left out. */
function mailName(texts: Texts, mail: string): string {
  const kind = mailKinds.find((one) => one === mail);
  const family = texts.of('staff-mails')(`family.${mail.split('.')[0]}.name`, { defaultValue: mail });
  const subject = kind ? subjectOf(kind, texts.language).replaceAll(/\{\{\s*\w+\s*\}\}/g, '…') : '';
  return subject === '' ? family : `${family}: ${subject}`;
}

/** A sum that was written down as "AED 123.45"; one without a currency is in the house's. */
function writtenSum(value: string, language: LanguageCode): string {
  const [, currency = 'AED', number] = /^(?:([A-Z]{3}) )?(\d+(?:\.\d+)?)$/.exec(value) ?? [];
  if (number === undefined || !isCurrencyCode(currency)) return value;
  const amount = readAmount(number, currency);
  return amount === null ? value : formatMoney(money(amount, currency), language);
}
