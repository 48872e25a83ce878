import { expect, test } from 'vitest';
import { tellEquality, type EqualityCount } from './equality-rules.ts';

const told = (counts: readonly EqualityCount[]) =>
  Object.fromEntries(tellEquality(counts).map(({ question, people, rows }) => [question, [people, ...rows.map((row) => row.people)]]));
const disability = (yes: number, no: number, notSaid: number): EqualityCount[] => [
  { question: 'disability', answer: 'yes', people: yes },
  { question: 'disability', answer: 'no', people: no },
  { question: 'disability', answer: 'not-said', people: notSaid },
];

test('groups of five and more are told with their share, months added up', () => {
  const counts = [...disability(5, 30, 10), ...disability(1, 4, 0)];
  expect(told(counts)['disability']).toEqual([50, 6, 34, 10]);
  expect(
    tellEquality(counts)
      .find(({ question }) => question === 'disability')!
      .rows.map(({ percent }) => percent),
  ).toEqual([12, 68, 20]);
});

test('of a question that few answered nothing is told, not even how few', () => {
  expect(told(disability(5, 9, 5))['disability']).toEqual([null, null, null, null]);
  expect(told([])['gender']).toEqual([null, null, null, null, null]);
});

test('one small group takes the next smallest with it, so that no subtraction brings it back', () => {
  expect(told(disability(2, 30, 8))['disability']).toEqual([40, null, 30, null]);
  expect(told(disability(0, 30, 30))['disability']!.filter((one) => one === null)).toHaveLength(2);
});

test('groups that are small together take larger ones with them, so that their sum says nothing of one of them', () => {
  expect(told(disability(30, 1, 0))['disability']).toEqual([31, null, null, null]);
  expect(told(disability(0, 30, 5))['disability']).toEqual([35, null, null, null]);
  expect(told(disability(1, 5, 30))['disability']).toEqual([36, null, null, null]);
  expect(told(disability(3, 30, 4))['disability']).toEqual([37, null, null, null]);
  expect(told(disability(4, 30, 6))['disability']).toEqual([40, null, 30, null]);
});
