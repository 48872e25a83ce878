import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { interviewRounds } from '../interviews/interview-kinds.ts';
import { optionalStages, pipelineOf } from './pipeline-rules.ts';
import { mostCriteria, mostQuestions, type PostingContent } from './posting-form.ts';

/** What stands in the fields of the editor, by name. */
export type PostingFields = Readonly<Record<string, string>>;

export const wordParts = ['title', 'summary', 'duties', 'needs', 'extras'] as const;
export type WordPart = (typeof wordParts)[number];

const whole = (minor: number | null) => (minor === null ? '' : String(Math.trunc(minor / 100)));

/** A way of one's own begins as the one that is chosen stands. */
function ownWayFields(content: PostingContent): PostingFields {
  const { stages, rounds } = pipelineOf(content);
  return {
    ...Object.fromEntries(optionalStages.map((stage) => [`stage-${stage}`, stages.includes(stage) ? 'yes' : ''])),
    ...Object.fromEntries(
      interviewRounds.flatMap((kind) => {
        const at = rounds.findIndex((round) => round.kind === kind);
        return [
          [`round-${kind}-at`, at < 0 ? '' : String(at + 1)],
          [`round-${kind}-name`, rounds[at]?.name ?? ''],
        ];
      }),
    ),
  };
}

/** A posting as the editor's fields show it. */
export function fieldsOf(content: PostingContent): PostingFields {
  const fields: Record<string, string> = {
    requisition: content.requisitionId ?? '',
    department: content.department,
    place: content.place,
    employment: content.employment,
    remote: content.remote ? 'yes' : '',
    visaSupport: content.visaSupport ? 'yes' : '',
    blind: content.blind ? 'yes' : '',
    ...Object.fromEntries(languageCodes.map((one) => [`works-${one}`, content.languages.includes(one) ? 'yes' : ''])),
    closesOn: content.closesOn,
    salaryLeast: whole(content.salaryLeast),
    salaryMost: whole(content.salaryMost),
    salaryCurrency: content.salaryCurrency ?? '',
    salaryPeriod: content.salaryPeriod ?? '',
  };
  for (const [index, step] of (['look', 'talks', 'offer'] as const).entries())
    fields[`days-${step}`] = String(content.stepDays[index] ?? 5);
  fields['pipeline'] = content.pipeline;
  Object.assign(fields, ownWayFields(content));
  for (const language of languageCodes) {
    const { title, summary, duties, needs, extras = [] } = content.words[language];
    Object.assign(fields, { [`title-${language}`]: title, [`summary-${language}`]: summary });
    for (const [part, lines] of [['duties', duties] as const, ['needs', needs] as const, ['extras', extras] as const])
      fields[`${part}-${language}`] = lines.join('\n');
  }
  for (const [index, { id, kind, required, wanted, words }] of content.questions.entries()) {
    const at = `question-${index}`;
    Object.assign(fields, { [`${at}-id`]: id ?? '', [`${at}-kind`]: kind, [`${at}-required`]: required ? 'yes' : '' });
    fields[`${at}-wanted`] = wanted ?? '';
    for (const language of languageCodes) fields[`${at}-${language}`] = words[language];
  }
  for (const [index, { id, name, weight }] of content.criteria.entries())
    Object.assign(fields, {
      [`criterion-${index}-id`]: id ?? '',
      [`criterion-${index}-name`]: name,
      [`criterion-${index}-weight`]: String(weight),
    });
  return fields;
}

/** The fields of a new posting. */
export const emptyFields: PostingFields = {
  visaSupport: 'yes',
  'works-en': 'yes',
  'days-look': '5',
  'days-talks': '10',
  'days-offer': '5',
  pipeline: 'standard',
  'stage-screening': 'yes',
  'stage-interview': 'yes',
  'round-first-at': '1',
  'round-final-at': '2',
};

/** What was typed, to be shown again beside what is wrong with it. */
export function typedFields(form: FormData): PostingFields {
  return Object.fromEntries([...form].flatMap(([name, value]) => (typeof value === 'string' ? [[name, value.slice(0, 4_000)]] : [])));
}

/** What a language lacks before the posting can be kept: parts of its words, and questions that it does not ask. */
export function missingIn(fields: PostingFields, language: LanguageCode): { readonly parts: WordPart[]; readonly questions: number } {
  const has = (name: string) => (fields[name] ?? '').trim() !== '';
  const asked = Array.from({ length: mostQuestions }, (_, index) => `question-${index}`).filter((at) =>
    languageCodes.some((one) => has(`${at}-${one}`)),
  );
  return {
    parts: wordParts.filter((part) => part !== 'extras' && !has(`${part}-${language}`)),
    questions: asked.filter((at) => !has(`${at}-${language}`)).length,
  };
}

/** The rows that the editor opens: those in use, and one more. */
export function openRows(fields: PostingFields, kind: 'question' | 'criterion'): number {
  const most = kind === 'question' ? mostQuestions : mostCriteria;
  const used = Array.from({ length: most }, (_, index) => index).filter((index) =>
    Object.entries(fields).some(
      ([name, value]) => value !== '' && /-(?:name|en|ar|tl|es|pt)$/.test(name) && name.startsWith(`${kind}-${index}-`),
    ),
  );
  return Math.min(most, (used.at(-1) ?? -1) + 2);
}

/** A day and time typed on the clock of Dubai, in milliseconds; null for what is none. */
export function readPublishAt(typed: unknown): number | null {
  if (typeof typed !== 'string' || !/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(typed)) return null;
  const at = Date.parse(`${typed}:00+04:00`);
  return Number.isFinite(at) ? at : null;
}
