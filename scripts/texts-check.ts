import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';

/** Catalogues by language and name, as parsed JSON. */
export type Catalogues = Readonly<Partial<Record<LanguageCode, Readonly<Record<string, unknown>>>>>;

const pluralForms = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;
/** The forms that numbers on our pages reach. Spanish and Portuguese use `many` from a million on. */
const neededForms: Readonly<Record<LanguageCode, readonly string[]>> = {
  en: ['one', 'other'],
  ar: pluralForms,
  tl: ['one', 'other'],
  es: ['one', 'other'],
  pt: ['one', 'other'],
};

/** Words that a language writes as English does: proper names, units, and loanwords people really use. Kept short. */
const everywhere =
  'rihla abu dhabi dubai sharjah ajman umm al quwain ras khaimah fujairah eid star alliance oneworld skyteam kg min h co pnr pdf vat trn iata ok aed dd kosher'.split(
    ' ',
  );
const alike: Readonly<Record<Exclude<LanguageCode, 'en'>, readonly string[]>> = {
  ar: [],
  tl: 'e visa tour menu account blog password euro email business economy premium first cabin flight adult terminal fee light value flex dashboard loyalty analytics marketing recruiter auditor vegan canada australia japan saudi arabia online'.split(
    ' ',
  ),
  es: 'asia australia blog legal euro total no terminal light value flex marketing business'.split(' '),
  pt: 'menu blog euro e mail total terminal light value flex marketing'.split(' '),
};

/** Catalogues of names of cities and landmarks, of which many are called alike in Latin letters. */
const ofNames: ReadonlySet<string> = new Set(['zones', 'staff-posters']);

function mayStayEnglish(value: string, language: Exclude<LanguageCode, 'en'>): boolean {
  const words =
    value
      .replace(/\{\{[^}]*\}\}/g, ' ')
      .toLowerCase()
      .match(/\p{L}{2,}/gu) ?? [];
  return words.every((word) => everywhere.includes(word) || alike[language].includes(word));
}

interface Entry {
  readonly value: string;
  readonly variables: string;
}

function flatten(tree: unknown, path: string, into: Map<string, Entry>): Map<string, Entry> {
  if (typeof tree === 'string') {
    const variables = [...new Set([...tree.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]!))].sort().join(',');
    into.set(path, { value: tree, variables });
  } else if (tree && typeof tree === 'object') {
    for (const [key, value] of Object.entries(tree)) flatten(value, path ? `${path}.${key}` : key, into);
  }
  return into;
}

const formOf = (key: string): { base: string; form: string } | null => {
  const match = /^(.*)_(zero|one|two|few|many|other)$/.exec(key);
  return match ? { base: match[1]!, form: match[2]! } : null;
};

/** What is wrong with the catalogues, one sentence each; nothing when every language is complete. */
export function textFaults(catalogues: Catalogues): string[] {
  const faults: string[] = [];
  const names = [...new Set(languageCodes.flatMap((language) => Object.keys(catalogues[language] ?? {})))].sort();
  for (const name of names) {
    const english = flatten(catalogues.en?.[name] ?? {}, '', new Map());
    // A key is a plural when English has its `_other` form.
    const plurals = new Set([...english.keys()].flatMap((key) => (formOf(key)?.form === 'other' ? [formOf(key)!.base] : [])));
    const isPlural = (key: string) => plurals.has(formOf(key)?.base ?? '');
    for (const language of languageCodes) {
      const tree = catalogues[language]?.[name];
      const say = (fault: string) => faults.push(`${language}/${name}: ${fault}`);
      if (!tree) {
        say('there is no such catalogue');
        continue;
      }
      const entries = flatten(tree, '', new Map());
      for (const base of plurals) {
        for (const form of neededForms[language]) if (!entries.has(`${base}_${form}`)) say(`${base} has no form for "${form}"`);
      }
      for (const [key, { variables }] of english) {
        if (isPlural(key)) continue;
        const other = entries.get(key);
        if (!other) say(`${key} is missing`);
        else if (other.variables !== variables) say(`${key} has the variables "${other.variables}", English has "${variables}"`);
      }
      for (const [key, { value, variables }] of entries) {
        if (value === '' || (/\p{L}|^\s+$/u.test(value) && value !== value.trim())) say(`${key} is empty or has a blank at an end`);
        if (isPlural(key)) {
          const allowed = english.get(`${formOf(key)!.base}_other`)!.variables.split(',');
          if (variables !== '' && !variables.split(',').every((variable) => allowed.includes(variable)))
            say(`${key} has a variable that English has not`);
        } else if (!english.has(key)) say(`${key} is not in English`);
        if (
          language !== 'en' &&
          value === english.get(key)?.value &&
          !mayStayEnglish(value, language) &&
          !(ofNames.has(name) && language !== 'ar')
        )
          say(`${key} is still English: "${value}"`);
      }
    }
  }
  return faults;
}

export function readCatalogues(folder: string): Catalogues {
  const read = (language: string) =>
    Object.fromEntries(
      readdirSync(join(folder, language)).map((file) => [
        file.replace(/\.json$/, ''),
        JSON.parse(readFileSync(join(folder, language, file), 'utf8')),
      ]),
    );
  return Object.fromEntries(languageCodes.map((language) => [language, read(language)]));
}

if (import.meta.main) {
  const faults = textFaults(readCatalogues('app/catalogues'));
  for (const fault of faults) console.log(fault);
  console.log(faults.length === 0 ? 'All five languages are complete.' : `${faults.length} faults.`);
  if (faults.length > 0) process.exitCode = 1;
}
