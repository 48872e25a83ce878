import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import type { EditionWork } from '#app/commerce/supply/work-editions.server.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { readCatalogueFiles } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { staysInSearch } from '../stays-in-search.server.ts';
import { loadStaycations } from '../load-staycations.server.ts';
import { listStaycations } from '../list-staycations.server.ts';
import { openRooms, placeStayOrder } from '../place-stay-order.server.ts';
import { stayProduct } from '../stay-product.server.ts';
import { openStayCounter } from '../stay-counter.server.ts';
import { completeness, newContent, stayFaults, staycationOf, type StayContent } from '../stay-content.ts';
import { editionsOfStays, findStaycation, listStaycationIds } from '../staycations-store.server.ts';
import { changeStay, moveStay, startStay, takeUpEdition, workStayEdition } from './edit-stay.server.ts';
import { publishHouse, wholeHouse } from './house-testing.ts';
import { openHouse } from './open-stay-desk.server.ts';
import { listDoors } from './stay-desk-store.server.ts';
import { readStayPart } from './stay-form.ts';

const platform = await openTestPlatform();
const { db, clock } = platform;
const files = readCatalogueFiles('staycations').slice(0, 2);
await loadStaycations(platform, files, { replace: false });
const counter = openStayCounter(platform);
await deliverMessages(platform, { of: () => counter, product: () => stayProduct(platform), draft: counter });
const [writer, checker] = ['staff-writer', 'staff-checker'];
const house = files[0]!.id;

const write = (thing: string, version: number, change: (content: StayContent) => StayContent, staffId = writer) =>
  changeStay(platform, { thing, staffId, version, part: 'facts', change });
const work = (thing: string, what: EditionWork, staffId: string, version: number, reason = '') =>
  workStayEdition(platform, { thing, staffId, version, work: what, reason });
const versionOf = async (id: string) => (await editionsOfStays.findOpen(db, id))!.version;
const move = (thing: string, event: 'pause' | 'resume' | 'archive' | 'take-back' | 'begin-again' | 'publish') =>
  moveStay(platform, { thing, staffId: writer, event });

let keys = 0;
/** Books one room of a house so many days from today; its order, or why not. */
async function book(stayId: string, days: number, room = 'garden-room', plan = 'saver'): Promise<string> {
  keys += 1;
  const visit = new URLSearchParams({ date: addDays(dateIn('Asia/Dubai', clock.now()), days), nights: '1', adults: '2', room, plan });
  const open = await openRooms(platform, stayId, visit, 'en');
  if (!open) return 'gone';
  const placed = await placeStayOrder(platform, {
    viewer: { kind: 'anonymous' },
    stayId,
    visit,
    booker: { givenNames: 'Omar', surname: 'Said', email: `guest${keys}@example.com`, phone: '+971501234567', note: '' },
    language: 'en',
    seenTotal: open.quote.total,
    key: newFormKey(),
    address: `10.9.${keys}.1`,
  });
  return placed.ok ? placed.value.orderId : placed.refused;
}
const inCounts = (count: number) => (content: StayContent) => ({ ...content, rooms: content.rooms.map((room) => ({ ...room, count })) });

describe('a house at the desk', () => {
  it('is written by one, put on sale by another, and then found and booked', async () => {
    const id = 'palm-courtyard';
    const begin = (title: string) => startStay(platform, { title, staffId: writer });
    expect(await begin('Palm Courtyard')).toEqual({ ok: true, value: id });
    expect(await begin('Palm courtyard!')).toMatchObject({ refused: 'taken' });
    expect(await begin(house)).toMatchObject({ refused: 'taken' });
    expect(await begin('Export')).toMatchObject({ refused: 'taken' });
    expect(await begin('Change')).toMatchObject({ refused: 'taken' });
    expect(await begin('؟؟؟')).toMatchObject({ refused: 'title' });
    expect(await work(id, 'submit', writer, 1)).toMatchObject({ refused: 'faults' });
    expect(await write(id, 1, wholeHouse)).toEqual({ ok: true, value: 2 });
    expect(await write(id, 1, wholeHouse)).toMatchObject({ refused: 'changed-meanwhile' });
    expect((await work(id, 'submit', writer, 2)).ok).toBe(true);
    expect(await write(id, 3, (content) => inCounts(5)(content))).toMatchObject({ refused: 'not-possible' });
    const calls = async () => (await listOpenStaffTasks(db, 99, ['stay-edition'])).map(({ detail }) => detail['house']);
    expect(await calls()).toContain(id);
    expect(await work(id, 'publish', writer, 3)).toMatchObject({ refused: 'second-person' });
    expect(await findStaycation(db, id, 'en')).toBeNull();
    expect(await book(id, 20)).toBe('gone');
    expect((await work(id, 'publish', checker, 3)).ok).toBe(true);
    expect(await calls()).not.toContain(id);
    expect(await findStaycation(db, id, 'ar')).toMatchObject({ boards: ['breakfast'], freeCancelDays: null, wordsIn: 'en' });
    expect((await listDoors(db, id)).map(({ name }) => name)).toEqual(['101', '102']);
    // Lists are read anew at once, and so is what a search knows.
    expect((await listStaycations(platform, 'en')).some((card) => card.id === id)).toBe(true);
    expect(
      (await staysInSearch(db, await getPricingRules(db, clock.now()), new Date(clock.now()).toISOString())).some(
        (thing) => thing.id === id,
      ),
    ).toBe(true);
    expect(await book(id, 20)).not.toBe('gone');
    const acts = (await listAuditOf(db, `staycations:${id}`, 9)).map(({ action }) => action);
    expect(acts.toReversed()).toEqual(['stay.begun', 'stay.changed', 'stay.submit', 'stay.publish']);
  });

  it('is sold as it is while its next edition is written, and the house catalogue leaves alone what staff published', async () => {
    const dearer = (content: StayContent): StayContent => ({
      ...content,
      rooms: content.rooms.map((room) => ({ ...room, from: money(77_700, 'AED') })),
    });
    expect(await write(house, 0, dearer)).toEqual({ ok: true, value: 1 });
    expect((await findStaycation(db, house, 'en'))!.rooms[0]!.from.amount).not.toBe(77_700);
    await work(house, 'submit', writer, 1);
    expect(await work(house, 'send-back', checker, 2)).toMatchObject({ refused: 'reason' });
    expect((await work(house, 'send-back', checker, 2, 'Too dear')).ok).toBe(true);
    // Whoever had a hand in it cannot put it on sale, also when somebody else was the last.
    await write(house, 3, (content) => ({ ...content, facts: { ...content.facts, pets: !content.facts.pets } }), checker);
    await write(house, 4, (content) => ({ ...content, facts: { ...content.facts, spa: !content.facts.spa } }));
    await work(house, 'submit', writer, await versionOf(house));
    expect(await work(house, 'publish', checker, await versionOf(house))).toMatchObject({ refused: 'second-person' });
    const before = await findStaycation(db, house, 'es');
    expect((await work(house, 'publish', 'staff-third', await versionOf(house))).ok).toBe(true);
    // What nobody changed is what it was, in every language.
    const after = (await findStaycation(db, house, 'es'))!;
    expect(after.words).toEqual(before!.words);
    // A language that is not whole any more is told in English, and what was written of it goes on.
    await publishHouse(platform, house, (content) => ({
      ...content,
      words: { ...content.words, es: { ...content.words.es, goodToKnow: [] } },
    }));
    expect((await findStaycation(db, house, 'es'))!.wordsIn).toBe('en');
    expect((await openHouse(platform, house, null))!.content.words.es.title).toBe(before!.words.title);
    expect({ ...after, rooms: [], spa: before!.spa, pets: before!.pets }).toEqual({ ...before, rooms: [] });
    expect((await openHouse(platform, house, null))!.versions.map(({ number, status }) => [number, status])).toEqual([
      [3, 'published'],
      [2, 'past'],
      [1, 'past'],
    ]);
    await loadStaycations(platform, files, { replace: true });
    expect((await findStaycation(db, house, 'en'))!.rooms[0]!.from.amount).toBe(77_700);
  });

  it('goes back to an earlier edition through a second person, and what came since stays there, withdrawn', async () => {
    const old = (await findStaycation(db, files[1]!.id, 'en'))!;
    const thing = old.id;
    await publishHouse(platform, thing, (content) => ({
      ...content,
      rooms: [...content.rooms, { ...content.rooms[0]!, key: 'loft', count: 1 }],
      words: {
        ...content.words,
        en: {
          ...content.words.en,
          title: 'Another name',
          rooms: { ...content.words.en.rooms, loft: { name: 'Loft', text: 'Under the roof' } },
        },
      },
    }));
    expect((await findStaycation(db, thing, 'en'))!.words.title).toBe('Another name');
    const order = await book(thing, 40, 'loft');
    const shown = (await openHouse(platform, thing, 1))!;
    expect([shown.earlier, shown.compared]).toEqual([true, 1]);
    expect(await takeUpEdition(platform, { thing, staffId: writer, version: 0, number: 9 })).toMatchObject({ refused: 'not-found' });
    expect((await takeUpEdition(platform, { thing, staffId: writer, version: 0, number: 1 })).ok).toBe(true);
    await work(thing, 'submit', writer, 1);
    expect(await work(thing, 'publish', writer, 2)).toMatchObject({ refused: 'second-person' });
    expect((await work(thing, 'publish', checker, 2)).ok).toBe(true);
    const back = (await findStaycation(db, thing, 'en'))!;
    expect([back.words.title, back.rooms.map(({ key }) => key)]).toEqual([old.words.title, old.rooms.map(({ key }) => key)]);
    // What was booked of the withdrawn kind keeps its name.
    const { parts } = await counter.describe(order, 'en');
    expect(parts[0]!.title).toBe('Loft');
    expect((await listDoors(db, thing)).filter(({ roomKey }) => roomKey === 'loft')).toHaveLength(1);
  });

  it('is withdrawn and comes back by one, keeps what was booked, and is brought up to date while it is withdrawn', async () => {
    const id = 'palm-courtyard';
    const order = await book(id, 60);
    expect((await move(id, 'pause')).ok).toBe(true);
    expect(await move(id, 'pause')).toMatchObject({ refused: 'not-possible' });
    expect(await findStaycation(db, id, 'en')).toBeNull();
    expect((await listStaycations(platform, 'en')).some((card) => card.id === id)).toBe(false);
    expect(await book(id, 61)).toBe('gone');
    expect((await counter.describe(order, 'en')).title).toBe('Palm Courtyard');
    await publishHouse(platform, id, (content) => ({ ...content, facts: { ...content.facts, stars: 5 } }));
    expect(await findStaycation(db, id, 'en')).toBeNull();
    expect((await move(id, 'resume')).ok).toBe(true);
    expect((await findStaycation(db, id, 'en'))!.stars).toBe(5);
    expect((await move(id, 'pause')).ok).toBe(true);
    expect((await move(id, 'archive')).ok).toBe(true);
    expect(await write(id, 0, inCounts(4))).toMatchObject({ refused: 'not-possible' });
    expect(await move(id, 'begin-again')).toMatchObject({ refused: 'not-possible' });
    expect((await move(id, 'take-back')).ok).toBe(true);
    expect((await move(id, 'resume')).ok).toBe(true);
    expect(await move(id, 'publish')).toMatchObject({ refused: 'not-possible' });
  });

  it('is put away as a draft that was never sold, and taken up again', async () => {
    const id = 'never-sold';
    await startStay(platform, { title: 'Never sold', staffId: writer });
    expect((await move(id, 'archive')).ok).toBe(true);
    expect(await write(id, 1, wholeHouse)).toMatchObject({ refused: 'not-possible' });
    expect(await move(id, 'take-back')).toMatchObject({ refused: 'not-possible' });
    expect((await move(id, 'begin-again')).ok).toBe(true);
    expect((await write(id, 1, wholeHouse)).ok).toBe(true);
    expect(await listStaycationIds(db)).not.toContain(id);
  });
});

describe('the number of rooms', () => {
  it('never falls below what is sold on a night, which is named; nights of a door that goes are given another one', async () => {
    const id = 'three-doors';
    await startStay(platform, { title: 'Three doors', staffId: writer });
    await publishHouse(platform, id, (content) => wholeHouse(content, 3));
    expect([await book(id, 30), await book(id, 30)]).not.toContain('sold-out');
    const far = await book(id, 33);
    // The far stay moves to the last door, so that a door has to be emptied.
    await db.execute(sql`update claims set unit_key = 'room:three-doors/garden-room/103' where order_id = ${far}`);
    await write(id, 0, inCounts(1));
    expect((await openHouse(platform, id, null))!.tooFew).toEqual([
      { key: 'garden-room', count: 1, why: 'below-sold', night: addDays(dateIn('Asia/Dubai', clock.now()), 30), sold: 2 },
    ]);
    await work(id, 'submit', writer, await versionOf(id));
    expect(await work(id, 'publish', checker, await versionOf(id))).toMatchObject({ refused: 'below-sold' });
    expect(await listDoors(db, id)).toHaveLength(3);
    await work(id, 'send-back', checker, await versionOf(id), 'Two are sold');
    await write(id, await versionOf(id), inCounts(2));
    await work(id, 'submit', writer, await versionOf(id));
    expect((await work(id, 'publish', checker, await versionOf(id))).ok).toBe(true);
    const doors = (await listDoors(db, id)).map(({ key }) => key);
    expect(doors).toHaveLength(2);
    const { rows } = (await db.execute(sql`select unit_key, order_id from claims where unit_key like 'room:three-doors/%'`)) as unknown as {
      rows: { unit_key: string; order_id: string }[];
    };
    expect(rows).toHaveLength(3);
    expect(rows.every(({ unit_key }) => doors.includes(unit_key))).toBe(true);
    // More rooms get names that no door has.
    await publishHouse(platform, id, inCounts(4));
    expect(new Set((await listDoors(db, id)).map(({ name }) => name)).size).toBe(4);
  });
});

describe('what is written of a house', () => {
  const whole = wholeHouse(newContent('Palm'));
  it('is told in English where a language is not whole', () => {
    const half = { ...whole, words: { ...whole.words, es: { ...whole.words.en, title: 'Palma', goodToKnow: [] } } };
    expect(completeness(half, 'es').missing).toEqual(['goodToKnow']);
    expect(staycationOf('palm', half).words.es).toBeUndefined();
    const done = { ...half, words: { ...half.words, es: { ...half.words.es, goodToKnow: ['Sin ascensor'] } } };
    expect(staycationOf('palm', done).words.es!.title).toBe('Palma');
  });

  it('does not go on sale without rooms, plans, prices, or with a cheapest plan that is not the price of the room', () => {
    const [room] = whole.rooms;
    const [plan] = whole.plans;
    expect(stayFaults(whole)).toEqual([]);
    expect(stayFaults({ ...whole, rooms: [] })).toEqual(['rooms']);
    expect(stayFaults({ ...whole, rooms: [{ ...room!, onSale: false }], plans: [{ ...plan!, onSale: false }] })).toEqual([
      'rooms',
      'plans',
    ]);
    expect(stayFaults({ ...whole, plans: [{ ...plan!, percent: 110 }] })).toEqual(['lowest-plan']);
    expect(stayFaults({ ...whole, rooms: [{ ...room!, from: money(0, 'AED') }] })).toEqual(['price']);
    expect(stayFaults({ ...whole, facts: { ...whole.facts, adultFrom: 6, childrenFrom: 6 } })).toEqual(['ages']);
    expect(stayFaults(newContent('Palm'))).toEqual(['english', 'rooms', 'plans']);
  });

  it('keeps nothing of a form of which a field cannot be read, and names the field', () => {
    const read = (part: Parameters<typeof readStayPart>[0], fields: Record<string, string>, content = whole) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return readStayPart(part, form, content);
    };
    const first = {
      'room-name-0': 'Garden room',
      'room-price-0': '450',
      'room-count-0': '2',
      'room-size-0': '32',
      'room-adults-0': '2',
      'room-children-0': '1',
      'room-doubles-0': '1',
      'room-singles-0': '0',
      'room-sells-0': 'on',
    };
    const second = Object.fromEntries(Object.entries(first).map(([name, value]) => [name.replace('-0', '-1'), value]));
    const wrong = read('rooms', { ...first, 'room-price-0': '45O', 'room-count-0': '0' });
    expect([wrong.unread, wrong.content]).toEqual([['room-price-0', 'room-count-0'], whole]);
    const added = read('rooms', { ...first, ...second, 'room-price-1': 'AED 1,250.50' });
    expect(added.unread).toEqual([]);
    expect(added.content.rooms.map(({ key, from, onSale }) => [key, from.amount, onSale])).toEqual([
      ['garden-room', 45_000, true],
      ['garden-room-2', 125_050, true],
    ]);
    const { 'room-sells-0': _sells, ...withdrawn } = first;
    expect(read('rooms', withdrawn).content.rooms[0]!.onSale).toBe(false);

    const plan = { 'plan-board-0': 'breakfast', 'plan-percent-0': '100', 'plan-free-0': '', 'plan-deposit-0': '100', 'plan-sells-0': 'on' };
    expect(read('plans', { ...plan, 'plan-deposit-0': '30' }).unread).toEqual(['plan-deposit-0']);
    expect(read('plans', { ...plan, 'plan-percent-0': '401' }).unread).toEqual(['plan-percent-0']);
    const free = { 'plan-board-1': 'room', 'plan-percent-1': '120', 'plan-free-1': '3', 'plan-deposit-1': '30', 'plan-sells-1': 'on' };
    expect(read('plans', { ...plan, ...free }).content.plans[1]).toEqual({
      key: 'free-room',
      board: 'room',
      percent: 120,
      refundableDays: 3,
      depositPercent: 30,
      onSale: true,
    });

    const facts = { country: 'OM', area: 'Muttrah', latitude: '٢٣٫٦', longitude: '58.5', stars: '4', checkIn: '9:00', checkOut: '12:00' };
    expect(read('facts', facts).content.facts).toMatchObject({
      country: 'OM',
      area: 'muttrah',
      latitude: 23.6,
      checkIn: '09:00',
      dayPass: null,
    });
    expect(read('facts', { ...facts, country: 'FR', checkOut: 'noon', stars: '6', dayPass: 'x' }).unread).toEqual([
      'country',
      'stars',
      'dayPass',
      'checkOut',
    ]);

    const terms = { adultFrom: '10', childrenFrom: '2', 'charge-name-0': 'Tourism fee', 'charge-kind-0': 'fee', 'charge-per-0': 'night' };
    expect(read('terms', terms).unread).toEqual(['charge-amount-0']);
    const told = read('terms', { ...terms, 'charge-amount-0': '15' }).content;
    expect(told.facts.atHotel).toEqual([{ key: 'tourism-fee', kind: 'fee', per: 'night', amount: money(1_500, 'AED') }]);
    expect([told.words.en.atHotel, completeness(told, 'es').missing.includes('atHotel')]).toEqual([{ 'tourism-fee': 'Tourism fee' }, true]);
  });
});
