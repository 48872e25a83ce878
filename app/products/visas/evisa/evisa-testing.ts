import { randomUUID } from 'node:crypto';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { sql } from 'drizzle-orm';
import type { Viewer } from '#app/platform/access.ts';
import { transact } from '#app/platform/database.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { pngOf, visaPdf } from '#tests/support/visa-papers.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';
import type { DeliveryAddress } from '../delivery/delivery-address.ts';
import { openEvisaCounter } from './evisa-counter.server.ts';
import { evisaProduct } from './evisa-product.server.ts';
import type { TypedForm } from './evisa-form.ts';
import type { VisaCountry } from './evisa-offer.ts';
import { findApplications } from './evisa-applications-store.server.ts';
import { findGroupAsSystem } from './evisa-groups-store.server.ts';
import { saveOffers } from './evisa-offers-store.server.ts';
import { keepPromises, workOnEvisas } from './work-evisas.server.ts';
import { saveTraveller, saveTrip, sendPaper } from './keep-evisa.server.ts';
import { placeEvisaOrder, priceGroup } from './place-evisa-order.server.ts';
import { documentsOf, readGroup } from './read-evisa-group.server.ts';
import { startEvisa } from './start-evisa.server.ts';
import { workEvisa, type EvisaWork } from './staff/work-evisa.server.ts';

/** A door that a courier finds. */
export const aDoor: DeliveryAddress = {
  name: 'Mona Sabbagh',
  street: '12 Al Rigga Road, flat 5',
  city: 'Deira',
  region: 'AE-DU',
  note: '',
};

export const guest: Viewer = { kind: 'anonymous' };
let people = 0;

/** A grown-up whose form is whole for every country. */
export function aForm(more: TypedForm = {}): TypedForm {
  people += 1;
  return {
    givenNames: 'Mona',
    surname: `Sabbagh${String.fromCharCode(65 + (people % 26))}${String.fromCharCode(65 + Math.floor(people / 26))}`,
    birthDate: '1990-01-02',
    sex: 'F',
    nationality: 'PH',
    residence: 'AE',
    number: `P${2_000_000 + people}`,
    issuedBy: 'PH',
    issuedOn: '2023-01-01',
    expires: '2033-01-01',
    occupation: 'teacher',
    'stay-address': 'Hotel',
    father: 'A B',
    mother: 'C D',
    marital: 'single',
    'birth-place': 'Cebu',
    'home-address': 'Dubai',
    'refused-before': 'no',
    employer: 'School',
    ...more,
  };
}

const portrait = new Uint8Array(pngOf(400, 500));
const page = new Uint8Array(pngOf(1000, 700));

/** A desk with the pretend bank, two officers and these countries; jobs run when a test settles. */
export async function openTestEvisas(platform: TestPlatform, offers: readonly VisaCountry[]) {
  const { db, clock } = platform;
  const bank = await openTestBank(clock);
  const product = evisaProduct(platform);
  const counter = openEvisaCounter(platform);
  const counters: ProductCounters = { of: () => counter, product: () => product, draft: counter };
  await deliverMessages(platform, counters);
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, [product]);
  await workOnEvisas(platform, product);
  await transact(db, (tx) => saveOffers(tx, clock.now(), offers, false));
  for (const id of ['officer-one', 'officer-two']) {
    await db.execute(
      sql`insert into users (id, name, email, email_verified, created_at, updated_at) values (${id}, ${id}, ${`${id}@rihla.example`}, true, now(), now())`,
    );
    await db.execute(
      sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values (${id}, ${id}, '{visa_officer}', true, 'active')`,
    );
  }
  let keys = 0;
  const settle = async () => {
    await platform.jobs.drain();
    await catchUpPayments(platform, bank.provider);
    await platform.jobs.drain();
  };
  /** Types the forms of a group and brings its papers. */
  const fill = async (groupId: string, forms: readonly TypedForm[]) => {
    for (const [position, typed] of forms.entries()) {
      await saveTraveller(platform, { groupId, position, typed, who: 'guest' });
      const read = await readGroup(platform, (await findGroupAsSystem(db, groupId))!);
      for (const kind of documentsOf(read.group, read.travellers[position]!.person))
        await sendPaper(platform, { groupId, position, kind, content: kind === 'photo' ? portrait : page, who: 'guest' });
    }
  };
  const cases = async (groupId: string) => findApplications(db, groupId);
  return {
    bank,
    product,
    counter,
    counters,
    settle,
    cases,
    fill,
    promises: () => keepPromises(platform, product),
    order: async (id: string) => (await findOrderAsSystem(db, id))!,
    /** A group whose forms and papers are whole. */
    async applied(
      slug: string,
      forms: readonly TypedForm[],
      more: { arrival?: string; courier?: boolean; speed?: string; email?: string } = {},
    ) {
      const offer = offers.find((one) => one.slug === slug)!;
      const wish = {
        slug,
        type: offer.types[0]!.code,
        speed: more.speed ?? 'standard',
        travellers: forms.length,
        arrival: more.arrival ?? addDays(dateIn('Asia/Dubai', clock.now()), 35),
      };
      const started = await startEvisa(platform, guest, wish, { language: 'en', address: `10.1.${people % 250}.${forms.length}` });
      if (!started.ok) throw new Error(started.refused);
      const groupId = started.value.id;
      await fill(groupId, forms);
      await saveTrip(platform, {
        groupId,
        contact: {
          email: more.email ?? `${randomUUID()}@example.com`,
          phone: '+971501234567',
          ...(more.courier ? { address: aDoor } : {}),
        },
        courier: more.courier ?? false,
        who: 'guest',
      });
      return groupId;
    },
    async place(groupId: string, more: Partial<Parameters<typeof placeEvisaOrder>[1]> = {}) {
      keys += 1;
      const read = await readGroup(platform, (await findGroupAsSystem(db, groupId))!);
      const { quote } = await priceGroup(platform, read);
      return placeEvisaOrder(platform, {
        viewer: guest,
        groupId,
        language: 'en',
        seenTotal: money(quote.total.amount, 'AED'),
        agreed: true,
        key: `a-key-of-a-visa-form-${keys}`,
        address: '10.0.0.1',
        ...more,
      });
    },
    async pay(orderId: string) {
      const begun = await beginPayment(platform, bank.provider, product, {
        orderId,
        by: 'customer',
        who: 'guest',
        returnTo: { success: '/payment-success', failure: '/payment-failed' },
        language: 'en',
      });
      if (!begun.ok) throw new Error(begun.refused);
      await bank.pay(begun.value.redirectTo, 'approved');
      await settle();
    },
    /** One step of an officer on the case as it stands. */
    async work(applicationId: string, work: EvisaWork, staffId = 'officer-one', version?: number) {
      const found = (await platform.db.execute(sql`select version from evisa_applications where id = ${applicationId}`)) as unknown as {
        rows: { version: number }[];
      };
      return workEvisa(platform, { applicationId, version: version ?? found.rows[0]!.version, staffId, requestId: 'test', work });
    },
    visa: new Uint8Array(visaPdf().buffer),
  };
}
