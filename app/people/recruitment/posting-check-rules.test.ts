import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { checkPosting, findingKey, newFindings, type CheckedPosting } from './posting-check-rules.ts';

const pay = { salaryLeast: 900_000, salaryMost: 1_200_000 };
const said = (language: LanguageCode, summary: string) =>
  checkPosting({ ...pay, words: { [language]: { title: '', summary, duties: [], needs: [] } }, questions: [] });
const keys = (language: LanguageCode, summary: string) => said(language, summary).map(findingKey);

describe('the check of a posting', () => {
  it.each([
    [
      'en',
      'A young salesman; he or she is a native speaker, unmarried.',
      ['gender:en:salesman', 'gender:en:he or she', 'age:en:young', 'origin:en:native speaker', 'family:en:unmarried'],
    ],
    ['en', 'Not older than 35', ['age:en:not older than 35']],
    [
      'ar',
      'مطلوب شابّة حسنة المظهر، والحالة الاجتماعية عزباء',
      ['gender:ar:حسنة المظهر', 'age:ar:شابة', 'family:ar:والحالة الاجتماعية', 'family:ar:عزباء'],
    ],
    ['es', 'Señorita JOVEN, menor de 30, soltera', ['gender:es:señorita', 'age:es:joven', 'age:es:menor de 30', 'family:es:soltera']],
    [
      'pt',
      'Moça de boa aparência, até 28 anos, nativa',
      ['gender:pt:moça', 'gender:pt:boa aparência', 'age:pt:até 28 anos', 'origin:pt:nativa'],
    ],
    ['tl', 'Dalaga, walang anak, hindi lalampas sa 25', ['gender:tl:dalaga', 'age:tl:hindi lalampas sa 25', 'family:tl:walang anak']],
  ] as const)('finds words about sex, age, origin and family (%s: %s)', (language, summary, expected) => {
    expect(keys(language, summary)).toEqual(expected);
  });

  it('takes no part of a word for the word, and no word of one language for one of another', () => {
    expect(keys('en', 'The theme of the chairmanship: younger systems, other mentors, a manual of herbs.')).toEqual([]);
    expect(keys('es', 'Rejuvenecer la imagen; he visto a young team')).toEqual([]);
  });

  it('names a word once in a language and says what could stand there instead', () => {
    expect(said('en', 'Manpower, MANPOWER and more manpower')).toEqual([
      { kind: 'gender', language: 'en', word: 'Manpower', instead: 'staff' },
    ]);
  });

  it('looks at every part that applicants read, the questions too', () => {
    const words = { en: { title: 'Foreman', summary: '', duties: ['Lead the guys'], needs: ['A mother tongue'], extras: ['For ladies'] } };
    const questions = [{ words: { en: 'Are you married?' } }];
    expect(checkPosting({ ...pay, words, questions }).map(({ word }) => word)).toEqual([
      'Foreman',
      'guys',
      'ladies',
      'mother tongue',
      'married',
    ]);
  });

  it('asks for a range of pay that says something', () => {
    const posting = { words: {}, questions: [] };
    expect(checkPosting({ ...posting, salaryLeast: null, salaryMost: null }).map(findingKey)).toEqual(['pay-missing']);
    expect(checkPosting({ ...posting, salaryLeast: 100, salaryMost: 201 }).map(findingKey)).toEqual(['pay-wide']);
    expect(checkPosting({ ...posting, salaryLeast: 100, salaryMost: 200 })).toEqual([]);
  });

  it('tells what is new from what was there before', () => {
    const before = said('en', 'A young team');
    expect(newFindings(before, said('en', 'A YOUNG team of guys')).map(findingKey)).toEqual(['gender:en:guys']);
  });

  it('finds nothing in the words of the house’s own openings, in any language', () => {
    const folder = new URL('../../../seeds/jobs/', import.meta.url);
    for (const file of readdirSync(folder)) {
      const { words } = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Pick<CheckedPosting, 'words'>;
      expect(Object.keys(words).toSorted(), file).toEqual([...languageCodes].toSorted());
      expect(checkPosting({ ...pay, words, questions: [] }).map(findingKey), file).toEqual([]);
    }
  });
});
