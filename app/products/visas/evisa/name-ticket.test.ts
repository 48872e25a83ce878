import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import { aForm, openTestEvisas } from './evisa-testing.ts';
import { nameTicket, takeTicketForm } from './name-ticket.server.ts';
import { openEvisaApplication } from './open-evisa-application.server.ts';

const platform = await openTestPlatform();
const desk = await openTestEvisas(platform, evisaCountries);
const flyer = { ...aForm(), givenNames: 'Layla' };
let reference = '';
let groupId = '';

/** An order of a guest that stands for their flight. */
beforeAll(async () => {
  const placed = await desk.place(await desk.applied('india', [flyer]));
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  reference = (await desk.order(placed.value.orderId)).reference;
  groupId = await desk.applied('sri-lanka', [{ ...flyer, givenNames: 'Laila' }]);
});

const tries = { address: '10.9.0.1' };
const name = (emailOrSurname: string, said = reference, address = tries.address) =>
  nameTicket(platform, { groupId, reference: said, emailOrSurname, address });
const shown = async () => {
  const group = (await findGroupAsSystem(platform.db, groupId))!;
  const { compared, travellers } = await openEvisaApplication(platform, { kind: 'anonymous' }, group, 'en');
  return { compared, ticket: travellers[0]!.ticket };
};

describe('a flight that was booked without an account', () => {
  it('is not told apart from none: another name, no such booking and one that is no flight are answered alike', async () => {
    expect(await name('Somebody')).toEqual({ ok: false, refused: 'not-found' });
    expect(await name(flyer.surname!, '7K2M9-4QX3D')).toEqual({ ok: false, refused: 'not-found' });
    expect(await name(flyer.surname!)).toEqual({ ok: false, refused: 'not-found' });
    expect(await shown()).toEqual({ compared: null, ticket: null });
  });

  it('is compared once it is named with a last name, and says that it differs, not how', async () => {
    // A flight is sold by a product of its own, so one of ours stands for it.
    await platform.db.execute(sql`set session_replication_role = replica`);
    await platform.db.execute(sql`update orders set kind = 'flight' where reference = ${reference}`);
    await platform.db.execute(sql`set session_replication_role = origin`);
    expect(await name(flyer.surname!)).toMatchObject({ ok: true });
    expect(await shown()).toEqual({ compared: reference, ticket: { reference, name: null } });
    const form = new FormData();
    form.set('intent', 'ticket-off');
    expect(await takeTicketForm(platform, form, { groupId, ...tries })).toBe('1');
    expect(await shown()).toEqual({ compared: null, ticket: null });
  });

  it('says nothing where form and ticket agree', async () => {
    const form = new FormData();
    for (const [field, value] of Object.entries({ intent: 'ticket', ticketReference: reference, ticketWho: flyer.surname! }))
      form.set(field, value);
    platform.clock.advance(3_600_000);
    expect(await takeTicketForm(platform, form, { groupId, ...tries })).toBe('ticket');
    await desk.fill(groupId, [flyer]);
    expect(await shown()).toEqual({ compared: reference, ticket: null });
  });

  it('stays as it is once the application is ordered, and that is said', async () => {
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    const form = new FormData();
    form.set('intent', 'ticket-off');
    expect(await takeTicketForm(platform, form, { groupId, ...tries })).toBe('ticket-closed');
  });

  it('cannot be guessed: after a few tries nobody is answered', async () => {
    platform.clock.advance(3_600_000);
    const said: string[] = [];
    for (let at = 0; at < 7; at += 1) {
      const tried = await name(`guess ${at}`);
      said.push(tried.ok ? 'ok' : tried.refused);
    }
    expect(said.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'not-found'));
    expect(said.at(-1)).toBe('too-many-tries');
    expect((await name(flyer.surname!)).ok).toBe(false);
  });
});
