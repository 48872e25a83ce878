import { findOrderAsSystem } from '#app/commerce/orders/orders-store.server.ts';
import { findStaffMember, findStaffNames } from '#app/platform/access-store.server.ts';
import { permissionsOf } from '#app/platform/access.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { readPaperBrand } from '#app/platform/branding.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { addDays, dateIn, instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import { findCase, findCustody } from '../../assisted/assisted-store.server.ts';
import { offerOf } from '../../assisted/assisted-words.server.ts';
import { holderOf } from '../../assisted/custody-rules.ts';
import { findApplication, findApplications, openTyped } from '../../evisa/evisa-applications-store.server.ts';
import { fieldsOf, type EvisaField } from '../../evisa/evisa-form.ts';
import { findGroupAsSystem, findGroupOfOrder, openContact } from '../../evisa/evisa-groups-store.server.ts';
import { documentsOf, readGroup } from '../../evisa/read-evisa-group.server.ts';
import { grantedStates } from '../../evisa/evisa-status.ts';
import { findCopies } from '../copies-store.server.ts';
import { setDeskPaper, type DeskPaper } from '../set-desk-paper.server.ts';

export const printed = ['slip', 'letter', 'receipt', 'sheet'] as const;
export type Printed = (typeof printed)[number];

const countryFields: readonly EvisaField[] = ['nationality', 'residence', 'issuedBy'];

/** Days a runner's letter counts: long enough for a counter that is closed, too short to be found in a drawer. */
const letterDays = 7;

export interface PrintAsk {
  /** Of the application or the case. */
  readonly id: string;
  readonly paper: Printed;
  readonly staffId: string;
  /** Who goes to the counter; only for a letter. */
  readonly runner: string | null;
  readonly requestId: string;
}
export type PrintRefusal = 'gone' | 'address-missing' | 'not-due';

/** A paper as PDF for who goes out with something, and a line in the audit that it was set. */
export async function openDeskPaper(
  platform: Platform,
  ask: PrintAsk,
): Promise<Outcome<{ readonly content: Buffer; readonly name: string }, PrintRefusal>> {
  const application = await findApplication(platform.db, ask.id);
  const group = application && (await findGroupAsSystem(platform.db, application.groupId));
  if (!application || !group?.orderId) return refuse('gone');
  const facts = group.route === 'evisa' ? await slipOfCopies(platform, group.id, ask) : await paperOfCase(platform, ask);
  if (!facts.ok) return facts;
  const content = await setDeskPaper(facts.value, group.language, await readPaperBrand(platform));
  await transact(platform.db, (tx) =>
    audit(tx, platform.clock.now(), {
      actor: `staff:${ask.staffId}`,
      action: 'visa.desk-paper-set',
      subject: `evisa_applications:${ask.id}`,
      detail: { paper: ask.paper },
      requestId: ask.requestId,
    }),
  );
  return done({ content, name: `${ask.paper}-${facts.value.reference}.pdf` });
}

async function slipOfCopies(platform: Platform, groupId: string, ask: PrintAsk): Promise<Outcome<DeskPaper, PrintRefusal>> {
  const { db, crypto } = platform;
  const group = (await findGroupAsSystem(db, groupId))!;
  const [copies, order, applications] = await Promise.all([
    findCopies(db, groupId),
    findOrderAsSystem(db, group.orderId!),
    findApplications(db, groupId),
  ]);
  if (ask.paper !== 'slip' || !copies || !order) return refuse('not-due');
  const contact = openContact(crypto, group);
  if (!contact?.address) return refuse('address-missing');
  return done({
    paper: 'slip',
    reference: order.reference,
    address: contact.address,
    phone: contact.phone,
    sheets: applications.filter(({ status }) => grantedStates.includes(status)).length,
    seal: null,
    insured: null,
    waybill: copies.waybill,
  });
}

async function paperOfCase(platform: Platform, ask: PrintAsk): Promise<Outcome<DeskPaper, PrintRefusal>> {
  const { db, crypto, clock } = platform;
  const one = await findCase(db, ask.id);
  const group = one && (await findGroupOfOrder(db, one.orderId));
  const order = one && (await findOrderAsSystem(db, one.orderId));
  const application = await findApplication(db, ask.id);
  if (!one || !group || !order || !application) return refuse('gone');
  if (one.package === 'check') return refuse('not-due');
  const typed = openTyped(crypto, application);
  const applicant = `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim();
  const { reference } = order;
  switch (ask.paper) {
    case 'slip': {
      const contact = openContact(crypto, group);
      if (!['with_us_return', 'with_courier'].includes(one.passport)) return refuse('not-due');
      if (!contact?.address) return refuse('address-missing');
      return done({
        paper: 'slip',
        reference,
        address: contact.address,
        phone: contact.phone,
        sheets: null,
        seal: one.seal,
        insured: one.insured,
        waybill: one.tracking,
      });
    }
    case 'letter': {
      if (one.overAt) return refuse('not-due');
      const colleague = await findStaffMember(db, ask.runner ?? ask.staffId);
      if (!colleague || !permissionsOf(colleague.roles).has('visas:decide')) return refuse('gone');
      const names = await findStaffNames(db, [colleague.userId]);
      return done({
        paper: 'letter',
        reference,
        runner: names.get(colleague.userId) ?? '–',
        applicant,
        passport: typed.number ?? '–',
        nationality: typed.nationality ?? one.country,
        counter: offerOf(group).assisted.counter,
        theirs: one.lodgedReference ?? one.appointmentReference,
        until: addDays(dateIn('Asia/Dubai', clock.now()), letterDays),
      });
    }
    case 'sheet': {
      const read = await readGroup(platform, group);
      const own = read.travellers[application.position]!;
      const offer = offerOf(group);
      const shown = (field: EvisaField, value: string) => (countryFields.includes(field) ? countryName(value, 'en') : value);
      return done({
        paper: 'sheet',
        reference,
        applicant,
        counter: offer.assisted.counter,
        travels: one.travelsOn,
        answers: fieldsOf(offer).flatMap((field) =>
          typed[field] && field !== 'mrz' ? [{ field, value: shown(field, typed[field]) }] : [],
        ),
        papers: documentsOf(group, own.person).map((code) => ({ code, there: !own.missing.includes(code) })),
      });
    }
    case 'receipt': {
      const line = (await findCustody(db, [one.id])).at(-1);
      if (!line || holderOf(one.passport) !== 'staff') return refuse('not-due');
      const keeper = line.receivedBy.replace('staff:', '');
      return done({
        paper: 'receipt',
        reference,
        applicant,
        passport: `…${(typed.number ?? '').slice(-3)}`,
        seal: one.seal,
        condition: line.condition,
        since: dateIn('Asia/Dubai', instant(one.passportSince.getTime())),
        keeper: (await findStaffNames(db, [keeper])).get(keeper) ?? '–',
      });
    }
  }
}
