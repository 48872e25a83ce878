import { addDays, addMonths, dayNumber, type CalendarDate } from '#app/values/dates.ts';
import { nearness, sheetOf } from './passport-groups.ts';
import type { EasierWay, PassportValidity, TripAnswer, TripQuestion, VisaAnswer, VisaNeed, VisaRule, VisitPurpose } from './requirement.ts';

/** From the least trouble to the most. Not knowing is worse than any visa, and better than being sent back. */
const trouble: Readonly<Record<VisaNeed, number>> = {
  'not-needed': 0,
  eta: 1,
  'on-arrival': 2,
  'e-visa': 3,
  'sticker-visa': 4,
  unknown: 5,
  'not-admitted': 6,
};

/** The last day on which a line counts as fresh. */
export function dueOn(rule: Pick<VisaRule, 'checkedOn' | 'recheckDays'>): CalendarDate {
  return addDays(rule.checkedOn, rule.recheckDays);
}

export function isStale(rule: Pick<VisaRule, 'checkedOn' | 'recheckDays'>, today: CalendarDate): boolean {
  return dueOn(rule) < today;
}

/** The last day a passport has to reach; null when the days of the trip that it is reckoned from are not known. */
export function passportUntil(validity: PassportValidity, arrives: CalendarDate | null, leaves: CalendarDate | null): CalendarDate | null {
  const base = validity.from === 'arrival' ? arrives : leaves;
  return base && addDays(addMonths(base, validity.months), validity.days);
}

/** The first day on which a passport may have been issued; null where its age does not matter or the day of arrival is not known. */
export function passportIssuedFrom({ issuedWithinYears }: PassportValidity, arrives: CalendarDate | null): CalendarDate | null {
  return issuedWithinYears === undefined || !arrives ? null : addMonths(arrives, -12 * issuedWithinYears);
}

/** Days in the country, those of arrival and of leaving included: that is how most countries count. */
export function daysOfStay(arrives: CalendarDate, leaves: CalendarDate): number {
  return dayNumber(leaves) - dayNumber(arrives) + 1;
}

/**
 * Answers a trip from the verified lines of the register. The line that names the passport most closely gives the
 * answer, and a line for residents or for holders of another visa may ease it. A stale line stays the answer, marked
 * as stale; where nothing is known the answer is `unknown`.
 */
export function answerTrip(rules: readonly VisaRule[], question: TripQuestion, today: CalendarDate): TripAnswer {
  const best = bestOf(
    question.passports.map((passport) => answerFor(rules, question, passport, question.destination, question.purpose, today)),
  );
  const enters = (question.enters ?? []).filter((country) => sheetOf(country) !== sheetOf(question.destination));
  const passing = { ...question, arrives: null, leaves: null };
  const entries = enters.map((country) =>
    bestOf(question.passports.map((passport) => answerFor(rules, passing, passport, country, 'tourism', today))),
  );
  const transits = question.via
    .filter((country) => country !== question.destination && !enters.includes(country))
    .map((country) => bestOf(question.passports.map((passport) => answerTransit(rules, question, passport, country, today))));
  return {
    ...best,
    transits,
    entries,
    easier: easierWays(rules, question, best, today),
    sells: best.basis === 'register' && !best.isStale && best.need !== 'unknown',
  };
}

/** Airside the airport's own line counts; without one, whoever may walk in without a visa may also pass through. */
function answerTransit(
  rules: readonly VisaRule[],
  question: TripQuestion,
  passport: string,
  country: string,
  today: CalendarDate,
): VisaAnswer {
  const passing = { ...question, arrives: null, leaves: null };
  const own = answerFor(rules, passing, passport, country, 'transit', today);
  if (own.need !== 'unknown' || own.rule) return own;
  const visit = answerFor(rules, passing, passport, country, 'tourism', today);
  return visit.need === 'not-needed' ? visit : own;
}

function answerFor(
  rules: readonly VisaRule[],
  question: TripQuestion,
  passport: string,
  destination: string,
  purpose: VisitPurpose,
  today: CalendarDate,
): VisaAnswer {
  const home = { destination, passport, rule: null, isStale: false, dueOn: null, stayFits: true, passportUntil: null, passportLasts: null };
  if (passport === destination) return { ...home, need: 'not-needed', basis: 'own-country' };
  if (question.residence === destination) return { ...home, need: 'not-needed', basis: 'own-residence' };
  const open = rules.filter(
    (rule) =>
      rule.destination === sheetOf(destination) &&
      rule.purposes.includes(purpose) &&
      nearness(rule.passports, passport) !== null &&
      isOpenOn(rule, question.arrives ?? today),
  );
  const [base] = open
    .filter((rule) => !isPrivilege(rule))
    .sort((one, other) => nearness(other.passports, passport)! - nearness(one.passports, passport)!);
  const judged = (rule: VisaRule) => judge(rule, question, passport, destination, today);
  const usual: VisaAnswer = base ? judged(base) : { ...home, need: 'unknown', basis: 'none', stayFits: null };
  if (usual.need === 'not-admitted') return usual;
  const eased = open.filter((rule) => isPrivilege(rule) && isHeld(rule, question)).map(judged);
  // A stale privilege does not better a fresh answer.
  return bestOf([usual, ...eased.filter((answer) => !answer.isStale || usual.isStale || usual.need === 'unknown')]);
}

const isPrivilege = (rule: VisaRule) => rule.residences.length > 0 || rule.heldVisas.length > 0;

function isHeld(rule: VisaRule, question: Pick<TripQuestion, 'residence' | 'heldVisas'>): boolean {
  const lives = rule.residences.length === 0 || (question.residence !== null && nearness(rule.residences, question.residence) !== null);
  return lives && (rule.heldVisas.length === 0 || rule.heldVisas.some((visa) => question.heldVisas.includes(visa)));
}

function isOpenOn(rule: VisaRule, day: CalendarDate): boolean {
  return (rule.validFrom === null || rule.validFrom <= day) && (rule.validUntil === null || day <= rule.validUntil);
}

function judge(rule: VisaRule, question: TripQuestion, passport: string, destination: string, today: CalendarDate): VisaAnswer {
  const { arrives, leaves, passportExpires } = question;
  const until = rule.passport && passportUntil(rule.passport, arrives, leaves ?? arrives);
  return {
    destination,
    need: rule.need,
    basis: 'register',
    passport,
    rule,
    isStale: isStale(rule, today),
    dueOn: dueOn(rule),
    stayFits: rule.stayDays === null || !arrives || !leaves ? null : daysOfStay(arrives, leaves) <= rule.stayDays,
    passportUntil: until,
    passportLasts: until && passportExpires ? passportExpires >= until : null,
  };
}

/** Fresh before stale, a stay that fits before one that does not, then the least trouble, then the longest stay. */
function bestOf(answers: readonly VisaAnswer[]): VisaAnswer {
  const rank = (answer: VisaAnswer) => [
    answer.need === 'not-admitted' || answer.need === 'unknown' ? 1 : 0,
    answer.isStale ? 1 : 0,
    answer.stayFits === false ? 1 : 0,
    trouble[answer.need],
    -(answer.rule?.stayDays ?? (answer.basis === 'register' ? 0 : 1000)),
  ];
  return [...answers].sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    const at = a.findIndex((value, index) => value !== b[index]);
    return at < 0 ? 0 : a[at]! - b[at]!;
  })[0]!;
}

/** Lines for holders of something that was not named, where they would be less trouble than the answer. */
function easierWays(rules: readonly VisaRule[], question: TripQuestion, answer: VisaAnswer, today: CalendarDate): EasierWay[] {
  if (answer.basis !== 'register' && answer.basis !== 'none') return [];
  if (answer.need === 'not-admitted') return [];
  return rules
    .filter(
      (rule) =>
        rule.destination === sheetOf(question.destination) &&
        isPrivilege(rule) &&
        rule.purposes.includes(question.purpose) &&
        question.passports.some((passport) => nearness(rule.passports, passport) !== null) &&
        isOpenOn(rule, question.arrives ?? today) &&
        !isStale(rule, today) &&
        !isHeld(rule, question) &&
        // Whoever told where they live does not live elsewhere.
        (rule.residences.length === 0 || question.residence === null || nearness(rule.residences, question.residence) !== null) &&
        trouble[rule.need] < trouble[answer.need],
    )
    .map(({ heldVisas, residences, need, stayDays }) => ({ heldVisas, residences, need, stayDays }));
}
