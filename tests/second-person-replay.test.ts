import { globSync, readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { askRetention, decideRetention } from '#app/backoffice/retention/change-retention.server.ts';
import { decideSetting, draftSetting } from '#app/backoffice/settings/work-setting.server.ts';
import { answerRoleRequest, changeRoles } from '#app/backoffice/staff-accounts/work-staff-account.server.ts';
import { findCampaign } from '#app/commerce/campaigns/campaigns-store.server.ts';
import { beginCampaign, moveCampaign, saveCampaign } from '#app/commerce/campaigns/staff/work-campaign.server.ts';
import { askCreditTerms, decideCreditTerms, readTerms } from '#app/commerce/credits/staff/change-credit-terms.server.ts';
import { findCreditTerms } from '#app/commerce/credits/credits-store.server.ts';
import { findChangeIn } from '#app/commerce/currencies/rate-changes-store.server.ts';
import { decideRate, setRate } from '#app/commerce/currencies/work-rates.server.ts';
import { approveRule, adjustPoints, decideAdjustment, draftRule } from '#app/commerce/loyalty/run-programme.server.ts';
import { joinProgramme } from '#app/commerce/loyalty/join-programme.server.ts';
import { listRules, listWaitingAdjustments } from '#app/commerce/loyalty/programme-store.server.ts';
import { findWordings } from '#app/commerce/messages/mail-wordings-store.server.ts';
import { moveWording, saveWording } from '#app/commerce/messages/staff/work-wording.server.ts';
import { listRoleRequests } from '#app/backoffice/staff-accounts/role-requests-store.server.ts';
import { findStaffAccount } from '#app/platform/staff-accounts-store.server.ts';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import type { Clerk, Viewer } from '#app/platform/access.ts';
import { deliveredRefundLimits } from '#app/platform/refund-limits.ts';
import { getPolicy } from '#app/platform/retention-store.server.ts';
import { findOpenSetting } from '#app/platform/settings-store.server.ts';
import { findRequisition } from '#app/people/recruitment/requisitions-store.server.ts';
import { readRequisition } from '#app/people/recruitment/requisition-form.ts';
import { workRequisition, writeRequisition } from '#app/people/recruitment/work-requisition.server.ts';
import { findCountry, listOfferEditions } from '#app/products/visas/evisa/evisa-editions-store.server.ts';
import { approveOffer, draftOffer } from '#app/products/visas/evisa/work-offer.server.ts';
import { addMilliseconds, dayMs } from '#app/values/dates.ts';
import { openCataloguePlatform } from './support/test-platform.ts';

/*
 * What needs a second person, sent by the first: from two tabs at once, and the form of the second one replayed after it was
 * agreed to. Each is refused and changes nothing in the whole database.
 */

const platform = await openCataloguePlatform();
const { db, clock } = platform;
const requestId = 'replay';

type Staff = Viewer & Clerk & { readonly kind: 'staff' };
/** Both are owners: that they may agree is not what keeps the first one from it. */
const ownerOf = async (email: string): Promise<Staff> => {
  const { id, name } = (await findAccountByEmail(db, email))!;
  const user = { id, email, emailVerified: true, fullName: name, createdAt: '2026-01-01' };
  return { kind: 'staff', user, staff: { userId: id, displayName: name, roles: ['owner'] } } as Staff;
};
let first: Staff;
let second: Staff;
beforeAll(async () => {
  [first, second] = [await ownerOf('admin@rihla.example'), await ownerOf('finance@rihla.example')];
  await db.execute(sql`update internal_users set roles = '{owner}' where user_id in (${first.user.id}, ${second.user.id})`);
});

interface Answer {
  readonly ok: boolean;
  readonly refused?: unknown;
}
/** The form that agrees, as it was drawn once the first person had asked. */
type Agrees = (who: Staff) => Promise<Answer>;

/** By the file that refuses and the word with which it does: asks as the first person, and answers with what agrees. */
const acts: Readonly<Record<string, () => Promise<Agrees>>> = {
  'app/commerce/campaigns/staff/work-campaign.server.ts second-person': async () => {
    const begun = await beginCampaign(platform, { viewer: first, name: 'Replayed', requestId });
    if (!begun.ok) throw new Error(begun.refused);
    const id = begun.value;
    const words = { en: { subject: 'Cool evenings', title: 'Cool evenings', text: 'One.', button: 'See' } };
    const startsAt = new Date(addMilliseconds(clock.now(), dayMs));
    const draft = { name: 'Replayed', words, page: '/holidays', interests: [], languages: ['en'], customers: null, startsAt } as const;
    await saveCampaign(platform, { viewer: first, id, version: 1, draft, requestId });
    await moveCampaign(platform, { viewer: first, id, version: 2, event: 'submit', requestId });
    const { version } = (await findCampaign(db, id))!;
    return (viewer) => moveCampaign(platform, { viewer, id, version, event: 'approve', requestId });
  },
  'app/commerce/messages/staff/work-wording.server.ts second-person': async () => {
    const kind = 'orders.order-link' as const;
    const line = { language: 'en', lines: { 'order-link.button': 'Open it' }, note: '', sameMeaning: true } as const;
    await saveWording(platform, { viewer: first, kind, ...line, version: 0, requestId });
    await moveWording(platform, { viewer: first, kind, event: 'submit', version: 1, reason: '', requestId });
    const { version } = (await findWordings(db, kind))[0]!;
    return (viewer) => moveWording(platform, { viewer, kind, event: 'approve', version, reason: '', requestId });
  },
  'app/backoffice/settings/work-setting.server.ts own': async () => {
    const section = 'limits' as const;
    const value = { ...deliveredRefundLimits, flight_agent: 10_000 };
    await draftSetting(platform, { viewer: first, section, value, reason: 'A quiet month', requestId, version: 0 });
    await decideSetting(platform, { viewer: first, section, decision: 'apply', version: 1, answer: '', requestId });
    const { rowVersion: version } = (await findOpenSetting(db, section))!;
    return (viewer) => decideSetting(platform, { viewer, section, decision: 'agree', version, answer: '', requestId });
  },
  'app/backoffice/retention/change-retention.server.ts own-wish': async () => {
    const policy = 'papers' as const;
    const { version } = await getPolicy(db, policy);
    const wish = { days: 45, reason: 'The authority asks for less' };
    const asked = await askRetention(platform, { viewer: first, policy, wish, version, requestId });
    if (!asked.ok) throw new Error(asked.refused);
    return (viewer) => decideRetention(platform, { viewer, policy, id: asked.value, decision: 'approve', requestId });
  },
  'app/commerce/credits/staff/change-credit-terms.server.ts own-wish': async () => {
    const read = readTerms({ percent: '25', months: '6', reason: 'A summer of many cancellations' });
    if (!read.ok) throw new Error(read.refused);
    const version = (await findCreditTerms(db)).number;
    const asked = await askCreditTerms(platform, { viewer: first, terms: read.value, version, requestId });
    if (!asked.ok) throw new Error(asked.refused);
    return (viewer) => decideCreditTerms(platform, { viewer, id: asked.value, decision: 'approve', requestId });
  },
  'app/commerce/currencies/work-rates.server.ts second-person': async () => {
    const until = new Date(addMilliseconds(clock.now(), dayMs));
    await setRate(platform, { target: 'BRL', rate: 3, until, reason: 'A jump', staffId: first.user.id });
    const { id } = (await findChangeIn(db, 'BRL', 'proposed'))!;
    return ({ user }) => decideRate(platform, { id, approve: true, staffId: user.id });
  },
  'app/commerce/loyalty/agree-on-points.server.ts own-rule': async () => {
    await draftRule(platform, first, { kind: 'flight', points: 90 });
    const draft = (await listRules(db)).find(({ status }) => status === 'draft')!;
    return (viewer) => approveRule(platform, viewer, draft);
  },
  'app/commerce/loyalty/run-programme.server.ts own-request': async () => {
    const { id: userId } = (await findAccountByEmail(db, 'traveller@rihla.example'))!;
    await joinProgramme(platform, userId, 'en');
    await adjustPoints(platform, first, { userId, points: 5_000, reason: 'A lost case' });
    const { id } = (await listWaitingAdjustments(db, platform.crypto))[0]!;
    return (viewer) => decideAdjustment(platform, viewer, { id, agrees: true });
  },
  'app/backoffice/staff-accounts/work-staff-account.server.ts second-person': async () => {
    const { id: userId } = (await findAccountByEmail(db, 'support@rihla.example'))!;
    const { version } = (await findStaffAccount(db, userId))!;
    const ask = { userId, staffId: first.user.id, roles: ['support_agent', 'finance'], reason: 'new desk', version, requestId } as const;
    await changeRoles(platform, ask);
    const { id } = (await listRoleRequests(db, userId))[0]!;
    return ({ user }) => answerRoleRequest(platform, { id, event: 'grant', staffId: user.id, requestId });
  },
  'app/people/recruitment/work-requisition.server.ts same-person': async () => {
    const form = new FormData();
    const facts = { title: 'Counter officer', department: 'visas', place: 'dubai', employment: 'full-time', positions: '2' };
    for (const [name, value] of Object.entries({ ...facts, reason: 'Two colleagues leave in January.' })) form.set(name, value);
    const read = readRequisition(form, '2026-11-22', new Set(['lead']));
    if (!read.ok) throw new Error(read.wrong.join());
    const made = await writeRequisition(platform, { viewer: first, requestId, content: read.value });
    if (!made.ok) throw new Error(made.refused);
    const draft = (await findRequisition(db, made.value))!;
    await workRequisition(platform, { viewer: first, requestId, requisition: draft, event: 'ask', reason: null });
    const requisition = (await findRequisition(db, made.value))!;
    return (viewer) => workRequisition(platform, { viewer, requestId, requisition, event: 'approve', reason: null });
  },
  'app/products/visas/evisa/work-offer.server.ts own-draft': async () => {
    const { offer } = (await findCountry(db, 'IN'))!;
    const dearer = { ...offer, types: offer.types.map((type) => ({ ...type, serviceFee: type.serviceFee + 1_000 })) };
    await draftOffer(platform, { offer: dearer, note: 'Fee read again', staffId: first.user.id, create: false });
    const draft = (await listOfferEditions(db, 'IN')).find(({ status }) => status === 'draft')!;
    const seen = { code: 'IN', id: draft.id, writtenAt: draft.draftedAt.toISOString(), from: null };
    return ({ user }) => approveOffer(platform, { ...seen, staffId: user.id });
  },
};

/** Those that begin with something that was sold, priced, flown or handed over: each has its own world in the test beside it. */
const elsewhere: Readonly<Record<string, string>> = {
  'app/backoffice/settings/work-setting.server.ts own-factor': 'no second person: an owner who would lock themselves out',
  'app/commerce/bank': 'a line of the bank with its order',
  'app/commerce/disputes': 'a dispute of a payment',
  'app/commerce/invoices': 'an invoice of a sale',
  'app/commerce/loyalty/give-voucher': 'a voucher of a member',
  'app/commerce/loyalty/hold-member.server.ts': 'a member that a rule holds',
  'app/commerce/loyalty/join-programme.server.ts': 'no second person: the code of somebody who is the same',
  'app/commerce/loyalty/run-programme.server.ts own-points': 'no second person: points for oneself',
  'app/commerce/orders': 'a refund of a sale',
  'app/commerce/pricing': 'a policy with its cases and its simulation',
  'app/commerce/supply/import-table.server.ts': 'a table of stock',
  'app/people/assets': 'a thing that was damaged or lost',
  'app/people/recruitment/staff': 'an application',
  'app/products/experiences': 'an edition, a session or an import',
  'app/products/flights': 'an offer, an order or a fare of the house',
  'app/products/holidays': 'an edition of a tour',
  'app/products/visas/compliance': 'cases whose time is over',
  'app/products/visas/evisa/staff': 'an application that was paid',
  'app/products/visas/requirements': 'a rule of the register',
};

/** As `second-person.test.ts` takes the census. */
const refusals = /refuse\('(second-person|same-person|own(?:-(?!words|factor)[a-z]+)?)'\)/g;
const census = globSync('app/**/*.ts')
  .filter((file) => !file.includes('.test.'))
  .flatMap((file) => [...new Set([...readFileSync(file, 'utf8').matchAll(refusals)].map((match) => `${file} ${match[1]!}`))]);

/** A sum of every table of the database, but of the queue of jobs. */
async function everything(): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = (await db.execute(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )) as unknown as { rows: { name: string }[] };
  const sums = tables.map(
    ({ name }) => `(select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) from "${name}" t) as "${name}"`,
  );
  const parts: Record<string, string> = {};
  // A statement has at most so many columns.
  for (let from = 0; from < sums.length; from += 100) {
    const { rows } = (await db.execute(sql.raw(`select ${sums.slice(from, from + 100).join(', ')}`))) as unknown as {
      rows: Record<string, string>[];
    };
    Object.assign(parts, rows[0]);
  }
  return parts;
}
const changed = (before: Readonly<Record<string, string>>, after: Readonly<Record<string, string>>) =>
  Object.keys(after).filter((table) => before[table] !== after[table]);

describe('a second person', () => {
  it.each(Object.entries(acts))('is not the first one, in two tabs or by a form sent once more: %s', async (name, prepare) => {
    const word = name.split(' ')[1]!;
    const agree = await prepare();
    const asked = await everything();
    const tabs = await Promise.all([agree(first), agree(first)]);
    expect(tabs).toEqual([
      { ok: false, refused: word },
      { ok: false, refused: word },
    ]);
    expect(changed(asked, await everything())).toEqual([]);

    expect(await agree(second)).toMatchObject({ ok: true });
    const agreed = await everything();
    expect(changed(asked, agreed)).not.toEqual([]);
    // The form of the second person, replayed by the first one and by the second one.
    for (const who of [first, second, first]) expect(await agree(who)).toMatchObject({ ok: false });
    expect(changed(agreed, await everything())).toEqual([]);
  });

  it('is asked for by nothing that is neither here nor proved beside it', () => {
    expect(census.length).toBeGreaterThan(25);
    const unnamed = census.filter((one) => !acts[one] && !Object.keys(elsewhere).some((beginning) => one.startsWith(beginning)));
    expect(unnamed).toEqual([]);
    expect(Object.keys(acts).filter((one) => !census.includes(one))).toEqual([]);
    const all = globSync('app/**/*.ts').filter((file) => !file.includes('.test.'));
    expect(Object.keys(elsewhere).filter((beginning) => !all.some((file) => file.startsWith(beginning.split(' ')[0]!)))).toEqual([]);
  });
});
