import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { listOrders } from '#app/commerce/orders/list-orders.server.ts';
import { nextTripOf } from '#app/commerce/orders/next-trip.ts';
import { wholeOrderList } from '#app/commerce/orders/order-list-form.ts';
import type { Viewer } from '#app/platform/access.ts';
import { dayMs } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openTestApp } from '#tests/support/test-app.ts';
import { openCounters } from '../registry.server.ts';
import { changeDraft, createDraft, findDraft } from './booking/booking-draft-store.server.ts';
import { findOpenBooking } from './booking/find-open-booking.server.ts';
import { aDraft, openTestSale } from './order/flight-order-testing.ts';
import type { Flights } from './flights-context.ts';
import { anOffer } from './offer-testing.ts';
import { ScriptedSupplier } from './supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const flights = { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights;
const app = await openTestApp(platform, flights);
const [slice] = offer.slices as [(typeof offer)['slices'][number]];
const departs = slice.segments[0]!.departs.local;

async function begun(day: string, draft = aDraft(offer)) {
  const { selectedOutboundFlight: flight } = draft.booking;
  const booking = { ...draft.booking, selectedOutboundFlight: { ...flight!, summary: { ...flight!.summary, departs: day } } };
  const { cookie } = await createDraft(platform, { booking, checkedBags: {} });
  return cookie.split(';')[0]!;
}
const guest: Viewer = { kind: 'anonymous' };
const asked = (cookie: string) => new Request('http://rihla.test/', { headers: { cookie } });

it('finds the booking that this browser left, and the step that is next', async () => {
  const open = await findOpenBooking(platform, flights.geography, asked(await begun(departs)), guest, 'en');
  expect(open).toMatchObject({ departs: departs.slice(0, 10), path: '/checkout' });
});

it('finds none without a draft, or when its day has come', async () => {
  expect(await findOpenBooking(platform, flights.geography, asked(''), guest, 'en')).toBeNull();
  const past = new Date(platform.clock.now() - dayMs).toISOString().slice(0, 16);
  expect(await findOpenBooking(platform, flights.geography, asked(await begun(past)), guest, 'en')).toBeNull();
});

it('tells a stranger of nothing, and is kept by no cache', async () => {
  const answer = await app.send('/api/home-cards');
  expect(answer.headers.get('cache-control')).toContain('no-store');
  expect(await answer.json()).toMatchObject({ trip: null, booking: null });
});

it('holds nothing personal of the booking', async () => {
  const cookie = await begun(departs);
  const text = await (await app.send('/api/home-cards', { cookie })).text();
  expect(text).toContain('/checkout');
  expect(text).not.toMatch(/haddad|layla|@|P1\d{6}/i);
});

it('names the next trip once its tickets are there, and none before', async () => {
  await platform.db.execute(
    sql`insert into users (id, name, email, email_verified, created_at, updated_at) values ('u-home', 'Layla', 'home@example.com', true, now(), now())`,
  );
  const user = { id: 'u-home', email: 'home@example.com', emailVerified: true, fullName: 'Layla', createdAt: '2026-01-01T00:00:00.000Z' };
  const viewer: Viewer = { kind: 'customer', user };
  const next = async (now: number) =>
    nextTripOf((await listOrders(platform, openCounters(platform, flights), viewer, wholeOrderList, 'en')).orders, now);
  const order = await sale.placed(aDraft(offer), { viewer, address: '10.3.0.1' });
  expect(await next(platform.clock.now())).toBeNull();
  await sale.paid(order.id);
  expect(await next(platform.clock.now())).toMatchObject({ reference: order.reference, departs: departs.slice(0, 10) });
  expect(await next(order.travelEnds.getTime() + dayMs)).toBeNull();
});

it('calls no booking open that its people have paid for', async () => {
  const draft = aDraft(offer);
  const open = async (day: string) => findOpenBooking(platform, flights.geography, asked(await begun(day, draft)), guest, 'en');
  expect(await open(departs)).toMatchObject({ path: '/checkout' });
  const order = await sale.placed(draft, { address: '10.3.0.2' });
  expect(await open(departs)).toMatchObject({ path: '/checkout' });
  await sale.paid(order.id);
  expect(await open(departs)).toBeNull();
  const later = new Date(Date.parse(`${departs}Z`) + 5 * dayMs).toISOString().slice(0, 16);
  expect(await open(later)).toMatchObject({ path: '/checkout' });
});

describe('the open booking of an account', () => {
  const body = { email: 'two.devices@example.com', password: 'camels walk at dawn', name: 'Amal Nasser' };
  const customer = (id: string): Viewer => ({
    kind: 'customer',
    user: { id, email: `${id}@example.com`, emailVerified: true, fullName: null, createdAt: '2026-01-01T00:00:00.000Z' },
  });
  const joined = async () =>
    ((await platform.db.execute(sql`select subject from audit_events where action = 'draft.joined'`)) as unknown as { rows: unknown[] })
      .rows;

  it('joins it at sign-in and is shown on another device, to its owner alone', async () => {
    const { user } = await platform.auth.api.signUpEmail({ body });
    const cookie = await begun(departs);
    const signed = await app.send('/auth', {
      cookie,
      form: { tab: 'sign-in', email: body.email, password: body.password },
    });
    expect(signed.status).toBe(303);
    expect(await joined()).toHaveLength(1);
    const open = async (from: string, viewer: Viewer) => findOpenBooking(platform, flights.geography, asked(from), viewer, 'en');
    expect(await open('', customer(user.id))).toMatchObject({ departs: departs.slice(0, 10) });
    // Signed out, the browser in which it was begun shows it to nobody, and neither does somebody else's account there.
    expect(await open(cookie, guest)).toBeNull();
    expect(await open(cookie, customer('somebody'))).toBeNull();
    const session = await app.signIn(body.email, body.password);
    expect(await (await app.send('/account', { cookie: session })).text()).toContain('is not finished');
    expect(await (await app.send('/api/home-cards', { cookie: session })).json()).toMatchObject({ booking: { path: '/checkout' } });
    expect((await app.send('/checkout', { cookie: session })).status).toBe(200);
  });

  it('is a thing to do and no unfinished one while its seats are held and not paid', async () => {
    const session = await app.signIn(body.email, body.password);
    const read = async (path: string) => (await app.send(path, { cookie: session })).text();
    expect(await read('/account')).toContain('is not finished');
    const rows = (await platform.db.execute(sql`select id from users where email = ${body.email}`)) as unknown as {
      rows: { id: string }[];
    };
    const order = await sale.placed(aDraft(offer), { viewer: customer(rows.rows[0]!.id), address: '10.3.0.3' });
    const page = await read('/account');
    expect(page).toContain('is held and not paid yet');
    expect(page).toContain(`/checkout/${order.reference}`);
    expect(page).not.toContain('is not finished');
    expect(await read('/order-management')).toContain('1 order waits for you.');
    const narrowed = await read('/order-management?state=needs');
    expect(narrowed).toContain(order.reference);
    expect(narrowed).not.toContain('1 order waits for you.');
  });

  it('is the one that was gone on with last', async () => {
    const { user } = await platform.auth.api.signUpEmail({ body: { ...body, email: 'two.drafts@example.com' } });
    const { booking } = aDraft(offer);
    const older = await createDraft(platform, { booking, checkedBags: {} }, user.id);
    await createDraft(platform, { booking, checkedBags: {} }, user.id);
    platform.clock.advance(1_000);
    await changeDraft(platform, older.draft.id, (draft) => ({ ...draft, checkedBags: { '0:0': 1 } }));
    expect((await findDraft(platform, asked(''), customer(user.id)))?.id).toBe(older.draft.id);
  });
});
