import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { saveProfile } from '#app/commerce/customers/book/profile-store.server.ts';
import { emptyContact } from '#app/commerce/customers/book/profile.ts';
import { sendMessage } from '#app/commerce/messages/deliver-messages.server.ts';
import { workOnMails } from '#app/commerce/messages/work-on-mails.server.ts';
import { erasePerson } from '#app/commerce/privacy/erase-person.server.ts';
import { personalData } from '#app/personal-data.ts';
import { findTextsOfOrder } from '#app/platform/mail-log-list-store.server.ts';
import { findMail, findSuppression, mailIndexOf, openRecipient, suppressAddress } from '#app/platform/mail-log-store.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { applySetting } from '#tests/support/apply-setting.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { openCounters } from '../../registry.server.ts';
import { aDraft, openTestSale } from '../order/flight-order-testing.ts';
import type { Flights } from '../flights-context.ts';
import { anOffer } from '../offer-testing.ts';
import { ScriptedSupplier } from '../supplier/scripted-supplier.ts';

const platform = await openTestPlatform();
const { db, crypto } = platform;
const offer = { ...anOffer({ supplier: 's1' }), id: 's1.one', expiresAt: '2026-11-24T08:12:00.000Z' };
const sale = await openTestSale(platform, [new ScriptedSupplier({ code: 's1', offers: [offer] })]);
const counters = openCounters(platform, { ...sale.flights, world: { places: { airports: new Map() } } } as unknown as Flights);
await workOnMails(platform);

const userId = 'layla';
const number = '+971501112233';
await db.execute(sql`insert into users (id, name, email) values (${userId}, 'Layla', 'layla@example.com')`);
await saveProfile(platform, userId, 'contact', { ...emptyContact, phone: number, phoneConfirmed: number, whatsappService: true });

const textsInFolder = async () => (await platform.mail.folder!.list()).filter(({ to }) => to === number);

/** Tickets of hers, with the mail that tells her; the id of the text beside it. */
async function told(language: 'en' | 'ar'): Promise<{ readonly orderId: string; readonly text: string }> {
  const order = await sale.paid((await sale.placed(aDraft(offer))).id);
  await db.execute(sql`update orders set user_id = ${userId} where id = ${order.id}`);
  await sendMessage(platform, counters, { template: 'order-ticketed', orderId: order.id, version: order.version, language });
  await platform.jobs.drain();
  return { orderId: order.id, text: `${order.id}.order-ticketed.${order.version}.text` };
}

test('tickets are told to the telephone as well, in the language of their mail while the shop offers it, and stand among what was sent', async () => {
  const arabic = await told('ar');
  expect((await findMail(db, arabic.text))?.language).toBe('ar');
  expect((await findTextsOfOrder(db, arabic.orderId)).map(({ id, kind }) => [id, kind])).toEqual([[arabic.text, 'orders.order-ticketed']]);
  await applySetting(db, 'languages', { offered: ['en'] });
  const english = await told('ar');
  expect((await findMail(db, english.text))?.language).toBe('en');
  const words = (await textsInFolder()).map(({ text }) => text);
  expect(words.filter((text) => text.includes('صدرت تذاكرك'))).toHaveLength(1);
  expect(words.filter((text) => text.includes('your tickets are issued'))).toHaveLength(1);
});

test('forgetting a person takes their number out of the log, the folder and the list of those that get none', async () => {
  const { text } = await told('en');
  await suppressAddress(db, crypto, platform.clock.now(), { address: number, reason: 'complaint', note: '', by: 'system' });
  const row = (await findMail(db, text))!;
  expect(openRecipient(crypto, row)).toBe(number);
  platform.clock.advance(400 * dayMs);
  const erased = await erasePerson(platform, personalData, { userId, emails: ['layla@example.com'] }, { actor: `user:${userId}` });
  expect(erased.ok).toBe(true);
  const after = (await findMail(db, text))!;
  expect([openRecipient(crypto, after), after.content, after.emailIndex]).toEqual(['', null, `erased:${text}`]);
  expect(await findSuppression(db, mailIndexOf(crypto, number))).toBeNull();
  expect(await textsInFolder()).toEqual([]);
});
