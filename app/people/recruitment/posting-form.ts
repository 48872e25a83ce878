import { addDays, calendarDate, parseCalendarDate } from '#app/values/dates.ts';
import { plainLine, plainText } from '#app/values/plain-text.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { interviewRounds } from '../interviews/interview-kinds.ts';
import { hiringWays, longestRoundName, optionalStages, type HiringWay, type OptionalStage, type Round } from './pipeline-rules.ts';
import {
  departments,
  employments,
  places,
  questionKinds,
  salaryCurrencies,
  salaryPeriods,
  type Department,
  type Employment,
  type JobPlace,
  type QuestionKind,
  type SalaryCurrency,
  type SalaryPeriod,
} from './job-posting-kinds.ts';

export interface PostingText {
  readonly title: string;
  readonly summary: string;
  readonly duties: string[];
  readonly needs: string[];
  readonly extras?: string[] | undefined;
}

/** All that is written of a posting; its state is another matter. */
export interface PostingContent {
  readonly requisitionId: string | null;
  readonly department: Department;
  readonly place: JobPlace;
  readonly employment: Employment;
  readonly remote: boolean;
  readonly languages: LanguageCode[];
  readonly visaSupport: boolean;
  readonly blind: boolean;
  readonly openedOn: string;
  readonly closesOn: string;
  readonly stepDays: number[];
  readonly pipeline: HiringWay;
  readonly ownStages: OptionalStage[];
  readonly ownRounds: Round[];
  /** Minor units of its currency. */
  readonly salaryLeast: number | null;
  readonly salaryMost: number | null;
  readonly salaryCurrency: SalaryCurrency | null;
  readonly salaryPeriod: SalaryPeriod | null;
  readonly words: Readonly<Record<LanguageCode, PostingText>>;
  readonly questions: readonly {
    readonly id?: string | undefined;
    readonly kind: QuestionKind;
    readonly required: boolean;
    readonly wanted: string | null;
    readonly words: Readonly<Record<LanguageCode, string>>;
  }[];
  readonly criteria: readonly { readonly id?: string | undefined; readonly name: string; readonly weight: number }[];
}

export const mostQuestions = 6;
export const mostCriteria = 6;
const mostLines = 10;
/** By field; keys of the catalogue `staff-postings:error.<code>`. */
export type PostingErrors = Readonly<Record<string, string>>;

const lines = (typed: unknown) =>
  plainText(typed, 4_000)
    .split('\n')
    .map((line) =>
      line
        .replace(/^[\s•*-]+/, '')
        .replace(/\s+/g, ' ')
        .trim(),
    )
    .filter((line) => line !== '');

/** Whole units as typed to minor units; null for nothing, undefined for what is no amount. */
function minorOf(typed: unknown): number | null | undefined {
  const text = plainLine(typed, 20).replace(/[\s,]/g, '');
  if (text === '') return null;
  return /^\d{1,8}$/.test(text) ? Number(text) * 100 : undefined;
}

/** The stages and rounds that are typed for a way of one's own; each round has a place of its own, and interviews have one at least. */
function readOwnWay(form: FormData, errors: Record<string, string>): Pick<PostingContent, 'ownStages' | 'ownRounds'> {
  const ownStages = optionalStages.filter((stage) => form.get(`stage-${stage}`) === 'yes');
  if (!ownStages.includes('interview')) return { ownStages, ownRounds: [] };
  const placed = interviewRounds.flatMap((kind) => {
    const place = plainLine(form.get(`round-${kind}-at`), 1);
    const name = plainLine(form.get(`round-${kind}-name`), longestRoundName);
    if (name.length === 1 || name.length > longestRoundName) errors[`round-${kind}-name`] = 'roundName';
    return /^[1-6]$/.test(place) ? [{ place, round: { kind, name: name || null } }] : [];
  });
  if (placed.length === 0 || new Set(placed.map(({ place }) => place)).size < placed.length) errors['rounds'] = 'rounds';
  return { ownStages, ownRounds: placed.toSorted((a, b) => a.place.localeCompare(b.place)).map(({ round }) => round) };
}

/** Days that a draft without a last day is open for. */
const draftDays = 60;

/** What a posting lacks before it can go out in a language, by the names of the editor's fields: the public reads any of them. */
export function lacksOf({ words, questions }: Pick<PostingContent, 'words' | 'questions'>, language: LanguageCode): string[] {
  const text = words[language];
  const lacks = {
    title: text.title.length < 3,
    summary: text.summary.length < 8,
    duties: text.duties.length === 0,
    needs: text.needs.length === 0,
  };
  return [
    ...Object.entries(lacks).flatMap(([part, lacking]) => (lacking ? [`${part}-${language}`] : [])),
    ...questions.flatMap(({ words: labels }, index) => (labels[language].length < 3 ? [`question-${index}-${language}`] : [])),
  ];
}

/**
 * Reads the editor's form. What is out, or will be by the clock, is kept only whole in five languages; a `draft` as far as it is
 * written, once its position has a title in one of them.
 */
export function readPosting(
  form: FormData,
  today: string,
  draft = false,
): { readonly ok: true; readonly value: PostingContent } | { readonly ok: false; readonly errors: PostingErrors } {
  const errors: Record<string, string> = {};
  const chosen = <Value extends string>(name: string, known: readonly Value[]) => known.find((one) => one === form.get(name));
  const department = chosen('department', departments);
  const place = chosen('place', places);
  const employment = chosen('employment', employments);
  if (!department) errors['department'] = 'choose';
  if (!place) errors['place'] = 'choose';
  if (!employment) errors['employment'] = 'choose';
  const typedDay = plainLine(form.get('closesOn'), 10);
  const closesOn = draft && typedDay === '' ? addDays(calendarDate(today), draftDays) : parseCalendarDate(typedDay);
  if (!closesOn || closesOn < today) errors['closesOn'] = 'closes';
  const languages = languageCodes.filter((one) => form.get(`works-${one}`) === 'yes');
  if (languages.length === 0) errors['languages'] = 'languages';
  const [least, most] = [minorOf(form.get('salaryLeast')), minorOf(form.get('salaryMost'))];
  const salaryCurrency = chosen('salaryCurrency', salaryCurrencies) ?? null;
  const salaryPeriod = chosen('salaryPeriod', salaryPeriods) ?? null;
  const told = least !== null || most !== null;
  if (
    least === undefined ||
    most === undefined ||
    (told && (least === null || most === null || most < least || !salaryCurrency || !salaryPeriod))
  )
    errors['salaryLeast'] = 'salary';
  const stepDays = ['look', 'talks', 'offer'].map((step) => Number(plainLine(form.get(`days-${step}`), 3)));
  if (stepDays.some((days) => !Number.isInteger(days) || days < 1 || days > 60)) errors['days-look'] = 'days';
  const pipeline = chosen('pipeline', hiringWays);
  if (!pipeline) errors['pipeline'] = 'choose';
  const own = pipeline === 'own' ? readOwnWay(form, errors) : { ownStages: [], ownRounds: [] };
  const words = {} as Record<LanguageCode, PostingText>;
  for (const language of languageCodes) {
    const text = {
      title: plainLine(form.get(`title-${language}`), 80),
      summary: plainLine(form.get(`summary-${language}`), 300),
      duties: lines(form.get(`duties-${language}`)),
      needs: lines(form.get(`needs-${language}`)),
      extras: lines(form.get(`extras-${language}`)),
    };
    if (text.title.length > 80) errors[`title-${language}`] = 'title';
    if (text.summary.length > 300) errors[`summary-${language}`] = 'summary';
    for (const part of ['duties', 'needs', 'extras'] as const)
      if (text[part].length > mostLines || text[part].some((line) => line.length > 300)) errors[`${part}-${language}`] = 'lines';
    words[language] = text;
  }
  if (draft && languageCodes.every((language) => words[language].title.length < 3)) errors['title-en'] = 'title-once';
  const questions: PostingContent['questions'][number][] = [];
  for (let index = 0; index < mostQuestions; index += 1) {
    const labels = Object.fromEntries(
      languageCodes.map((language) => [language, plainLine(form.get(`question-${index}-${language}`), 200)]),
    ) as Record<LanguageCode, string>;
    if (languageCodes.every((language) => labels[language] === '')) continue;
    const kind = chosen(`question-${index}-kind`, questionKinds) ?? 'yes-no';
    const typed = plainLine(form.get(`question-${index}-wanted`), 4);
    const wanted = kind === 'text' || typed === '' ? null : typed;
    if (languageCodes.some((language) => labels[language].length > 200) || (draft && languageCodes.every((one) => labels[one].length < 3)))
      errors[`question-${index}-en`] = 'question';
    else if (wanted !== null && !(kind === 'yes-no' ? /^(?:yes|no)$/ : /^\d{1,4}$/).test(wanted))
      errors[`question-${index}-wanted`] = 'wanted';
    const id = plainLine(form.get(`question-${index}-id`), 60);
    const required = form.get(`question-${index}-required`) === 'yes';
    questions.push({ ...(/^[\w-]{6,60}$/.test(id) && { id }), kind, required, wanted, words: labels });
  }
  const criteria: PostingContent['criteria'][number][] = [];
  for (let index = 0; index < mostCriteria; index += 1) {
    const name = plainLine(form.get(`criterion-${index}-name`), 120);
    if (name === '') continue;
    const weight = Number(plainLine(form.get(`criterion-${index}-weight`), 1));
    if (!Number.isInteger(weight) || weight < 1 || weight > 5) errors[`criterion-${index}-name`] = 'weight';
    const id = plainLine(form.get(`criterion-${index}-id`), 60);
    criteria.push({ ...(/^[\w-]{6,60}$/.test(id) && { id }), name, weight });
  }
  if (!draft)
    for (const name of languageCodes.flatMap((language) => lacksOf({ words, questions }, language))) {
      const [stem = '', index] = name.split('-');
      if (stem === 'question') errors[`question-${index}-en`] = 'question';
      else errors[name] ??= stem === 'title' || stem === 'summary' ? stem : 'lines';
    }
  if (Object.keys(errors).length > 0 || !department || !place || !employment || !pipeline || !closesOn) return { ok: false, errors };
  const requisition = plainLine(form.get('requisition'), 60);
  return {
    ok: true,
    value: {
      requisitionId: requisition === '' ? null : requisition,
      department,
      place,
      employment,
      remote: form.get('remote') === 'yes',
      languages,
      visaSupport: form.get('visaSupport') === 'yes',
      blind: form.get('blind') === 'yes',
      openedOn: today,
      closesOn,
      stepDays,
      pipeline,
      ...own,
      salaryLeast: told ? (least as number) : null,
      salaryMost: told ? (most as number) : null,
      salaryCurrency: told ? salaryCurrency : null,
      salaryPeriod: told ? salaryPeriod : null,
      words,
      questions,
      criteria,
    },
  };
}
