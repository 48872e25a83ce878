import { parseCalendarDate, type CalendarDate } from '#app/values/dates.ts';
import { isCountryOrGroup, readPassportValidity, readStay } from './read-register.ts';
import { entryConditions, honouredVisas, visaNeeds, visitPurposes } from './requirement.ts';
import type { EditionFacts } from './visa-rules-store.server.ts';

export type RuleField =
  | 'need'
  | 'stay'
  | 'passport'
  | 'passports'
  | 'residences'
  | 'purposes'
  | 'validFrom'
  | 'validUntil'
  | 'source'
  | 'checkedOn'
  | 'recheckDays';

type FormFacts = Omit<EditionFacts, 'rule' | 'destination'>;

/** Reads the desk's form for an edition and names every field that is wrong; the facts are null while one is. */
export function readRuleForm(
  form: { get(name: string): unknown; getAll(name: string): unknown[] },
  today: CalendarDate,
): { readonly facts: FormFacts | null; readonly wrong: readonly RuleField[] } {
  const wrong: RuleField[] = [];
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const places = (name: 'passports' | 'residences') => {
    const list = [
      ...new Set(
        text(name)
          .toUpperCase()
          .split(/[\s,]+/)
          .filter((word) => word !== '' && word !== '*'),
      ),
    ];
    if (!list.every(isCountryOrGroup) || list.length > 250) wrong.push(name);
    return list;
  };
  const among = <Word extends string>(name: string, known: readonly Word[]) => known.filter((word) => form.getAll(name).includes(word));
  const day = (name: 'validFrom' | 'validUntil') => {
    const date = parseCalendarDate(text(name));
    if (text(name) !== '' && !date) wrong.push(name);
    return date;
  };
  const need = visaNeeds.find((one) => one === text('need'));
  if (!need) wrong.push('need');
  const stay = readStay(text('stay') || '-');
  if (!stay) wrong.push('stay');
  const passport = text('passport') || '?';
  if (readPassportValidity(passport) === undefined) wrong.push('passport');
  const [passports, residences] = [places('passports'), places('residences')];
  const purposes = among('purposes', visitPurposes);
  if (purposes.length === 0) wrong.push('purposes');
  const [validFrom, validUntil] = [day('validFrom'), day('validUntil')];
  if (validFrom && validUntil && validUntil < validFrom) wrong.push('validUntil');
  const source = text('source');
  if (!isHttps(source)) wrong.push('source');
  const checkedOn = parseCalendarDate(text('checkedOn'));
  // Nobody has read tomorrow's page.
  if (!checkedOn || checkedOn > today) wrong.push('checkedOn');
  const recheckDays = Number(text('recheckDays'));
  if (!Number.isInteger(recheckDays) || recheckDays < 1 || recheckDays > 400) wrong.push('recheckDays');
  if (wrong.length > 0 || !need || !stay || !checkedOn) return { facts: null, wrong };
  const lists = {
    passports,
    residences,
    heldVisas: among('heldVisas', honouredVisas),
    purposes,
    conditions: among('conditions', entryConditions),
  };
  return {
    facts: { ...lists, need, ...stay, passport, validFrom, validUntil, source, checkedOn, recheckDays, note: text('note').slice(0, 500) },
    wrong,
  };
}

function isHttps(text: string): boolean {
  try {
    const url = new URL(text);
    return url.protocol === 'https:' && url.host.includes('.') && text.length <= 300;
  } catch {
    return false;
  }
}
