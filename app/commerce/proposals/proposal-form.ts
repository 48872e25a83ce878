import { standardRate } from '#app/commerce/pricing/vat-of-place.ts';
import { addDays, parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { lineVats, type LineVat, type ProposedLine } from './proposal-price.ts';
import { isInTime } from './proposal-terms-rules.ts';

/** What the customer reads, and the lines with what they cost us. */
export interface ProposalContent {
  readonly title: string;
  readonly words: string;
  readonly lines: readonly ProposedLine[];
}

export interface ReadVersion {
  readonly content: ProposalContent;
  /** An address of our shop: what it shows is offered as it stands. */
  readonly item: string | null;
  readonly startsOn: CalendarDate;
  readonly endsOn: CalendarDate;
  readonly adults: number;
  readonly children: number;
  readonly depositPercent: number;
  readonly balanceDays: number;
  readonly freeDays: number | null;
  /** The last day on which it can be accepted. */
  readonly validUntil: CalendarDate;
}

/** Versions of one proposal, drafts and thrown away ones counted. */
export const mostVersions = 9;
/** Lines a version may have; the form shows them all. */
export const mostLines = 8;
const longest = { title: 120, words: 3_000, line: 160 };
export const longestRemark = 1_000;

export type VersionFault =
  | 'title'
  | 'words'
  | 'lines'
  | 'line'
  | 'item'
  | 'startsOn'
  | 'endsOn'
  | 'validUntil'
  | 'party'
  | 'deposit'
  | 'balanceDays'
  | 'freeDays';

/** The fields as they were typed, for showing them again. */
export type TypedVersion = Readonly<Record<string, string>>;

const whole = (typed: string, least: number, most: number): number | null => {
  const value = /^\d{1,4}$/.test(typed) ? Number(typed) : NaN;
  return value >= least && value <= most ? value : null;
};

/** AED with up to two decimals, as fils. */
function filsOf(typed: string): number | null {
  const found = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(typed.replace(/[,\s]/g, ''));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null;
}

function readLine(typed: TypedVersion, index: number, standardVat: number): ProposedLine | 'empty' | 'wrong' {
  const of = (name: string) => typed[`${name}.${index}`] ?? '';
  if (of('words') === '' && of('net') === '') return 'empty';
  const [net, quantity] = [filsOf(of('net')), whole(of('quantity') || '1', 1, 200)];
  const margin = /^\d{1,2}(\.\d)?$/.test(of('margin') || '0') ? Math.round(Number(of('margin') || '0') * 100) : null;
  const vat = lineVats.find((one): one is LineVat => one === of('vat'));
  if (of('words') === '' || of('words').length > longest.line || net === null || net === 0 || quantity === null || margin === null || !vat)
    return 'wrong';
  return { words: of('words'), quantity, net, marginBasisPoints: margin, vat, ...(standardVat === standardRate ? {} : { standardVat }) };
}

/** What an address of our shop was found to offer: it says title, days and party itself. */
export interface FoundItem {
  readonly title: string;
  readonly startsOn: CalendarDate;
  readonly endsOn: CalendarDate;
  readonly adults: number;
  readonly children: number;
}

/** The address typed for an item: our own pages only, without a host or a language. */
export function itemOf(form: FormData): string | null {
  const typed = plainLine(form.get('item'), 600);
  const found = /^(?:https?:\/\/[^/\s]+)?(?:\/(?:ar|tl|es|pt))?(\/[\w-][^\s#]*)$/.exec(typed);
  return typed === '' ? null : (found?.[1] ?? '/');
}

/** Reads the form of a version. With an item its lines and terms are those of the shop, and only words and day are read. */
export function readVersion(
  form: FormData,
  today: CalendarDate,
  found: FoundItem | null,
  standardVat = standardRate,
): { readonly typed: TypedVersion; readonly faults: readonly VersionFault[]; readonly version: ReadVersion | null } {
  const typed: Record<string, string> = {};
  for (const [name, value] of form)
    if (typeof value === 'string') typed[name] = name === 'words' ? plainText(value, longest.words) : plainLine(value, 600);
  const item = itemOf(form);
  const read = item === null ? readOwn(typed, today, standardVat) : readItem(item, found, typed, today);
  const { validUntil, startsOn } = read.version;
  const faults = [
    ...read.faults,
    ...(!validUntil || validUntil < today || (startsOn && !isInTime(validUntil, startsOn)) ? (['validUntil'] as const) : []),
    ...((typed['words'] ?? '').length > longest.words ? (['words'] as const) : []),
  ];
  return { typed, faults, version: faults.length > 0 ? null : (read.version as ReadVersion) };
}

interface Reading {
  readonly faults: readonly VersionFault[];
  readonly version: { readonly [Field in keyof ReadVersion]: ReadVersion[Field] | null };
}

function readItem(item: string, found: FoundItem | null, typed: TypedVersion, today: CalendarDate): Reading {
  const { title, ...rest } = found ?? { title: '', startsOn: null, endsOn: null, adults: 1, children: 0 };
  return {
    faults: found && found.startsOn > today ? [] : ['item'],
    version: {
      ...rest,
      content: { title, words: typed['words'] ?? '', lines: [] },
      item,
      depositPercent: 0,
      balanceDays: 0,
      freeDays: null,
      validUntil: parseCalendarDate(typed['validUntil'] ?? ''),
    },
  };
}

function readOwn(typed: TypedVersion, today: CalendarDate, standardVat: number): Reading {
  const faults: VersionFault[] = [];
  const lines = Array.from({ length: mostLines }, (_, index) => readLine(typed, index, standardVat));
  const good = lines.filter((line): line is ProposedLine => typeof line === 'object');
  if (lines.includes('wrong')) faults.push('line');
  else if (good.length === 0) faults.push('lines');
  const title = typed['title'] ?? '';
  if (title === '' || title.length > longest.title) faults.push('title');
  const day = (name: string) => parseCalendarDate(typed[name] ?? '');
  const [startsOn, endsOn] = [day('startsOn'), day('endsOn')];
  if (!startsOn || startsOn <= today) faults.push('startsOn');
  if (!endsOn || (startsOn && (endsOn < startsOn || endsOn > addDays(startsOn, 120)))) faults.push('endsOn');
  const number = (name: string, otherwise: string, least: number, most: number, fault: VersionFault) => {
    const value = whole(typed[name] || otherwise, least, most);
    if (value === null && !faults.includes(fault)) faults.push(fault);
    return value;
  };
  const free = typed['freeDays'] ?? '';
  return {
    version: {
      content: { title, words: typed['words'] ?? '', lines: good },
      item: null,
      startsOn,
      endsOn,
      adults: number('adults', '', 1, 200, 'party'),
      children: number('children', '0', 0, 100, 'party'),
      depositPercent: number('deposit', '0', 0, 90, 'deposit'),
      balanceDays: number('balanceDays', '30', 0, 365, 'balanceDays'),
      freeDays: free === '' ? null : number('freeDays', '', 0, 365, 'freeDays'),
      validUntil: day('validUntil'),
    },
    faults,
  };
}
