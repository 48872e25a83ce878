import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { deliverMessages } from '#app/commerce/messages/deliver-messages.server.ts';
import { beginPayment } from '#app/commerce/orders/begin-payment.server.ts';
import { workOnOrders } from '#app/commerce/orders/order-jobs.server.ts';
import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { catchUpPayments } from '#app/commerce/payments/catch-up-payments.server.ts';
import { openTestBank } from '#app/commerce/payments/payments-testing.ts';
import { workOnPayments } from '#app/commerce/payments/work-payments.server.ts';
import type { ProductCounters } from '#app/commerce/product-counter.ts';
import { transact } from '#app/platform/database.server.ts';
import { addDays, dateIn } from '#app/values/dates.ts';
import { pngOf, visaPdf } from '#tests/support/visa-papers.ts';
import type { TestPlatform } from '#tests/support/test-platform.ts';
import type { TypedForm } from '../evisa/evisa-form.ts';
import { aDoor, aForm, guest } from '../evisa/evisa-testing.ts';
import { findApplications } from '../evisa/evisa-applications-store.server.ts';
import { findGroupAsSystem } from '../evisa/evisa-groups-store.server.ts';
import { saveTraveller, saveTrip } from '../evisa/keep-evisa.server.ts';
import { documentsOf, readGroup } from '../evisa/read-evisa-group.server.ts';
import { sendCasePaper } from './answer-case.server.ts';
import type { AssistedCountry } from './assisted-country.ts';
import { openAssistedCounter } from './assisted-counter.server.ts';
import { assistedProduct } from './assisted-product.server.ts';
import { findCase, saveAssistedCountries } from './assisted-store.server.ts';
import { placeAssistedOrder, priceParty } from './place-assisted-order.server.ts';
import { startAssisted } from './start-assisted.server.ts';
import type { CaseWork } from './staff/case-work.ts';
import { workCase } from './staff/work-case.server.ts';
import { keepAppointments, workOnAssisted } from './work-assisted.server.ts';

const page = new Uint8Array(pngOf(1000, 700));
const portrait = new Uint8Array(pngOf(400, 500));
let parties = 0;

/** A desk with the pretend bank, two officers and these countries; jobs run when a test settles. */
export async function openTestAssisted(platform: TestPlatform, countries: readonly AssistedCountry[]) {
  const { db, clock } = platform;
  const bank = await openTestBank(clock);
  const product = assistedProduct(platform);
  const counter = openAssistedCounter(platform);
  const counters: ProductCounters = { of: () => counter, product: () => product, draft: counter };
  await deliverMessages(platform, counters);
  await workOnPayments(platform, bank.provider);
  await workOnOrders(platform, [product]);
  await workOnAssisted(platform, product);
  await transact(db, (tx) => saveAssistedCountries(tx, clock.now(), countries, false));
  for (const id of ['officer-one', 'officer-two']) {
    await db.execute(
      sql`insert into users (id, name, email, email_verified, created_at, updated_at) values (${id}, ${id}, ${`${id}@rihla.example`}, true, now(), now()) on conflict do nothing`,
    );
    await db.execute(
      sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values (${id}, ${id}, '{visa_officer}', true, 'active') on conflict do nothing`,
    );
  }
  const settle = async () => {
    await platform.jobs.drain();
    await catchUpPayments(platform, bank.provider);
    await platform.jobs.drain();
  };
  const one = async (id: string) => (await findCase(db, id))!;
  return {
    bank,
    product,
    counter,
    settle,
    one,
    appointments: () => keepAppointments(platform, product),
    order: async (id: string) => (await findOrderAsSystem(db, id))!,
    /** A party whose forms are whole; its papers follow the payment. */
    async begun(
      slug: string,
      forms: readonly TypedForm[],
      more: { package?: string; arrival?: string; purpose?: string; email?: string } = {},
    ) {
      parties += 1;
      const wish = {
        slug,
        purpose: more.purpose ?? 'tourist',
        package: more.package ?? 'full',
        region: 'AE-DU',
        travellers: forms.length,
        arrival: more.arrival ?? addDays(dateIn('Asia/Dubai', clock.now()), 120),
      };
      const started = await startAssisted(platform, guest, wish, { language: 'en', address: `10.2.${parties % 250}.1` });
      if (!started.ok) throw new Error(started.refused);
      const groupId = started.value.id;
      for (const [position, typed] of forms.entries()) await saveTraveller(platform, { groupId, position, typed, who: 'guest' });
      await saveTrip(platform, {
        groupId,
        contact: { email: more.email ?? `${randomUUID()}@example.com`, phone: '+971501234567', address: aDoor },
        courier: true,
        who: 'guest',
      });
      return groupId;
    },
    async place(groupId: string) {
      const read = await readGroup(platform, (await findGroupAsSystem(db, groupId))!);
      const quote = await priceParty(platform, read);
      return placeAssistedOrder(platform, {
        viewer: guest,
        groupId,
        language: 'en',
        seenTotal: quote.total,
        agreed: true,
        key: `a-key-of-an-assisted-form-${randomUUID()}`,
        address: '10.0.0.1',
      });
    },
    async paid(slug: string, people = 1, more: { package?: string; arrival?: string; email?: string } = {}) {
      const forms = Array.from({ length: people }, () => aForm());
      const groupId = await this.begun(slug, forms, more);
      const placed = await this.place(groupId);
      if (!placed.ok) throw new Error(placed.refused);
      const { orderId } = placed.value;
      const begunPayment = await beginPayment(platform, bank.provider, product, {
        orderId,
        by: 'customer',
        who: 'guest',
        returnTo: { success: '/payment-success', failure: '/payment-failed' },
        language: 'en',
      });
      if (!begunPayment.ok) throw new Error(begunPayment.refused);
      await bank.pay(begunPayment.value.redirectTo, 'approved');
      await settle();
      const ids = (await findApplications(db, groupId)).map(({ id }) => id);
      return { groupId, orderId, ids, forms };
    },
    /** Every paper of a case's checklist. */
    async sendPapers(groupId: string, position: number) {
      const read = await readGroup(platform, (await findGroupAsSystem(db, groupId))!);
      const { application, person } = read.travellers[position]!;
      for (const kind of documentsOf(read.group, person)) {
        const content = kind === 'photo' ? portrait : page;
        const sent = await sendCasePaper(platform, { caseId: application.id, kind, content, who: 'guest' });
        if (!sent.ok) throw new Error(`${kind}: ${sent.refused}`);
      }
    },
    /** One step of an officer on the case as it stands. */
    async work(caseId: string, work: CaseWork, staffId = 'officer-one', version?: number) {
      return workCase(platform, { caseId, version: version ?? (await one(caseId)).version, staffId, requestId: 'test', work });
    },
    letter: new Uint8Array(visaPdf().buffer),
    photo: page,
  };
}
