import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, inject, it } from 'vitest';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { readEnv } from '#app/platform/env.server.ts';
import { armFailpoints } from '#app/platform/failpoint.server.ts';
import { changeDraft, createDraft, findDraft } from '#app/products/flights/booking/booking-draft-store.server.ts';
import { emptyBooking } from '#app/products/flights/booking/booking-draft.ts';
import { chooseFlight } from '#app/products/flights/booking/choose-flight.server.ts';
import type { Flights } from '#app/products/flights/flights-context.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { ScriptedSupplier } from '#app/products/flights/supplier/scripted-supplier.ts';
import { copyDatabase } from '../support/shared-postgres.ts';
import { openStillPlatform } from '../support/test-platform.ts';
import { meetBeforeWriting } from '../support/waiting.ts';

/*
 * One draft, open in thirty-two tabs that all do something at the same moment. Without its lock the same rush must be
 * seen to lose what some of them did.
 */
const tabs = Array.from({ length: 32 }, (_, tab) => tab);
const folder = mkdtempSync(join(tmpdir(), 'rihla-drafts-'));
const url = await copyDatabase(inject('postgres'), 'drafts');
const env = readEnv({
  NODE_ENV: 'test',
  DATABASE_URL: url,
  DATA_DIR: folder,
  LOG_LEVEL: 'silent',
  AUTH_SECRET: 'a secret for tests only, 0123456789abcdef',
});
const platform = await openStillPlatform(env);
afterEach(() => armFailpoints(undefined));
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

const guest = { kind: 'anonymous' } as const;

async function begun() {
  const { draft, cookie } = await createDraft(platform, { booking: emptyBooking, checkedBags: {} });
  return { id: draft.id, request: new Request('http://localhost:3999/', { headers: { Cookie: cookie.split(';')[0]! } }) };
}

/** Every tab keeps a seat of its own. What is kept in the end. */
async function seatsKept(meeting = 0): Promise<number> {
  const { id, request } = await begun();
  const keep = (tab: number) =>
    changeDraft(platform, id, ({ booking, checkedBags }) => ({
      booking: { ...booking, seatSelections: { ...booking.seatSelections, [`EK1-20261205:${tab}`]: `${tab + 1}A` } },
      checkedBags,
    }));
  const answers = await meetBeforeWriting(url, 'flight_drafts', meeting, () => Promise.all(tabs.map(keep)));
  expect(answers.every((answer) => answer?.id === id)).toBe(true);
  return Object.keys((await findDraft(platform, request, guest))!.booking.seatSelections).length;
}

it('keeps what each of thirty-two tabs did', async () => {
  expect(await seatsKept()).toBe(tabs.length);
});

it('loses some of it when the lock is off', async () => {
  armFailpoints('draft-lock:off');
  expect(await seatsKept(2)).toBeLessThan(tabs.length);
});

it('takes thirty-two choices of another flight at once: everybody is answered, and the draft holds one of them', async () => {
  const offers = tabs.map((tab) => anOffer({ flight: `EK${tab + 1}`, supplier: 'house' }));
  const flights = {
    supplierOf: () => new ScriptedSupplier({ offers }),
    world: { places: { airports: new Map(), byCode: new Map() } },
  } as unknown as Flights;
  const search = {
    slices: [{ from: 'DXB', to: 'LHR', date: '2026-12-05' }],
    passengers: { adults: 1, children: 0, infants: 0 },
    cabin: 'economy' as const,
    maxStops: 2 as const,
  };
  const rules = await getPricingRules(platform.db, platform.clock.now());
  const { request } = await begun();
  const choose = ({ id }: (typeof offers)[number]) =>
    chooseFlight(platform, flights, rules, request, guest, search, { offerId: id, brand: 'light', seen: null });
  expect(await Promise.all(offers.map(choose))).toEqual(tabs.map(() => ({ ok: true, value: { cookie: null } })));
  const { booking } = (await findDraft(platform, request, guest))!;
  expect(offers.map(({ id }) => id)).toContain(booking.selectedOutboundFlight?.offerId);
});
