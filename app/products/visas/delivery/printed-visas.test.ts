import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { evisaCountries } from '../../../../seeds/visas/evisa-countries.ts';
import { getQuote } from '#app/commerce/orders/orders-store.server.ts';
import { listOpenStaffTasks } from '#app/platform/staff-tasks.server.ts';
import { addDays } from '#app/values/dates.ts';
import { readPdf } from '#tests/support/pdf-text.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findGroupAsSystem, openContact } from '../evisa/evisa-groups-store.server.ts';
import { aDoor, aForm, openTestEvisas } from '../evisa/evisa-testing.ts';
import { saveTrip } from '../evisa/keep-evisa.server.ts';
import { courierFee } from '../evisa/evisa-price.ts';
import { readGroup } from '../evisa/read-evisa-group.server.ts';
import { reviewChecks } from '../evisa/staff/review-rules.ts';
import { takeTripForm } from '../evisa/take-trip-form.server.ts';
import { changeAddress } from './change-address.server.ts';
import { readDoor } from './read-door.server.ts';
import { openDeskPaper } from './staff/open-desk-paper.server.ts';
import { sendCopies, takeCopiesBack } from './work-copies.server.ts';

const platform = await openTestPlatform();
const desk = await openTestEvisas(platform, evisaCountries);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await platform.db.execute(query)) as unknown as { rows: Row[] }).rows;
const door = async (groupId: string) => readDoor(platform, (await findGroupAsSystem(platform.db, groupId))!);
const tasks = async () =>
  (await listOpenStaffTasks(platform.db)).filter(({ kind }) => kind === 'visa-copies').map(({ subject }) => subject);
const audited = async (action: string) =>
  (await rows<{ subject: string }>(sql`select subject from audit_events where action = ${action}`)).map(({ subject }) => subject);
const print = (id: string) => openDeskPaper(platform, { id, paper: 'slip', staffId: 'officer-one', runner: null, requestId: 'test' });
const elsewhere = { ...aDoor, street: '7 Corniche Road, villa 2', city: 'Sharjah', region: 'AE-SH' } as const;
const change = (groupId: string, typed: Parameters<typeof changeAddress>[1]['typed'] = elsewhere) =>
  changeAddress(platform, { groupId, typed, who: 'guest', requestId: 'test' });

async function paid(people: number) {
  const groupId = await desk.applied(
    'india',
    Array.from({ length: people }, () => aForm()),
    { courier: true },
  );
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  return { groupId, orderId: placed.value.orderId, cases: await desk.cases(groupId) };
}
/** Fils that were owed back of the courier's line of an order. */
async function courierBack(orderId: string): Promise<number> {
  const { lines } = await getQuote(platform.db, await desk.order(orderId));
  const courier = lines.findIndex(({ kind }) => kind === 'courier');
  const owed = await rows<{ lines: { line: number; amount: number }[] }>(
    sql`select r.lines from evisa_refunds r join evisa_applications a on a.id = r.application_id
        join evisa_groups g on g.id = a.group_id where g.order_id = ${orderId}`,
  );
  return owed.flatMap((one) => one.lines).reduce((sum, { line, amount }) => (line === courier ? sum + amount : sum), 0);
}

const filed = async (id: string) => {
  await desk.work(id, { event: 'claim' });
  await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two');
  await desk.work(id, { event: 'file', reference: 'REF-1' });
};
async function granted(id: string) {
  const [application] = await rows<{ group_id: string; position: number }>(
    sql`select group_id, position from evisa_applications where id = ${id}`,
  );
  const group = (await findGroupAsSystem(platform.db, application!.group_id))!;
  const person = (await readGroup(platform, group)).travellers[application!.position]!.person!;
  await filed(id);
  const issued = {
    number: `V-${id.slice(0, 6)}`,
    surname: person.surname,
    givenNames: person.givenNames,
    passport: person.document.number,
    validFrom: addDays(group.arrival, -10),
    validUntil: addDays(group.arrival, 60),
    stay: 60,
    entries: 'multiple',
  } as const;
  await desk.work(id, { event: 'approve', issued, paper: desk.visa });
  const released = await desk.work(id, { event: 'release' }, 'officer-two');
  if (!released.ok) throw new Error(released.refused);
  await desk.settle();
}

describe('a party that pays a courier', () => {
  it('says where the courier rings before it is placed', async () => {
    const groupId = await desk.applied('india', [aForm()]);
    const contact = { email: 'door@example.com', phone: '+971501234567' };
    await saveTrip(platform, { groupId, contact, courier: true, who: 'guest' });
    expect(await desk.place(groupId)).toEqual({ ok: false, refused: 'address-missing' });
    await saveTrip(platform, { groupId, contact: { ...contact, address: aDoor }, courier: true, who: 'guest' });
    expect((await desk.place(groupId)).ok).toBe(true);
  });

  it('is told field by field what is missing, with nothing kept of a half and all of it shown again', async () => {
    const groupId = await desk.applied('india', [aForm()]);
    const group = (await findGroupAsSystem(platform.db, groupId))!;
    const typed: Record<string, string> = { email: 'a@example.com', phone: '+971 50 123', 'door-name': 'Mona', 'door-region': 'OM' };
    const form = { text: (name: string) => typed[name] ?? '', courier: true, linkOnly: false };
    const answer = await takeTripForm(platform, group, form, 'guest');
    expect(answer?.faults).toEqual(['door-region', 'door-city', 'door-street']);
    expect(answer?.typed).toMatchObject({ email: 'a@example.com', courier: true, address: { name: 'Mona', region: 'OM' } });
    // Half a door is not mailed for later either; none at all is.
    expect((await takeTripForm(platform, group, { ...form, linkOnly: true }, 'guest'))?.faults).toContain('door-city');
    const blank = (name: string) => (name.startsWith('door-') ? '' : (typed[name] ?? ''));
    expect(await takeTripForm(platform, group, { ...form, text: blank, linkOnly: true }, 'guest')).toBeNull();
    expect((await takeTripForm(platform, group, { ...form, text: blank }, 'guest'))?.faults).toHaveLength(4);
  });

  it('keeps the door sealed, and may name another until something is on its way', async () => {
    const { groupId } = await paid(1);
    const [row] = await rows<{ contact: string }>(sql`select contact from evisa_groups where id = ${groupId}`);
    expect(row!.contact).not.toContain('Rigga');
    expect(await change(groupId, { ...elsewhere, city: '' })).toEqual({ ok: false, refused: 'address' });
    expect(await change(groupId)).toEqual({ ok: true, value: null });
    const contact = openContact(platform.crypto, (await findGroupAsSystem(platform.db, groupId))!)!;
    expect([contact.address, contact.phone]).toEqual([elsewhere, '+971501234567']);
    expect(await audited('evisa.address-changed')).toContain(`evisa_groups:${groupId}`);
    const without = await desk.applied('india', [aForm()]);
    expect(await change(without)).toEqual({ ok: false, refused: 'closed' });
  });
});

describe('printed visas', () => {
  it('are due when the last of a party is decided, go with a waybill that its traveller is sent, and may come back', async () => {
    const { groupId, cases } = await paid(2);
    const [first, second] = cases.map(({ id }) => id);
    await granted(first!);
    expect((await door(groupId)).copies).toEqual({ state: 'later', since: null, waybill: null });
    expect(await print(first!)).toEqual({ ok: false, refused: 'not-due' });
    await granted(second!);
    expect([(await door(groupId)).copies?.state, await tasks()]).toEqual(['due', [`evisa_applications:${first}`]]);

    const slip = await print(second!);
    const words = slip.ok ? readPdf(slip.value.content).text : '';
    expect(words).toContain('12 Al Rigga Road');
    expect(words).toContain('2 sheets');
    expect(await audited('visa.desk-paper-set')).toEqual([`evisa_applications:${second}`]);

    const ask = { groupId, staffId: 'officer-one', requestId: 'test' };
    expect(await sendCopies(platform, { ...ask, waybill: 'a b' })).toEqual({ ok: false, refused: 'waybill' });
    expect((await sendCopies(platform, { ...ask, waybill: 'AWB-1001' })).ok).toBe(true);
    expect(await sendCopies(platform, { ...ask, waybill: 'AWB-1002' })).toEqual({ ok: false, refused: 'not-due' });
    await desk.settle();
    expect([(await door(groupId)).copies, await tasks()]).toMatchObject([{ state: 'sent', waybill: 'AWB-1001' }, []]);
    expect(await change(groupId)).toEqual({ ok: false, refused: 'closed' });
    const { email } = openContact(platform.crypto, (await findGroupAsSystem(platform.db, groupId))!)!;
    const mail = (await platform.mail.folder!.list()).find(({ to, subject }) => to === email && subject.startsWith('Printed visas'));
    expect(mail?.text).toContain('AWB-1001');

    expect((await takeCopiesBack(platform, ask)).ok).toBe(true);
    expect([(await door(groupId)).copies?.state, (await tasks()).length]).toEqual(['due', 1]);
    expect((await change(groupId)).ok).toBe(true);
    expect((await sendCopies(platform, { ...ask, waybill: 'AWB-1003' })).ok).toBe(true);
  });

  it('are brought to who has one though another was refused: the courier stays paid', async () => {
    const { groupId, orderId, cases } = await paid(2);
    const [first, second] = cases.map(({ id }) => id);
    await filed(first!);
    expect((await desk.work(first!, { event: 'reject', reason: 'funds', paper: null })).ok).toBe(true);
    await desk.settle();
    await granted(second!);
    expect((await door(groupId)).copies?.state).toBe('due');
    expect(await courierBack(orderId)).toBe(0);
  });

  it('are nobody’s where all of a party are refused: the courier goes back once, with the last', async () => {
    const { groupId, orderId, cases } = await paid(2);
    for (const { id } of cases) {
      expect(await courierBack(orderId)).toBe(0);
      await filed(id);
      expect((await desk.work(id, { event: 'reject', reason: 'funds', paper: null })).ok).toBe(true);
      await desk.settle();
    }
    expect(await courierBack(orderId)).toBe(courierFee);
    expect((await door(groupId)).copies).toEqual({ state: 'none', since: null, waybill: null });
  });
});
