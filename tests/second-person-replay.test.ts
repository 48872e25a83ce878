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
import { addDays, addMilliseconds, calendarDate, dateIn, dayMs } from '#app/values/dates.ts';
import { randomUUID } from 'node:crypto';
import { draftBatch, decideBatch, issueBatch } from '#app/commerce/loyalty/give-voucher-batch.server.ts';
import { decideVoucher, draftVoucher, issueVoucher } from '#app/commerce/loyalty/give-voucher.server.ts';
import { holdMember } from '#app/commerce/loyalty/hold-member.server.ts';
import { findMember } from '#app/commerce/loyalty/points-store.server.ts';
import { findBatch } from '#app/commerce/loyalty/voucher-batches-store.server.ts';
import type { VoucherValues } from '#app/commerce/loyalty/voucher-form.ts';
import { findVoucher } from '#app/commerce/loyalty/vouchers-store.server.ts';
import { anExample, aPolicyRule } from '#app/commerce/pricing/policy-testing.ts';
import { openScope } from '#app/commerce/pricing/policy.ts';
import { findOpenPolicy } from '#app/commerce/pricing/policies-store.server.ts';
import { findOpenDraft } from '#app/commerce/pricing/pricing-draft-store.server.ts';
import { getPricingRules } from '#app/commerce/pricing/pricing-store.server.ts';
import { nothingQuoted } from '#app/commerce/pricing/shown-quotes-store.server.ts';
import { askSimulation, workOnPricing } from '#app/commerce/pricing/simulate-policy.server.ts';
import { beginPolicy, decidePolicy, editPolicy } from '#app/commerce/pricing/work-policy.server.ts';
import {
  beginDraft,
  changeRule,
  keepSimulation,
  moveDraft,
  newRuleId,
  publishDraft,
} from '#app/commerce/pricing/work-pricing-draft.server.ts';
import { applyImport, tryImport } from '#app/commerce/supply/import-table.server.ts';
import { chargeAloneMost } from '#app/people/assets/asset-charge-rules.ts';
import { findChargesOfAsset } from '#app/people/assets/asset-charges-store.server.ts';
import { findPaperAsStaff } from '#app/people/assets/asset-papers-store.server.ts';
import { findAssetsByTag } from '#app/people/assets/assets-store.server.ts';
import { decideCharge } from '#app/people/assets/charge-damage.server.ts';
import { handOver, signPaper, takeBack } from '#app/people/assets/hand-over.server.ts';
import { checkPhoto } from '#app/people/assets/keep-photo.server.ts';
import { registerAssets } from '#app/people/assets/register-asset.server.ts';
import { workOnAssets } from '#app/people/assets/remind-holders.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { runsOn } from '#app/products/experiences/experience-rules.ts';
import type { SupplyEvent } from '#app/products/experiences/experience-supply-status.ts';
import { findKnownExperience } from '#app/products/experiences/experiences-store.server.ts';
import { findOptions } from '#app/products/experiences/slots-store.server.ts';
import { sessionsTable } from '#app/products/experiences/staff/sessions-table.server.ts';
import { workSupply } from '#app/products/experiences/staff/work-supply.server.ts';
import { allotmentSettle } from '#app/products/flights/flight-jobs.server.ts';
import { quoteOffer } from '#app/products/flights/flight-price.ts';
import { anOffer } from '#app/products/flights/offer-testing.ts';
import { findFlightQuoteAsStaff } from '#app/products/flights/quotes/flight-quotes-store.server.ts';
import { findDiscounts } from '#app/products/flights/quotes/quote-discounts-store.server.ts';
import { flightsOver } from '#app/products/flights/flights.server.ts';
import { mailFlightQuotes } from '#app/products/flights/quotes/mail-flight-quotes.server.ts';
import { draftFlightQuote, workFlightQuote } from '#app/products/flights/quotes/work-flight-quote.server.ts';
import { askDiscount, decideDiscount } from '#app/products/flights/quotes/work-quote-discount.server.ts';
import { readAllotment } from '#app/products/flights/supply/allotment-form.ts';
import { findAllotment } from '#app/products/flights/supply/allotment-store.server.ts';
import { listSuppliers } from '#app/products/flights/supply/flight-suppliers-store.server.ts';
import {
  answerSeats,
  draftAllotment,
  moveAllotment,
  resizeAllotment,
  settleAllotment,
} from '#app/products/flights/supply/keep-allotment.server.ts';
import { answerBankChange, askBankChange } from '#app/products/flights/supply/keep-supplier.server.ts';
import { theWorld } from '#app/products/flights/world/open-world.server.ts';
import { changeTour, workEdition as workTour } from '#app/products/holidays/staff/edit-tour.server.ts';
import { changeStay, workStayEdition } from '#app/products/staycations/staff/edit-stay.server.ts';
import type { StayContent } from '#app/products/staycations/stay-content.ts';
import { editionsOfStays } from '#app/products/staycations/staycations-store.server.ts';
import { findOpenEdition as findOpenTour } from '#app/products/holidays/staff/tour-editions-store.server.ts';
import type { TourContent } from '#app/products/holidays/tour-content.ts';
import { readRegister } from '#app/products/visas/requirements/read-register.ts';
import { factsOfLine } from '#app/products/visas/requirements/visa-rules-store.server.ts';
import { draftEdition, verifyDraft } from '#app/products/visas/requirements/work-rule.server.ts';
import { workOnLoyalty } from '#app/commerce/loyalty/work-on-loyalty.server.ts';
import { readVisaSheets } from '#seeds/catalogue.ts';
import { pngOf } from './support/visa-papers.ts';
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
  await workOnLoyalty(platform);
  await workOnPricing(platform, nothingQuoted);
  await workOnAssets(platform);
  await mailFlightQuotes(platform, flightsOver(await theWorld(), []));
  await platform.jobs.handle(allotmentSettle, ({ allotmentId }) => settleAllotment(platform, allotmentId));
});

/** A member of the programme, who joined once. */
async function aMember(email: string): Promise<string> {
  const { id } = (await findAccountByEmail(db, email))!;
  if (!(await findMember(db, id))) await joinProgramme(platform, id, 'en');
  return id;
}
const voucherOf = (fils: number): VoucherValues => ({
  occasion: 'thanks',
  amount: fils,
  basisPoints: null,
  most: fils,
  kinds: [],
  least: 0,
  validUntil: calendarDate('2027-02-01'),
  reason: 'They travelled with us all year',
});
const [activity, otherActivity, tour, house] = [
  'abu-dhabi-mangrove-kayak',
  'abu-dhabi-falcon-hospital',
  'alula-long-weekend',
  'hadaba-lodge',
] as const;

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
    const isPage = async () => true;
    await moveCampaign(platform, { viewer: first, id, version: 2, event: 'submit', requestId, isPage });
    const { version } = (await findCampaign(db, id))!;
    return (viewer) => moveCampaign(platform, { viewer, id, version, event: 'approve', requestId, isPage });
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
    const userId = await aMember('traveller@rihla.example');
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
  'app/commerce/loyalty/give-voucher.server.ts own-request': async () => {
    const userId = await aMember('traveller@rihla.example');
    const drafted = await draftVoucher(platform, first, { userId, values: voucherOf(30_000) });
    if (!drafted.ok) throw new Error(drafted.refused);
    const id = drafted.value;
    await issueVoucher(platform, first, { id, version: 1 });
    const { version } = (await findVoucher(db, id))!;
    return (viewer) => decideVoucher(platform, viewer, { id, version }, { agrees: true });
  },
  'app/commerce/loyalty/give-voucher-batch.server.ts own-request': async () => {
    const members = [await aMember('traveller@rihla.example'), await aMember('visas@rihla.example')];
    const id = randomUUID();
    await draftBatch(platform, first, { id, campaign: 'Replayed', values: voucherOf(150_000), members, unknownLines: [] });
    await issueBatch(platform, first, { id, version: (await findBatch(db, id))!.version });
    const { version } = (await findBatch(db, id))!;
    return (viewer) => decideBatch(platform, viewer, { id, version }, { agrees: true });
  },
  'app/commerce/loyalty/hold-member.server.ts own-hold': async () => {
    const userId = await aMember('traveller@rihla.example');
    await holdMember(platform, first, { userId, reason: 'Bought by many cards', version: (await findMember(db, userId))!.version });
    const { version } = (await findMember(db, userId))!;
    return (viewer) => holdMember(platform, viewer, { userId, reason: null, version });
  },
  'app/commerce/pricing/work-policy.server.ts second-person': async () => {
    const staffId = first.user.id;
    const version = async () => (await findOpenPolicy(db))!.version;
    await beginPolicy(platform, { staffId, title: 'Replayed' });
    const put = aPolicyRule({ scope: { ...openScope, words: { product: ['experience'] } } });
    await editPolicy(platform, { staffId, version: await version(), edit: { put } });
    await editPolicy(platform, { staffId, version: await version(), edit: { example: anExample() } });
    await askSimulation(platform, nothingQuoted, { staffId, version: await version() });
    await platform.jobs.drain();
    const seen = { version: await version(), event: 'approve', by: 'publisher', reason: 'For the summer' } as const;
    return ({ user }) => decidePolicy(platform, { ...seen, staffId: user.id });
  },
  'app/commerce/pricing/work-pricing-draft.server.ts second-person': async () => {
    const [product, staffId] = ['flight', first.user.id] as const;
    const open = async () => (await findOpenDraft(db, product))!;
    await beginDraft(platform, { product, staffId });
    const put = { ...(await open()).rules[0]!, id: newRuleId(), name: 'Replayed', flat: 1_00 };
    await changeRule(platform, { product, staffId, version: (await open()).version, put });
    const reckoned = { at: new Date(clock.now()).toISOString(), by: staffId, prices: 0, changed: 0, risesBig: 0, difference: 0 };
    await keepSimulation(platform, { draft: await open(), simulation: { ...reckoned, used: [], searches: [] } });
    const submit = { product, staffId, version: (await open()).version, event: 'submit', by: 'drafter', reason: 'Demand' } as const;
    await moveDraft(platform, submit);
    const { version } = await open();
    return ({ user }) => publishDraft(platform, { product, staffId: user.id, version });
  },
  'app/commerce/supply/import-table.server.ts second-person': async () => {
    const table = sessionsTable(platform, activity);
    const { experience } = (await findKnownExperience(db, activity, 'en'))!;
    const [option] = await findOptions(db, activity);
    const today = dateIn('Asia/Dubai', clock.now());
    const date = Array.from({ length: 60 }, (_, ahead) => addDays(today, ahead + 5)).find((day) => runsOn(experience, day))!;
    const content = new TextEncoder().encode(
      `date,start,option,places,price_percent,stopped\n${date},${experience.startTimes[0]},${option!.key},5,120,no`,
    );
    const tried = await tryImport(platform, table, { fileName: 'starts.csv', content, staffId: first.user.id });
    if (!tried.ok) throw new Error(tried.refused);
    return ({ user }) => applyImport(platform, table, { id: tried.value, staffId: user.id });
  },
  'app/people/assets/charge-damage.server.ts own-charge': async () => {
    const { id: keeper } = (await findAccountByEmail(db, 'hr@rihla.example'))!;
    const [holder, work] = [first.user.id, { staffId: keeper, requestId }];
    const thing = { tag: null, kind: 'laptop', model: 'ThinkPad', serial: 'REPLAYED', place: 'store-room' } as const;
    const worth = { boughtOn: calendarDate('2026-01-31'), cost: 360_000, residual: 0, lifeMonths: 36, warrantyUntil: null };
    const made = await registerAssets(platform, { ...work, things: [{ ...thing, ...worth }] });
    if (!made.ok) throw new Error('not registered');
    const [asset] = await findAssetsByTag(db, made.value);
    const line = { assetId: asset!.id, note: '' };
    const lines = [{ ...line, condition: 'good' as const }];
    const handed = await handOver(platform, { ...work, userId: holder, lines, dueBackOn: null, language: 'en' });
    if (!handed.ok) throw new Error(handed.refused);
    const paper = (await findPaperAsStaff(db, handed.value.reference))!;
    const name = (await findStaffNames(db, [holder])).get(holder)!;
    const signature = { name, strokes: 'M10,20 L30,40 L50,60 L70,80 L90,100 L110,90' };
    await signPaper(platform, { paper, name, signature, language: 'en', staffId: holder, requestId });
    const photo = checkPhoto(new Uint8Array(pngOf(40, 30)));
    if (typeof photo === 'string') throw new Error(photo);
    const charge = { amount: chargeAloneMost + 100, reason: 'Screen cracked' };
    const damaged = [{ ...line, condition: 'damaged' as const, wiped: true, photo, charge }];
    const taken = await takeBack(platform, { ...work, userId: holder, lines: damaged, signature: { name, strokes: null }, language: 'en' });
    if (!taken.ok) throw new Error(JSON.stringify(taken));
    const { id: chargeId, version } = (await findChargesOfAsset(db, platform.crypto, asset!.id))[0]!;
    return ({ user }) => decideCharge(platform, { chargeId, version, event: 'approve', words: '', staffId: user.id, requestId });
  },
  'app/commerce/supply/work-editions.server.ts second-person': async () => {
    const edit = { thing: house, staffId: first.user.id } as const;
    const renamed = ({ words, ...content }: StayContent): StayContent => ({
      ...content,
      words: { ...words, en: { ...words.en, title: `${words.en.title} anew` } },
    });
    const changed = await changeStay(platform, { ...edit, version: 0, part: 'words', change: renamed });
    if (!changed.ok) throw new Error(changed.refused);
    await workStayEdition(platform, { ...edit, version: changed.value, work: 'submit', reason: '' });
    const { version } = (await editionsOfStays.findOpen(db, house))!;
    return ({ user }) => workStayEdition(platform, { thing: house, staffId: user.id, version, work: 'publish', reason: '' });
  },
  'app/products/experiences/staff/work-supply.server.ts second-person': async () => {
    const experienceId = otherActivity;
    const move = (event: SupplyEvent, staffId: string) => workSupply(platform, { experienceId, staffId, work: { do: 'move', event } });
    for (const event of ['pause', 'archive', 'reopen', 'publish'] as const) await move(event, first.user.id);
    return ({ user }) => move('publish', user.id);
  },
  'app/products/flights/supply/keep-allotment.server.ts second-person': async () => {
    const typed = { flight: 'EK1', from: 'DXB', to: 'LHR', first: '2027-03-01', last: '2027-03-28', days: '1', seats: '5', net: '100' };
    const { fields } = readAllotment((name) => ({ ...typed, release: '7' })[name as keyof typeof typed] ?? '');
    const drafted = await draftAllotment(platform, { world: await theWorld() }, { fields, staffId: second.user.id });
    if (!drafted.ok) throw new Error(drafted.refused);
    const id = drafted.value;
    const seen = async (staffId: string) => ({ id, staffId, version: (await findAllotment(db, id))!.version });
    await moveAllotment(platform, { ...(await seen(second.user.id)), event: 'submit' });
    await moveAllotment(platform, { ...(await seen(first.user.id)), event: 'go-live' });
    await resizeAllotment(platform, { ...(await seen(first.user.id)), seats: 400 });
    const { version } = await seen(first.user.id);
    return ({ user }) => answerSeats(platform, { id, version, staffId: user.id, agree: true });
  },
  'app/products/flights/supply/keep-supplier.server.ts own-request': async () => {
    const supplier = (await listSuppliers(db))[0]!.code;
    const account = { holder: 'House of Flights', iban: 'AE070331234567890123456' };
    const asked = await askBankChange(platform, { supplier, ...account, staffId: first.user.id });
    if (!asked.ok) throw new Error(asked.refused);
    const answer = { supplier, id: asked.value, status: 'confirmed', callBack: 'Called their desk at ten' } as const;
    return ({ user }) => answerBankChange(platform, { ...answer, staffId: user.id });
  },
  'app/products/flights/quotes/work-quote-discount.server.ts second-person': async () => {
    const offer = { ...anOffer({ dirhams: 6_000 }), expiresAt: '2026-12-30T00:00:00.000Z' };
    const [brand] = offer.brands;
    const price = quoteOffer(offer, brand!, await getPricingRules(db, clock.now(), 'desk'));
    const words = {
      contact: { name: 'Mona Caller', email: 'mona@example.com', phone: '+971501234567' },
      language: 'en',
      message: '',
      expiresAt: new Date(addMilliseconds(clock.now(), 2 * dayMs)),
    } as const;
    const options = [{ offer, brand: brand!.code, price }];
    const draft = { words, options, inquiryId: null, customerId: null, staffId: second.user.id };
    const reference = await draftFlightQuote(platform, draft);
    const found = async () => (await findFlightQuoteAsStaff(db, platform.crypto, reference))!;
    const { id: quoteId } = await found();
    await workFlightQuote(platform, { quoteId, version: (await found()).version, work: 'send', staffId: second.user.id });
    const wish = { amount: 6_000, basisPoints: null, reason: 'A group of forty' };
    const staff = { id: first.user.id, roles: ['flight_agent'] } as const;
    const asked = await askDiscount(platform, { quoteId, version: (await found()).version, option: 1, wish, staff });
    if (!asked.ok || asked.value !== 'asked') throw new Error(JSON.stringify(asked));
    const { id } = (await findDiscounts(db, quoteId)).find(({ status }) => status === 'asked')!;
    return ({ user }) => decideDiscount(platform, { id, event: 'grant', answer: '', staffId: user.id });
  },
  'app/products/holidays/staff/edit-tour.server.ts second-person': async () => {
    const edit = { tourId: tour, staffId: first.user.id } as const;
    const renamed = ({ words, ...content }: TourContent): TourContent => ({
      ...content,
      words: { ...words, en: { ...words.en, title: `${words.en.title} anew` } },
    });
    const changed = await changeTour(platform, { ...edit, version: 0, part: 'words', change: renamed });
    if (!changed.ok) throw new Error(changed.refused);
    await workTour(platform, { ...edit, version: changed.value, work: 'submit', reason: '' });
    const { version } = (await findOpenTour(db, tour))!;
    return ({ user }) => workTour(platform, { tourId: tour, staffId: user.id, version, work: 'publish', reason: '' });
  },
  'app/products/visas/requirements/work-rule.server.ts own-draft': async () => {
    const [{ name, text }] = readVisaSheets() as [{ name: string; text: string }];
    const facts = factsOfLine(readRegister(name, text)[0]!);
    const { rule } = facts;
    const drafted = await draftEdition(platform, { rule, staffId: first.user.id, facts: { ...facts, note: 'Read again' } });
    if (!drafted.ok) throw new Error(drafted.refused);
    return ({ user }) => verifyDraft(platform, { rule, id: drafted.value, staffId: user.id });
  },
};

/** Those that begin with something that was sold, priced, flown or handed over: each has its own world in the test beside it. */
const elsewhere: Readonly<Record<string, string>> = {
  'app/backoffice/settings/work-setting.server.ts own-factor': 'no second person: an owner who would lock themselves out',
  'app/commerce/bank': 'a line of the bank with its order',
  'app/commerce/disputes': 'a dispute of a payment',
  'app/commerce/invoices': 'an invoice of a sale',
  'app/commerce/loyalty/give-voucher.server.ts own-voucher': 'no second person: a voucher for oneself',
  'app/commerce/loyalty/hold-member.server.ts own-points': 'no second person: points of oneself',
  'app/commerce/loyalty/join-programme.server.ts': 'no second person: the code of somebody who is the same',
  'app/commerce/loyalty/run-programme.server.ts own-points': 'no second person: points for oneself',
  'app/commerce/orders': 'a refund of a sale',
  'app/people/recruitment/staff': 'an application',
  'app/products/flights/names/answer-correction.server.ts': 'a name on tickets that were sold',
  'app/products/flights/leave/leave-flights.server.ts': 'travellers on tickets that were sold',
  'app/products/flights/staff/ask-return.server.ts':
    'no second person: it is asked for already, and whoever may approve does what was asked',
  'app/products/visas/compliance': 'cases whose time is over',
  'app/products/visas/evisa/staff': 'an application that was paid',
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
