import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import {
  correctable,
  correctionClosed,
  correctionCloses,
  feeOf,
  feeOfAll,
  isUsedUp,
  judgeFromFirst,
  judgeNames,
  offerEnds,
  type Named,
} from './name-correction-rules.ts';
import { correctionMachine, correctionStates } from './name-correction-status.ts';
import { nextDeparture } from '../change/change-rules.ts';
import { anOffer } from '../offer-testing.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';

const named = (surname: string, givenNames: string, more: Partial<Named> = {}): Named => ({
  title: 'MS',
  surname,
  givenNames,
  singleName: false,
  ...more,
});
const layla = named('HADDAD', 'LAYLA');

describe('a name that is to be written otherwise (rule 10)', () => {
  it.each([
    ['one letter too few', named('HADAD', 'LAYLA'), { kind: 'spelling', letters: 1, paper: false }],
    ['two letters that changed places', named('HADDAD', 'LALYA'), { kind: 'spelling', letters: 1, paper: false }],
    ['three letters in two parts', named('HADDADI', 'LEILA'), { kind: 'spelling', letters: 3, paper: true }],
    ['a space, which is no letter', named('HAD DAD', 'LAYLA'), { kind: 'spelling', letters: 0, paper: false }],
    ['both parts in each other’s place', named('LAYLA', 'HADDAD'), { kind: 'order', letters: 0, paper: false }],
    ['a second given name', named('HADDAD', 'LAYLA NOOR'), { kind: 'completed', letters: 4, paper: false }],
    ['another title alone', named('HADDAD', 'LAYLA', { title: 'MRS' }), { kind: 'title', letters: 0, paper: false }],
    ['another family name', named('KHOURY', 'LAYLA'), { kind: 'family-name', letters: 6, paper: true }],
  ] as const)('is the same person with %s', (_, wanted, judged) => {
    expect(judgeNames(layla, wanted)).toEqual(judged);
  });

  it.each([
    ['another given name in the family', named('HADDAD', 'LINA')],
    ['nothing of the name left', named('KHOURY', 'SAMIR')],
    ['more letters than a slip of the pen has', named('HADDAD', 'JAMILA')],
    ['a short name of which nothing stays', named('HADDAD', 'LI')],
  ] as const)('is another person with %s', (_, wanted) => {
    expect(judgeNames(layla, wanted)).toBe('another-person');
  });

  it('few letters of a short name are many', () => {
    expect(judgeNames(named('WU', 'LI'), named('WU', 'AN'))).toBe('another-person');
    expect(judgeNames(named('WU', 'LI'), named('WOO', 'LI'))).toEqual({ kind: 'family-name', letters: 2, paper: true });
  });

  it('is no correction when it stands there already', () => {
    expect(judgeNames(layla, { ...layla })).toBe('same-name');
  });

  it('of a passport with a single name is completed, and reads no given names that it has not', () => {
    const single = named('AMINA', '', { singleName: true });
    expect(judgeNames(single, named('KHAN', 'AMINA'))).toEqual({ kind: 'completed', letters: 4, paper: false });
    expect(judgeNames(single, named('AMINAH', '', { singleName: true }))).toEqual({ kind: 'spelling', letters: 1, paper: false });
    expect(judgeNames(single, named('ZAINAB', '', { singleName: true }))).toBe('another-person');
  });

  it('is shown by a paper where letters alone do not say that it is the same person', () => {
    const paper = (from: Named, wanted: Named) => {
      const judged = judgeNames(from, wanted);
      return typeof judged === 'string' ? judged : judged.paper;
    };
    expect(paper(named('KHAN', 'AMIR', { title: 'MR' }), named('KHAN', 'AMNA'))).toBe(true);
    expect(paper(named('ALI', 'OMAR'), named('ALI', 'AMAL'))).toBe(true);
    expect(paper(named('SMITH', 'ANNA'), named('SMITH', 'ANNA MARIA LUISA DEL CARMEN'))).toBe(true);
    expect(paper(named('SMITH', 'JOHN'), named('SMITH', 'JOHN MARK'))).toBe(false);
  });

  it('is judged by what it was sold under too, so that small steps lead to nobody else', () => {
    const john = named('SMITH', 'JOHN');
    const both = named('SMITH LOPEZ', 'JOHN MARIA');
    expect(judgeFromFirst(null, john, both)).toMatchObject({ kind: 'completed' });
    expect(judgeFromFirst(john, both, named('LOPEZ', 'MARIA'))).toBe('another-person');
    expect(judgeFromFirst(named('KHAN', 'ALI'), named('ALI', 'HUSSAIN'), named('HUSSAIN', 'OMAR'))).toBe('another-person');
    expect(judgeFromFirst(john, both, john)).toMatchObject({ kind: 'completed' });
    // Of two judgements the graver one holds, and letters add up.
    expect(judgeFromFirst(named('HADAD', 'LAYLA'), named('HADDAD', 'LAYLA'), named('HADDADI', 'LAYLA'))).toEqual({
      kind: 'spelling',
      letters: 2,
      paper: false,
    });
  });
});

describe('what airlines take for it', () => {
  const [etihad, flydubai, emirates] = ['EY', 'FZ', 'EK'].map((code) => nameRulesOf(code).correction);

  it('is nothing up to the letters that one names, and its fee in dirhams above them', () => {
    expect(feeOf({ kind: 'spelling', letters: 3 }, flydubai!)).toBe(0);
    expect(feeOf({ kind: 'completed', letters: 4 }, flydubai!)).toBe(36_725);
    expect(feeOf({ kind: 'order', letters: 0 }, flydubai!)).toBe(36_725);
  });

  it('is its fee from the first letter where one names none, but for a title', () => {
    expect(feeOf({ kind: 'spelling', letters: 1 }, etihad!)).toBe(36_725);
    expect(feeOf({ kind: 'title', letters: 0 }, etihad!)).toBe(0);
  });

  it('is taken as it is where it is in dirhams', () => {
    expect(feeOf({ kind: 'spelling', letters: 1 }, { freeLetters: 0, fee: money(20_000, 'AED'), once: false })).toBe(20_000);
  });

  it('is not known where one has not said, and of several all of them together', () => {
    expect(emirates).toBeNull();
    expect(feeOf({ kind: 'spelling', letters: 1 }, emirates!)).toBeNull();
    expect(feeOfAll({ kind: 'spelling', letters: 1 }, [etihad!, flydubai!])).toBe(36_725);
    expect(feeOfAll({ kind: 'completed', letters: 5 }, [etihad!, flydubai!])).toBe(73_450);
    expect(feeOfAll({ kind: 'spelling', letters: 1 }, [etihad!, emirates!])).toBeNull();
  });

  it('is not to be had a second time of one that corrects a name once', () => {
    const contracts = [
      { position: 0, rule: etihad! },
      { position: 1, rule: flydubai! },
    ];
    const done = (written: number[], kind: 'title' | 'spelling' = 'spelling') => [{ kind, written }];
    expect(isUsedUp(contracts, [])).toBe(false);
    expect([isUsedUp(contracts, done([0])), isUsedUp(contracts, done([1])), isUsedUp(contracts, done([0], 'title'))]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('when a name can be corrected', () => {
  const offer = anOffer();
  const departs = Date.parse(offer.slices[0]!.segments[0]!.departs.utc);
  const contracts = [{ position: 0, offer }];
  const before = (minutes: number) => instant(departs - minutes * 60_000);

  it('is with tickets until two hours before the first flight, and before tickets too', () => {
    expect(correctionClosed('ticketed', contracts, before(120))).toBeNull();
    expect(correctionClosed('held', contracts, before(120))).toBeNull();
    expect(correctionClosed('ticketed', contracts, before(119))).toBe('too-late');
    expect(correctionCloses(contracts)).toBe(before(120));
  });

  it('is not while something else of the flights is under way, nor once they are over', () => {
    for (const status of ['change_quoted', 'change_pending', 'schedule_change_pending', 'cancel_quoted', 'stuck'])
      expect(correctionClosed(status, contracts, before(500)), status).toBe('under-way');
    for (const status of ['paid', 'expired', 'cancelled', 'flown', 'voided'])
      expect(correctionClosed(status, contracts, before(500)), status).toBe('not-now');
  });

  it('is of those tickets alone whose journey has not begun', () => {
    const later = { ...offer, slices: offer.slices.map((slice) => ({ ...slice, segments: slice.segments.map(byDays(9)) })) };
    const both = [...contracts, { position: 1, offer: later }];
    expect(correctable(both, before(-60)).map(({ position }) => position)).toEqual([1]);
    expect(correctionClosed('ticketed', both, before(-60))).toBeNull();
  });

  it('ends an offer of the desk after three days, and no later than the airline writes names', () => {
    const now = before(10_000);
    expect(offerEnds(before(120), now)).toBe(now + 3 * 86_400_000);
    expect(offerEnds(before(9_990), now)).toBe(before(9_990));
  });

  it('has the next departure of a journey that has begun for what is still to be flown', () => {
    const back = offer.slices[0]!.segments.map(byDays(7));
    const journey = { slices: [offer.slices[0]!, { ...offer.slices[0]!, segments: back }] };
    expect(nextDeparture(journey, before(1))).toBe(departs);
    expect(nextDeparture(journey, before(0))).toBe(Date.parse(back[0]!.departs.utc));
    expect(nextDeparture(journey, instant(Date.parse(back[0]!.departs.utc)))).toBeNull();
  });

  function byDays(days: number) {
    return (segment: (typeof offer.slices)[number]['segments'][number]) => {
      const move = (at: typeof segment.departs) => ({ ...at, utc: new Date(Date.parse(at.utc) + days * 86_400_000).toISOString() });
      return { ...segment, departs: move(segment.departs), arrives: move(segment.arrives) };
    };
  }
});

describe('the machine of a correction', async () => {
  const events = [...new Set(correctionMachine.moves.map(({ event }) => event))];
  const actors = ['customer', 'staff', 'system', 'supplier', 'provider'] as const;

  it('answers every state, event and actor as its table says', () => {
    for (const state of correctionStates)
      for (const event of events)
        for (const actor of actors) {
          const move = correctionMachine.moves.find((one) => one.event === event && [one.from].flat().includes(state));
          const answer = moveOn(correctionMachine, state, event, actor);
          expect(answer.ok).toBe(move !== undefined && move.by.includes(actor));
        }
  });

  it('has the edges that the database knows, and no way out of an end', async () => {
    const platform = await openTestPlatform();
    const { rows } = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = 'name-correction'`,
    )) as unknown as { rows: { edge: string }[] };
    expect(rows.map(({ edge }) => edge).toSorted()).toEqual(
      edgesOf(correctionMachine)
        .map((edge) => edge.join('>'))
        .toSorted(),
    );
    expect([...new Set(edgesOf(correctionMachine).map(([from]) => from))].toSorted()).toEqual(['asked', 'offered', 'writing']);
  });
});
