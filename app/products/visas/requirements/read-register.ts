import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { isCountryGroup } from './passport-groups.ts';
import { entryConditions, honouredVisas, visaNeeds, visitPurposes, type PassportValidity, type VisaRule } from './requirement.ts';

/** A line as a register file tells it: who reviewed it is for whoever loads it to say. */
export type RegisterLine = Omit<VisaRule, 'reviewer'>;

const visits = ['tourism', 'family', 'business'] as const;
const keywords = ['for', 'residents', 'visas', 'purpose', 'with', 'from', 'until'];

/** `stay`, `arrival+6m`, `departure+3m/10y`, `arrival+150d`; null for `?`. Undefined when it is none of these. */
export function readPassportValidity(text: string): PassportValidity | null | undefined {
  if (text === '?' || text === '') return null;
  const [, lasts = text, years] = /^(.+)\/([1-9]\d?)y$/.exec(text) ?? [];
  const issued = years ? { issuedWithinYears: Number(years) } : {};
  if (lasts === 'stay') return { from: 'departure', months: 0, days: 0, ...issued };
  const match = /^(arrival|departure)\+(\d{1,3})([md])$/.exec(lasts);
  if (!match) return undefined;
  const amount = Number(match[2]);
  const [months, days] = match[3] === 'm' ? [amount, 0] : [0, amount];
  return { from: match[1] as PassportValidity['from'], months, days, ...issued };
}

/** The other way round, as the desk's form shows it. */
export function passportValidityText(validity: PassportValidity | null): string {
  if (!validity) return '?';
  const { from, months, days, issuedWithinYears: years } = validity;
  const lasts =
    months === 0 && days === 0 ? (from === 'departure' ? 'stay' : 'arrival+0d') : `${from}+${days > 0 ? `${days}d` : `${months}m`}`;
  return years === undefined ? lasts : `${lasts}/${years}y`;
}

/** `30`, `90/180`, `-`. Null when it is none of these. */
export function readStay(text: string): { readonly stayDays: number | null; readonly windowDays: number | null } | null {
  if (text === '-') return { stayDays: null, windowDays: null };
  const match = /^(\d{1,3})(?:\/(\d{1,3}))?$/.exec(text);
  return match && Number(match[1]) > 0 ? { stayDays: Number(match[1]), windowDays: match[2] ? Number(match[2]) : null } : null;
}

export function stayText({ stayDays, windowDays }: Pick<VisaRule, 'stayDays' | 'windowDays'>): string {
  return stayDays === null ? '-' : windowDays === null ? String(stayDays) : `${stayDays}/${windowDays}`;
}

export function isCountryOrGroup(name: string): boolean {
  return /^[A-Z]{2}$/.test(name) || isCountryGroup(name);
}

/** Reads a file of sheets. Throws with every fault and its line: a register that is wrong is not loaded in part. */
export function readRegister(name: string, text: string): RegisterLine[] {
  const faults: string[] = [];
  const lines: RegisterLine[] = [];
  let sheet: Pick<RegisterLine, 'destination' | 'source' | 'checkedOn' | 'recheckDays' | 'passport'> | null = null;
  for (const [index, raw] of text.split('\n').entries()) {
    const line = raw.replace(/#.*$/, '').trimEnd();
    if (line === '') continue;
    const say = (fault: string) => faults.push(`${name}:${index + 1} ${fault}`);
    if (!line.startsWith(' ')) {
      sheet = readSheet(line);
      if (!sheet) say(`is no sheet: ${line}`);
    } else if (sheet) {
      const read = readLine(line.trim());
      if (typeof read === 'string') say(read);
      else lines.push({ ...sheet, ...read, rule: `${sheet.destination}/${read.rule}` });
    }
  }
  if (faults.length > 0) throw new Error(`Register of visa rules:\n${faults.join('\n')}`);
  return lines;
}

function readSheet(line: string) {
  const match = /^(SCHENGEN|[A-Z]{2}) (https:\/\/\S+) (\S+) (\d{1,3})d passport (\S+)$/.exec(line);
  const checkedOn = match && parseCalendarDate(match[3]!);
  const passport = match ? readPassportValidity(match[5]!) : undefined;
  if (!match || !checkedOn || passport === undefined) return null;
  return { destination: match[1]!, source: match[2]!, checkedOn, recheckDays: Number(match[4]), passport };
}

type LineFacts = Omit<RegisterLine, 'destination' | 'source' | 'checkedOn' | 'recheckDays' | 'passport'>;

function readLine(line: string): LineFacts | string {
  const match = /^([a-z0-9]+(?:-[a-z0-9]+)*): (\S+) (\S+) (.*)$/.exec(line);
  if (!match) return `is no line: ${line}`;
  const need = visaNeeds.find((one) => one === match[2]);
  const stay = readStay(match[3]!);
  if (!need || !stay) return `need or stay: ${match[2]} ${match[3]}`;
  const parts = new Map<string, string[]>();
  let part: string[] | null = null;
  for (const word of match[4]!.split(' ')) {
    if (keywords.includes(word)) parts.set(word, (part = []));
    else if (part) part.push(word);
    else return `does not begin with a keyword: ${word}`;
  }
  const wrong: string[] = [];
  const words = (keyword: string) => parts.get(keyword) ?? [];
  const among = <Word extends string>(keyword: string, known: readonly Word[]) =>
    words(keyword).flatMap((word) => known.find((one) => one === word) ?? (wrong.push(word), []));
  const places = (keyword: string) => {
    const list = words(keyword);
    wrong.push(...list.filter((word) => word !== '*' && !isCountryOrGroup(word)));
    return list.filter((word) => word !== '*');
  };
  const day = (keyword: string): CalendarDate | null => {
    const [word] = words(keyword);
    const date = word === undefined ? null : parseCalendarDate(word);
    if (word !== undefined && !date) wrong.push(word);
    return date;
  };
  if (words('for').length === 0) return 'names no passport';
  const purposes = among('purpose', visitPurposes);
  const facts: LineFacts = {
    rule: match[1]!,
    passports: places('for'),
    residences: places('residents'),
    heldVisas: among('visas', honouredVisas),
    purposes: purposes.length > 0 ? purposes : visits,
    need,
    ...stay,
    conditions: among('with', entryConditions),
    validFrom: day('from'),
    validUntil: day('until'),
  };
  return wrong.length > 0 ? `does not know ${wrong.join(', ')}` : facts;
}
