import { expect, it } from 'vitest';
import { choosePapers, mostEvidenceBytes, type HousePaper } from './evidence-papers-rules.ts';

const paper = (name: string, about: HousePaper['about'], bytes = 1_000, type = 'application/pdf'): HousePaper => ({
  name,
  about,
  type,
  content: new Uint8Array(bytes),
});
const slots = (papers: readonly HousePaper[]) => choosePapers(papers).map(({ slot, name }) => [slot, name]);

it('an invoice is the receipt, a ticket what was delivered, and one more of either anything else', () => {
  expect(slots([paper('i1', 'charge'), paper('i2', 'charge'), paper('t1', 'service'), paper('t2', 'service')])).toEqual([
    ['receipt', 'i1'],
    ['other', 'i2'],
    ['service', 't1'],
  ]);
  expect(slots([paper('t1', 'service', 10, 'image/jpeg'), paper('t2', 'service', 10, 'image/png')])).toEqual([
    ['service', 't1'],
    ['other', 't2'],
  ]);
});

it('what no bank reads, what is empty and what is too large stays behind, and makes room for the next', () => {
  expect(slots([paper('c', 'service', 10, 'text/calendar'), paper('e', 'charge', 0), paper('t', 'service')])).toEqual([['service', 't']]);
  const half = Math.ceil(mostEvidenceBytes / 2) + 1;
  expect(slots([paper('i', 'charge', half), paper('t1', 'service', half), paper('t2', 'service', 5)])).toEqual([
    ['receipt', 'i'],
    ['service', 't2'],
  ]);
  expect(slots([paper('i', 'charge', mostEvidenceBytes + 1)])).toEqual([]);
});
