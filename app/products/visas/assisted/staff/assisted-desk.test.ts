import { describe, expect, it } from 'vitest';
import { assistedCountries } from '../../../../../seeds/visas/assisted-countries.ts';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { decideCheck } from '#app/commerce/orders/await-check.server.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { assistedBulkLine } from '../assisted-jobs.server.ts';
import { caseStates } from '../assisted-status.ts';
import { openTestAssisted } from '../assisted-testing.ts';
import { findStickersAsStaff } from './assisted-desk-store.server.ts';
import { startStickers, tryStickers, workStickerLine } from './bulk-stickers.server.ts';
import { actionsFor, lockOf, type CaseFacts } from './case-action-rules.ts';
import { openCase } from './open-case.server.ts';
import { readCaseFacts } from './work-case.server.ts';
import { openStickerBoard } from './open-sticker-board.server.ts';
import { statesOfQueue } from './sticker-queues.ts';
import { readStickerView, stickerAddress, stickerBoardOf } from './sticker-view.ts';

const platform = await openTestPlatform();
const desk = await openTestAssisted(platform, assistedCountries);
await platform.jobs.handle(assistedBulkLine, (line) => workStickerLine(platform, line));
const party = await desk.paid('france', 3);
const pair = await desk.paid('norway', 2, { arrival: '2027-05-01' });
const staff = (id: string) =>
  ({
    kind: 'staff',
    user: { id, name: id, email: `${id}@rihla.example` },
    staff: { userId: id, displayName: id, roles: ['visa_officer'] },
  }) as unknown as Viewer & { readonly kind: 'staff' };

const facts: CaseFacts = {
  status: 'opened',
  package: 'full',
  orderStatus: 'accepted',
  checkOpen: false,
  passport: 'with_applicant',
  kept: true,
  officer: 'one',
  papersMissing: 0,
  asked: false,
  outcome: null,
  stickerDiffers: null,
  handoverOpen: false,
};

describe('what may be done', () => {
  it('is never hidden: each step of a state is offered, open or with its reason', () => {
    const shown = (more: Partial<CaseFacts>, who = 'two') =>
      Object.fromEntries(actionsFor({ ...facts, ...more }, who).map(({ action, locked }) => [action, locked]));
    expect(shown({ papersMissing: 2 })).toMatchObject({ 'confirm-file': 'papers-missing', claim: null, ask: null });
    expect(shown({}, 'one')).toMatchObject({ 'confirm-file': 'same-person' });
    expect(shown({ status: 'file_ready' })).toMatchObject({ hunt: null, 'hand-over-file': 'not-only-check' });
    expect(shown({ status: 'file_ready', package: 'check' })).toMatchObject({ hunt: 'only-check', 'hand-over-file': null });
    expect(shown({ status: 'in_process', passport: 'at_centre' })).toMatchObject({ decide: null, withdraw: 'passport-first' });
    expect(shown({ status: 'passport_with_us', passport: 'with_us_return', outcome: 'granted' })).toMatchObject({
      dispatch: 'sticker-unread',
      'read-sticker': null,
    });
    expect(shown({ status: 'passport_with_us', passport: 'with_us_return', outcome: 'granted', stickerDiffers: 1 })).toMatchObject({
      'hand-over': 'sticker-differs',
    });
    expect(shown({ status: 'delivered' })).toEqual({});
    // Prepared, and bound to nothing, while the payment is looked at.
    expect(shown({ status: 'appointment_searching', checkOpen: true })).toMatchObject({ book: 'payment-check', attempt: null });
    expect(shown({ status: 'attended', checkOpen: true })).toMatchObject({ lodge: 'payment-check' });
    // Its letter may come when all is over.
    expect(shown({ status: 'delivered', outcome: 'refused', orderStatus: 'closed' })).toEqual({ 'add-refusal': null });
  });

  it('is nothing but taking it while the whole order is in question', () => {
    for (const status of caseStates)
      for (const { action, locked } of actionsFor({ ...facts, status, orderStatus: 'cancel_quoted' }, 'two'))
        expect(locked, `${status} ${action}`).toBe(action === 'claim' ? null : 'order-not-open');
    expect(lockOf('lodge', { ...facts, passport: 'in_safe' }, 'one')).toBe('passport-elsewhere');
  });

  it('stands in one queue for every state', () => {
    const all = Object.values(statesOfQueue).flatMap((states) => states ?? []);
    expect(all.toSorted()).toEqual([...caseStates].toSorted());
  });
});

describe('the list', () => {
  it('reads back the address it wrote, and leaves out what is no word of ours', () => {
    const view = readStickerView(new URLSearchParams('queue=hunt&country=FR&officer=me&passport=in_safe&late=1&find=A-1&sort=travel'));
    expect(readStickerView(new URLSearchParams(stickerAddress(view)))).toEqual(view);
    expect(readStickerView(new URLSearchParams("queue=drop&country=x&officer=a'b&passport=moon&sort=z&after=1~2"))).toEqual(
      readStickerView(new URLSearchParams()),
    );
  });

  it('keeps the columns that were chosen in its address, the applicant always among them', () => {
    const view = readStickerView(new URLSearchParams('queue=all&column=lodged&column=state&column=nonsense'));
    expect(view.columns).toEqual(['applicant', 'state', 'lodged']);
    expect(stickerAddress(view)).toBe('?queue=all&column=applicant&column=state&column=lodged');
    expect(readStickerView(new URLSearchParams(stickerAddress(view)))).toEqual(view);
    expect(stickerAddress(readStickerView(new URLSearchParams('column=nonsense')))).toBe('');
  });

  it('finds cases by queue, country, reference and surname, page by page', async () => {
    const { orderId, ids, forms } = party;
    const find = (query: string, most = 50) =>
      findStickersAsStaff(platform.db, platform.crypto, readStickerView(new URLSearchParams(query)), {
        me: 'officer-one',
        now: platform.clock.now(),
        most,
      });
    const { reference } = await desk.order(orderId);
    expect((await find(`queue=all&find=${reference}`)).map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect((await find(`queue=hunt&find=${forms[1]!.surname}`)).map(({ id }) => id)).toEqual([ids[1]]);
    expect((await find('country=NO')).map(({ id }) => id).toSorted()).toEqual(pair.ids.toSorted());
    expect(await find('queue=mission')).toEqual([]);
    const first = await find('country=FR', 2);
    const last = first.at(-1)!;
    const rest = await find(`country=FR&after=${last.dueAt.toISOString()}~${last.id}`);
    expect([...first, ...rest].map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
  });
});

describe('the board', () => {
  const board = (query: string, who = 'officer-one') =>
    openStickerBoard(platform, staff(who), readStickerView(new URLSearchParams(`as=board&${query}`)), 'en');

  it('keeps the filters of the list in every column, and counts what they leave', async () => {
    const columns = await board('country=FR');
    expect(columns.map(({ queue, count, cards }) => [queue, count, cards.length])).toEqual([
      ['new', 3, 3],
      ...['file', 'hunt', 'booked', 'mission', 'return'].map((queue) => [queue, 0, 0]),
    ]);
    expect(columns[0]!.cards[0]).toMatchObject({ country: 'France', officer: null, late: false, status: null });
    const [found] = await board(`find=${party.forms[1]!.surname}`);
    expect(found!.cards.map(({ id }) => id)).toEqual([party.ids[1]]);
    expect(stickerAddress(readStickerView(new URLSearchParams('as=board&country=FR')))).toBe('?country=FR&as=board');
  });

  it('offers on a card what an officer may do with a press, and nothing to who only looks', async () => {
    const movesOf = async (who?: string) =>
      (await board(`find=${party.forms[0]!.surname}`, who)).flatMap(({ cards }) => cards[0]?.moves ?? []);
    expect(await movesOf()).toEqual(['claim']);
    await desk.work(party.ids[0]!, { do: 'claim' });
    // Who has it in hand may not confirm it.
    expect(await movesOf()).toEqual([]);
    expect(await movesOf('officer-two')).toEqual(['claim', 'confirm-file']);
    const looker = { ...staff('x'), staff: { userId: 'x', displayName: 'x', roles: ['support'] } } as unknown as ReturnType<typeof staff>;
    const columns = await openStickerBoard(platform, looker, readStickerView(new URLSearchParams('as=board')), 'en');
    expect(columns.flatMap(({ cards }) => cards.flatMap(({ moves }) => moves))).toEqual([]);
  });

  it('is come back to by a form that was sent from it, with its filters and nothing else', () => {
    const form = new FormData();
    expect(stickerBoardOf(form)).toBeNull();
    form.set('board', 'country=FR&as=board&to=//elsewhere.example');
    expect(stickerBoardOf(form)).toBe('?country=FR&as=board');
  });
});

describe('a run over many cases', () => {
  it('says beforehand what it would skip and why, does the rest, and tells each outcome', async () => {
    const { ids } = pair;
    const one = staff('officer-one');
    await desk.work(ids[0]!, { do: 'claim' });
    const tried = await tryStickers(platform, one, { action: 'claim', ids, to: '' });
    expect(new Map(tried.map(({ id, locked }) => [id, locked]))).toEqual(
      new Map([
        [ids[0]!, 'has-it-already'],
        [ids[1]!, null],
      ]),
    );
    const run = await startStickers(platform, one, { action: 'claim', ids, to: '', requestId: 'test' });
    await platform.jobs.drain();
    const { lines } = (await findBulkRun(platform.db, 'assisted', run!))!;
    expect(new Map(lines.map(({ subject, ok, said }) => [subject, [ok, said]]))).toEqual(
      new Map([
        [ids[0]!, [false, 'has-it-already']],
        [ids[1]!, [true, 'opened']],
      ]),
    );
    expect((await desk.one(ids[1]!)).officer).toBe('officer-one');
  });
});

it('hides passport and birth from an officer who may not see them, and shows both clocks of a slot', async () => {
  const { ids, groupId } = await desk.paid('greece', 1, { arrival: '2027-05-01' });
  await desk.sendPapers(groupId, 0);
  await desk.work(ids[0]!, { do: 'claim' });
  await desk.work(ids[0]!, { do: 'confirm-file' }, 'officer-two');
  await desk.work(ids[0]!, { do: 'hunt' });
  const day = new Date(platform.clock.now() + 864e5 * 5).toISOString().slice(0, 10);
  await desk.work(ids[0]!, { do: 'book', at: `${day}T09:30`, reference: 'GR-77', letter: null });
  const seen = (await openCase(platform, staff('officer-one'), ids[0]!, { notes: [], language: 'en' }))!;
  expect(seen.appointment).toEqual({ counter: `${day}T09:30`, house: `${day}T09:30`, reference: 'GR-77' });
  const finance = { ...staff('x'), staff: { userId: 'x', displayName: 'x', roles: ['support'] } } as unknown as Viewer & {
    readonly kind: 'staff';
  };
  const hidden = (await openCase(platform, finance, ids[0]!, { notes: [], language: 'en' }))!;
  expect(hidden.fields.filter(({ field }) => field === 'number' || field === 'birthDate').map(({ value }) => value)).toEqual([
    '•••••',
    '•••••',
  ]);
  expect([hidden.works, hidden.actions]).toEqual([false, []]);
});

it('binds itself to nothing for a buyer who took money back for good, until a colleague has looked at the payment', async () => {
  const email = 'took.it.back@example.com';
  const first = await desk.paid('france', 1, { email });
  for (const decision of [undefined, 'lost'] as const) {
    desk.bank.dispute((await desk.order(first.orderId)).reference, decision);
    await desk.settle();
  }
  const next = await desk.paid('france', 1, { email });
  const own = next.ids[0]!;
  const read = async () => (await readCaseFacts(platform, await desk.one(own), 'accepted')).facts.checkOpen;
  expect([(await desk.order(next.orderId)).status, await read()]).toEqual(['accepted', true]);
  const record = (await openCase(platform, staff('officer-one'), own, { notes: [], language: 'en' }))!;
  expect([record.check, record.disputes]).toMatchObject([
    { causes: ['lost-dispute'], mayDecide: false },
    { open: false, ids: [] },
  ]);
  const ask = { orderId: next.orderId, decision: 'release', who: 'staff:farah', reason: 'Rang them up.', requestId: 'test' } as const;
  expect((await decideCheck(platform, desk.product, ask)).ok).toBe(true);
  expect(await read()).toBe(false);
});

it('says that a bank holds the money of a case back, and opens the dispute only for who works on money', async () => {
  const frozen = await desk.paid('france');
  desk.bank.dispute((await desk.order(frozen.orderId)).reference);
  await desk.settle();
  const seen = async (role: 'visa_officer' | 'finance') => {
    const viewer = { ...staff('officer-one'), staff: { userId: 'officer-one', displayName: 'One', roles: [role] } } as const;
    return (await openCase(platform, viewer, frozen.ids[0]!, { notes: [], language: 'en' }))!.disputes;
  };
  expect(await seen('visa_officer')).toEqual({ open: true, ids: [] });
  expect(await seen('finance')).toEqual({ open: true, ids: [expect.any(String)] });
});
