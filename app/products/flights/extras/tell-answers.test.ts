import { expect, it } from 'vitest';
import { transact } from '#app/platform/database.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import { instant, minuteMs } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { aDraft, aParty, openTestSale } from '../order/flight-order-testing.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';
import { tellAnswers } from './tell-answers.server.ts';
import { answerRequest, findRequests } from './traveller-requests-store.server.ts';

const platform = await openTestPlatform();
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-12-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
let networks = 0;

async function asked(assistance: PassengerDetails['assistance'], language: LanguageCode = 'en') {
  networks += 1;
  const people = aParty(offer.passengers).map((person) => ({ ...person, assistance }));
  const held = await sale.placed(aDraft(offer, {}, people), { address: `10.4.${networks}.1`, language });
  return sale.paid(held.id);
}
const say = (orderId: string, code: string, answer: 'confirmed' | 'refused') =>
  transact(platform.db, (tx) =>
    answerRequest(tx, platform.jobs, platform.clock.now(), { orderId, contract: 0, traveller: 0, kind: 'assistance', code }, answer, {
      who: 'staff:one',
    }),
  );
const subjects = /^(The airline has answered|ردّت شركة الطيران)/;
const told = async (order: Order) =>
  (await platform.mail.folder!.list()).filter((mail) => subjects.test(mail.subject) && mail.subject.includes(order.reference)).toReversed();

it('tells several answers in one mail, once', async () => {
  const order = await asked(['WCHR', 'BLND']);
  await say(order.id, 'WCHR', 'confirmed');
  await say(order.id, 'BLND', 'refused');
  await tellAnswers(platform, order.id);
  await tellAnswers(platform, order.id);
  const mails = await told(order);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.to).toBe('layla@example.com');
  expect(mails[0]!.text).toMatch(/The airline cannot do this[^]*Confirmed by the airline/);
  expect(mails[0]!.text).toContain(`/track?order=${order.reference}&key=`);
});

it('tells an answer that was changed again, and an answer taken back before the mail not at all', async () => {
  const order = await asked(['WCHR']);
  await say(order.id, 'WCHR', 'refused');
  await say(order.id, 'WCHR', 'confirmed');
  await tellAnswers(platform, order.id);
  expect((await told(order)).map((mail) => mail.text.includes('cannot'))).toEqual([false]);
  platform.clock.set(instant(platform.clock.now() + minuteMs));
  await say(order.id, 'WCHR', 'refused');
  await tellAnswers(platform, order.id);
  expect((await told(order)).map((mail) => mail.text.includes('cannot'))).toEqual([false, true]);
});

it('does not send a mail again that left before a crash', async () => {
  const order = await asked(['DEAF']);
  await say(order.id, 'DEAF', 'confirmed');
  await tellAnswers(platform, order.id);
  // As if the process had died between noting the mail and noting that the traveller knows.
  const { travellerRequests } = await import('../flight.tables.ts');
  await platform.db.update(travellerRequests).set({ toldStatus: null });
  await tellAnswers(platform, order.id);
  expect(await told(order)).toHaveLength(1);
  expect((await findRequests(platform.db, order.id))[0]!.toldStatus).toBe('confirmed');
});

it('writes in the language of the order', async () => {
  const order = await asked(['WCHR'], 'ar');
  await say(order.id, 'WCHR', 'confirmed');
  await tellAnswers(platform, order.id);
  expect((await told(order))[0]!.text).toContain('أكّدته شركة الطيران');
});
