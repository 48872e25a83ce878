import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { inflateRawSync } from 'node:zlib';
import { evisaCountries } from '#seeds/visas/evisa-countries.ts';
import { decideCheck } from '#app/commerce/orders/await-check.server.ts';
import { findBulkRun } from '#app/commerce/orders/staff/bulk-runs-store.server.ts';
import { keepDeskView } from '#app/commerce/orders/staff/keep-desk-view.server.ts';
import { listDeskViews } from '#app/commerce/orders/staff/desk-views-store.server.ts';
import { rolePermissions, type Viewer } from '#app/platform/access.ts';
import { addDays, dateIn, dayMs, instant } from '#app/values/dates.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { evisaBulkLine } from '../evisa-jobs.server.ts';
import type { EvisaApplication } from '../evisa.tables.ts';
import { aForm, guest, openTestEvisas } from '../evisa-testing.ts';
import { findGroupAsSystem } from '../evisa-groups-store.server.ts';
import { findDocument } from '../evisa-documents-store.server.ts';
import { isShownToTraveller } from '../evisa-document-rules.ts';
import { openEvisaApplication } from '../open-evisa-application.server.ts';
import { pngOf } from '#tests/support/visa-papers.ts';
import { findQuotes } from '#app/commerce/orders/orders-store.server.ts';
import { sumMoney } from '#app/values/money.ts';
import { withdrawEvisa } from '../answer-evisa.server.ts';
import { flagsOf } from './case-flags-rules.ts';
import { openCaseList } from './open-case-list.server.ts';
import { findApplication } from '../evisa-applications-store.server.ts';
import { addReceipt, addRefusalLetter, shareReceipt } from './authority-papers.server.ts';
import { giveCase, startCases, tryCases, workCaseLine } from './bulk-evisas.server.ts';
import { noteOlderPassports } from '../note-older-passports.server.ts';
import { findRefusedHere } from '../visa-passports-store.server.ts';
import { handsOf } from './case-hands-rules.ts';
import { checkReferences } from './check-references.server.ts';
import { readReferenceLines } from './authority-references-rules.ts';
import { caseName, countQueues, cursorOf, findCasesAsStaff, findCasesById } from './evisa-desk-store.server.ts';
import { caseAddress, caseBoardOf, readCaseView } from './evisa-desk-view.ts';
import { openCaseBoard } from './open-case-board.server.ts';
import { packBatch, packCase } from './pack-cases.server.ts';
import { openEvisaCase } from './open-evisa-case.server.ts';
import { openReview } from './read-review.server.ts';
import { keptFacts, readChecks, reviewChecks } from './review-rules.ts';

const platform = await openTestPlatform();
const desk = await openTestEvisas(platform, evisaCountries);
await platform.jobs.handle(evisaBulkLine, (line) => workCaseLine(platform, line));
const officer = (id: string): Viewer & { readonly kind: 'staff' } => ({
  kind: 'staff',
  user: { id, name: id, email: `${id}@rihla.example` } as never,
  staff: { userId: id, displayName: id, roles: ['visa_officer'] },
});
const one = officer('officer-one');
const today = () => dateIn('Asia/Dubai', platform.clock.now());
const list = (address: string, most = 50, me = 'officer-one') =>
  findCasesAsStaff(platform.db, platform.crypto, readCaseView(new URLSearchParams(address)), { me, today: today(), most });
const auditOf = async (action: string) =>
  (
    (await platform.db.execute(sql`select subject, detail from audit_events where action = ${action} order by sequence`)) as unknown as {
      rows: { subject: string; detail: Record<string, unknown> }[];
    }
  ).rows;
const nameOf = async (id: string) => caseName((await findCasesById(platform.db, [id]))[0]!);
const versionOf = async (id: string) => (await findCasesById(platform.db, [id]))[0]!.version;

async function paid(people: number, slug: string, more = {}): Promise<readonly EvisaApplication[]> {
  const groupId = await desk.applied(
    slug,
    Array.from({ length: people }, () => aForm()),
    more,
  );
  const placed = await desk.place(groupId);
  if (!placed.ok) throw new Error(placed.refused);
  await desk.pay(placed.value.orderId);
  return desk.cases(groupId);
}
const readied = async (cases: readonly EvisaApplication[]) => {
  for (const { id } of cases) {
    await desk.work(id, { event: 'claim' });
    const confirmed = await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two');
    if (!confirmed.ok) throw new Error(confirmed.refused);
  }
};

let india: readonly EvisaApplication[];
let ceylon: readonly EvisaApplication[];
beforeAll(async () => {
  india = await paid(3, 'india');
  ceylon = await paid(2, 'sri-lanka', { speed: 'standard' });
});

describe('the list of cases', () => {
  it('reads its address and writes it again the same, without what it does not know', () => {
    const address =
      '?queue=all&country=IN&officer=nobody&due=soon&speed=express&arrives-until=2026-12-24&find=sabbagh&sort=-arrival&column=due&column=applicant&column=type';
    expect(caseAddress(readCaseView(new URLSearchParams(address)))).toBe(address);
    expect(caseAddress(readCaseView(new URLSearchParams('?queue=x&country=india&due=never&sort=name&after=1~2&column=salary')))).toBe('');
  });

  it('finds by a reference, its beginning, an authority’s reference and a surname, and by nothing that is nobody’s', async () => {
    const name = await nameOf(india[0]!.id);
    const ids = async (find: string) => (await list(`?find=${encodeURIComponent(find)}`)).map(({ id }) => id).toSorted();
    const whole = india.map(({ id }) => id).toSorted();
    expect(await ids(name.slice(0, 11))).toEqual(whole);
    expect(await ids(name.slice(0, 5).toLowerCase())).toEqual(whole);
    expect(await ids('Nobody')).toEqual([]);
    expect(await ids('%')).toEqual([]);
  });

  it('is a board with its filters in every column, and offers on a card what a press can do', async () => {
    const board = (query: string, who = one) => openCaseBoard(platform, who, readCaseView(new URLSearchParams(`as=board&${query}`)), 'en');
    const columns = await board('country=IN');
    expect(columns.map(({ queue, count, cards }) => [queue, count, cards.length])).toEqual([
      ['new', 3, 3],
      ...['review', 'waiting', 'ready', 'authority', 'proof'].map((queue) => [queue, 0, 0]),
    ]);
    expect(columns[0]!.cards[0]).toMatchObject({ country: 'India', officer: null, late: false, moves: ['claim'] });
    const name = await nameOf(ceylon[0]!.id);
    expect((await board(`find=${name.slice(0, 11)}`)).map(({ count }) => count)).toEqual([2, 0, 0, 0, 0, 0]);
    expect((await board('find=Nobody')).every(({ count, cards }) => count === 0 && cards.length === 0)).toBe(true);
    const form = new FormData();
    expect(caseBoardOf(form)).toBeNull();
    form.set('board', 'as=board&country=IN&to=//elsewhere.example');
    expect(caseBoardOf(form)).toBe('?country=IN&as=board');
  });

  it('pages through everything once, however it is sorted', async () => {
    for (const sort of ['', 'due', '-arrival', 'received', '-received']) {
      const seen: string[] = [];
      let view = readCaseView(new URLSearchParams(`?queue=all${sort && `&sort=${sort}`}`));
      for (let page = 0; page < 6; page += 1) {
        const rows = await findCasesAsStaff(platform.db, platform.crypto, view, { me: 'officer-one', today: today(), most: 2 });
        seen.push(...rows.map(({ id }) => id));
        if (rows.length < 2) break;
        view = { ...view, after: cursorOf(view, rows.at(-1)!) };
      }
      expect(seen.length, sort).toBe(5);
      expect(new Set(seen).size, sort).toBe(5);
    }
  });

  it('keeps a list under a name for whoever kept it, and for colleagues where that was wished', async () => {
    const form = (fields: Record<string, string>) => {
      const made = new FormData();
      for (const [name, value] of Object.entries(fields)) made.set(name, value);
      return made;
    };
    const canonical = (query: string) => caseAddress(readCaseView(new URLSearchParams(query)));
    const keep = (owner: string, fields: Record<string, string>) =>
      keepDeskView(platform, { list: 'evisa', owner, form: form(fields), canonical });
    expect(await keep('officer-one', { query: '?country=IN&evil=1', name: 'India', shared: '1' })).toBe('?country=IN&view=kept');
    expect(await keep('officer-one', { query: '?due=late', name: 'Late' })).toBe('?due=late&view=kept');
    expect(await keep('officer-one', { query: '', name: 'Nothing' })).toBe('?view=refused');
    expect((await listDeskViews(platform.db, 'evisa', 'officer-two')).map(({ name, mine }) => [name, mine])).toEqual([['India', false]]);
    expect(await listDeskViews(platform.db, 'flights', 'officer-one')).toEqual([]);
    const [, late] = await listDeskViews(platform.db, 'evisa', 'officer-one');
    expect(await keep('officer-two', { query: '?due=late', drop: late!.id })).toContain('refused');
    expect(await keep('officer-one', { query: '?due=late', drop: late!.id })).toContain('dropped');
  });
});

describe('a run over many cases', () => {
  it('does nothing in its dry run, and says which would be skipped and why', async () => {
    await desk.work(ceylon[0]!.id, { event: 'claim' }, 'officer-two');
    const tried = await tryCases(platform, one, { action: 'claim', ids: [ceylon[0]!.id, ceylon[1]!.id, 'unknown'], to: '' });
    expect(Object.fromEntries(tried.map(({ id, locked }) => [id, locked]))).toEqual({
      [ceylon[0]!.id]: 'somebody-elses',
      [ceylon[1]!.id]: null,
    });
    expect((await findCasesById(platform.db, [ceylon[1]!.id]))[0]!.officer).toBeNull();
  });

  it('gives cases to an officer, each with a line of its own, and overwrites nothing that moved meanwhile', async () => {
    const ids = ceylon.map(({ id }) => id);
    const runId = await startCases(platform, one, {
      action: 'assign',
      cases: ids.map((id) => ({ id })),
      to: 'officer-one',
      reference: '',
      requestId: 'run',
    });
    // The second is moved by somebody else before its job runs.
    await desk.work(ids[1]!, { event: 'claim' }, 'officer-two');
    await platform.jobs.drain();
    const run = await findBulkRun(platform.db, 'evisa', runId!);
    const said = Object.fromEntries(run!.lines.map(({ subject, ok, said: word }) => [subject, [ok, word]]));
    expect(said[ids[0]!]).toEqual([true, 'in_review']);
    expect(said[ids[1]!]).toEqual([false, 'changed-meanwhile']);
    expect((await findCasesById(platform.db, ids)).map(({ id, officer: who }) => [id, who])).toEqual(
      expect.arrayContaining([
        [ids[0], 'officer-one'],
        [ids[1], 'officer-two'],
      ]),
    );
    expect(await findBulkRun(platform.db, 'flights', runId!)).toBeNull();
  });

  it('has done a line once when its job comes a second time', async () => {
    const runId = (await startCases(platform, one, {
      action: 'assign',
      cases: [{ id: ceylon[1]!.id }],
      to: 'officer-one',
      reference: '',
      requestId: 'r',
    }))!;
    await platform.jobs.drain();
    const before = await versionOf(ceylon[1]!.id);
    await platform.db.execute(sql`update desk_bulk_lines set ok = null, said = null, done_at = null where run_id = ${runId}`);
    await workCaseLine(platform, { runId, position: 0 });
    expect(await versionOf(ceylon[1]!.id)).toBe(before);
    expect((await findBulkRun(platform.db, 'evisa', runId))!.lines[0]).toMatchObject({ ok: true, said: 'in_review' });
  });

  it('refuses a colleague who may not decide on visas, and a clerk whose right was taken', async () => {
    await platform.db.execute(
      sql`insert into users (id, name, email, email_verified, created_at, updated_at) values ('writer', 'w', 'w@rihla.example', true, now(), now())`,
    );
    await platform.db.execute(
      sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status) values ('writer', 'w', '{marketing}', true, 'active')`,
    );
    expect(rolePermissions.marketing).not.toContain('visas:decide');
    const at = { applicationId: ceylon[0]!.id, version: await versionOf(ceylon[0]!.id), requestId: 'r' };
    expect(await giveCase(platform, one, { ...at, to: 'writer' })).toEqual({ ok: false, refused: 'not-a-colleague' });
    const run = await startCases(platform, one, {
      action: 'assign',
      cases: [{ id: ceylon[0]!.id }],
      to: 'officer-two',
      reference: '',
      requestId: 'r',
    });
    await platform.db.execute(sql`update internal_users set roles = '{marketing}' where user_id = 'officer-one'`);
    await platform.jobs.drain();
    await platform.db.execute(sql`update internal_users set roles = '{visa_officer}' where user_id = 'officer-one'`);
    expect((await findBulkRun(platform.db, 'evisa', run!))!.lines[0]).toMatchObject({ ok: false, said: 'permission' });
  });

  it('does not make one pair of eyes out of two by passing a case around', async () => {
    const id = ceylon[0]!.id;
    // Officer one has it; given to two, one who had it may not confirm, nor may two.
    const given = await giveCase(platform, one, { applicationId: id, version: await versionOf(id), to: 'officer-two', requestId: 'r' });
    expect(given.ok).toBe(true);
    expect(await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-one')).toEqual({ ok: false, refused: 'same-person' });
    expect(await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two')).toEqual({ ok: false, refused: 'same-person' });
    const step = (event: string, who: string, detail = {}) => ({ event, actor: `staff:${who}`, detail });
    expect([...handsOf([step('claim', 'a'), step('assigned', 'c', { from: 'a', to: 'b' }), step('look-again', 'd')])]).toEqual(['d']);
  });
});

describe('the review by a second pair of eyes', () => {
  const applied = async (slug: string, form: ReturnType<typeof aForm>) => {
    const groupId = await desk.applied(slug, [form]);
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    return (await desk.cases(groupId))[0]!.id;
  };
  const ask = (id: string) => ({ applicationId: id, staffId: 'officer-two', requestId: 'r' });

  it('confirms nothing before all four checks are ticked, and keeps them with what was known', async () => {
    const id = await applied('kenya', aForm());
    expect(await openReview(platform, ask(id))).toBeNull();
    await desk.work(id, { event: 'claim' });
    for (const left of reviewChecks)
      expect(
        await desk.work(id, { event: 'confirm', checks: reviewChecks.filter((check) => check !== left) }, 'officer-two'),
        left,
      ).toEqual({
        ok: false,
        refused: 'checks-missing',
      });
    expect(readChecks(['history', 'luck', 'identity', 'identity'])).toEqual(['identity', 'history']);
    const review = (await openReview(platform, ask(id)))!;
    expect(review.facts).toMatchObject({
      identity: { zone: 'none', ticket: 'agrees' },
      completeness: { missing: [], faults: 0 },
      consistency: { refusals: [] },
      history: { earlier: 0, refused: 0 },
    });
    expect(review.earlier).toEqual([]);
    expect((await desk.work(id, { event: 'confirm', checks: reviewChecks }, 'officer-two')).ok).toBe(true);
    const shown = (await openEvisaCase(platform, one, id, { notes: [], language: 'en' }))!.line.find(({ kind }) => kind === 'event')!;
    expect([shown.of, shown.by, shown.checks]).toEqual(['visa', 'officer-two', reviewChecks]);
    const kept = (await platform.db.execute(
      sql`select detail -> 'facts' as facts from evisa_events where application_id = ${id} and event = 'confirm'`,
    )) as unknown as { rows: { facts: unknown }[] };
    // All but what the traveller told of refusals, which nobody reads in clear.
    expect(kept.rows[0]!.facts).toEqual(keptFacts(review.facts));
    expect(JSON.stringify(kept.rows[0]!.facts)).not.toContain('says');
  });

  it('knows what the same person and the same passport asked for before, and notes who looked', async () => {
    const form = aForm();
    const refused = await applied('india', form);
    await desk.work(refused, { event: 'claim' });
    await desk.work(refused, { event: 'confirm', checks: reviewChecks }, 'officer-two');
    await desk.work(refused, { event: 'file', reference: 'HIST-1' });
    expect((await desk.work(refused, { event: 'reject', reason: 'photo' })).ok).toBe(true);
    // Married since: the passport is the same, the name is not. And a namesake, born another day.
    const renamed = await applied('sri-lanka', { ...form, surname: 'Otherwise' });
    const namesake = await applied('sri-lanka', {
      ...aForm(),
      surname: form.surname!,
      givenNames: form.givenNames!,
      birthDate: '1985-05-05',
    });
    const again = await applied('kenya', { ...form, number: ` ${form.number!.toLowerCase()}` });
    await desk.work(again, { event: 'claim' });
    const looks = (await auditOf('evisa.history-read')).length;
    const review = (await openReview(platform, ask(again)))!;
    expect(
      review.earlier.map(({ id, samePerson, samePassport, refused: no, rejection }) => [id, samePerson, samePassport, no, rejection]),
    ).toEqual(
      expect.arrayContaining([
        [refused, true, true, true, 'photo'],
        [renamed, false, true, false, null],
      ]),
    );
    expect(review.earlier).toHaveLength(2);
    // With a passport of their own since, the same person is found by name and day of birth, however they are typed.
    const renewed = await applied('sri-lanka', {
      ...form,
      surname: ` ${form.surname!.toLowerCase()} `,
      number: aForm().number!,
    });
    expect(Object.fromEntries(await findRefusedHere(platform.db, [refused, renamed, again, namesake, renewed]))).toEqual({
      [again]: 'passport',
      [renamed]: 'passport',
      [renewed]: 'person',
    });
    // A case of before passports were noted is known once its form was read, and each is read once.
    await platform.db.execute(sql`delete from visa_passports where id in (${refused}, ${renamed})`);
    const unnoted = (await openReview(platform, ask(again)))!;
    expect([unnoted.earlier.filter(({ samePassport }) => samePassport), unnoted.unsearched]).toEqual([[], true]);
    expect(await noteOlderPassports(platform)).toBe(2);
    expect(await noteOlderPassports(platform)).toBe(0);
    const noted = (await openReview(platform, ask(again)))!;
    expect([noted.earlier.filter(({ samePassport }) => samePassport).length, noted.unsearched]).toEqual([2, false]);
    expect([review.facts.history.earlier, review.facts.history.refused, review.doubts]).toEqual([2, 1, ['history']]);
    const audited = await auditOf('evisa.history-read');
    expect(audited.length - looks).toBe(3);
    expect(audited.at(-1)).toMatchObject({ subject: `evisa_applications:${again}` });
    await desk.work(namesake, { event: 'claim' });
    expect((await openReview(platform, ask(namesake)))!.earlier).toEqual([]);
    // Nobody is looked up when there is nothing to show.
    expect((await auditOf('evisa.history-read')).length - looks).toBe(3);
  });
});

describe('a column of the list', () => {
  it('says what was paid for a traveller, what of it goes back, and what to look at twice', async () => {
    const form = aForm({ expires: '2027-04-01', 'refused-before': 'yes' });
    const offer = evisaCountries.find(({ slug, passportMonths }) => slug !== 'india' && slug !== 'sri-lanka' && passportMonths <= 3)!;
    const groupId = await desk.applied(offer.slug, [form, aForm()], { courier: true });
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    const cases = await desk.cases(groupId);
    const show = async (columns: string) => {
      const name = (await nameOf(cases[0]!.id)).slice(0, 11);
      const view = readCaseView(new URLSearchParams(`queue=all&find=${name}&column=applicant${columns}`));
      const { rows } = await openCaseList(platform, one, view, 'en');
      return rows.toSorted((a, b) => a.number - b.number);
    };
    expect((await show('&column=due')).map(({ paid: sum, flags }) => [sum, flags])).toEqual([
      [null, []],
      [null, []],
    ]);
    const rows = await show('&column=paid&column=flags');
    expect(rows.map(({ flags }) => flags)).toEqual([['passport-short', 'says-refused'], []]);
    // What was paid for each is together what was paid for the order.
    const { total } = (await findQuotes(platform.db, [placed.value.orderId])).get(placed.value.orderId)!;
    expect(
      sumMoney(
        rows.map(({ paid: sum }) => sum!.paid),
        'AED',
      ),
    ).toEqual(total);
    await desk.work(cases[1]!.id, { event: 'claim' });
    await withdrawEvisa(platform, { applicationId: cases[1]!.id, by: 'customer', who: 'guest' });
    const [kept, gone] = (await show('&column=paid&column=flags')).map(({ paid: sum }) => sum!.back);
    expect([kept, gone!.amount > 0]).toEqual([null, true]);
    await desk.settle();
    const base = {
      over: false,
      arrival: addDays(today(), 7),
      expires: '',
      refusedBefore: '',
      refusedHere: null,
      zoneDiffers: true,
    } as const;
    expect(flagsOf(base, today())).toEqual(['arrives-soon', 'zone-differs']);
    expect(flagsOf({ ...base, refusedHere: 'person' }, today())).toEqual(['arrives-soon', 'zone-differs', 'namesake-refused']);
    expect(flagsOf({ ...base, over: true }, today())).toEqual([]);
  });
});

describe('the timeline of a visa', () => {
  it('has events, money and mails in one row of time, and says a mail by its subject, with the country and the authority in it', async () => {
    const groupId = await desk.applied('kenya', [aForm()]);
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    const { id } = (await desk.cases(groupId))[0]!;
    await readied(await desk.cases(groupId));
    await desk.work(id, { event: 'file', reference: 'LINE-1' });
    await platform.jobs.drain();
    const { line } = (await openEvisaCase(platform, one, id, { notes: [], language: 'en' }))!;
    expect(new Set(line.map(({ kind }) => kind))).toEqual(new Set(['event', 'money', 'mail']));
    expect(line.map(({ at }) => at)).toEqual(
      line
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    const mails = line.flatMap(({ kind, what }) => (kind === 'mail' ? [what] : []));
    const { authority } = evisaCountries.find(({ slug }) => slug === 'kenya')!;
    expect(mails).toContain(`Filed with ${authority}: Kenya`);
    expect(mails.join()).not.toMatch(/\{\{|…/);
  });
});

describe('the receipt of a filing', () => {
  const paper = new Uint8Array(pngOf(640, 480));

  it('is seen by its traveller while an officer shows it, the newest alone', async () => {
    const groupId = await desk.applied('kenya', [aForm()]);
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    const { id } = (await desk.cases(groupId))[0]!;
    await readied(await desk.cases(groupId));
    const version = async () => versionOf(id);
    const ask = async (share: boolean) => ({ applicationId: id, version: await version(), staffId: 'officer-one', requestId: 'r', share });
    const seen = async () =>
      (await openEvisaApplication(platform, guest, (await findGroupAsSystem(platform.db, groupId))!, 'en')).travellers[0]!.receipt;
    // Nothing of an authority before it has the application.
    expect(await addReceipt(platform, { ...(await ask(true)), paper })).toEqual({ ok: false, refused: 'not-possible' });
    expect(await shareReceipt(platform, await ask(true))).toEqual({ ok: false, refused: 'not-possible' });
    const bad = new TextEncoder().encode('<html>');
    expect(await desk.work(id, { event: 'file', reference: 'RCPT-1', paper: bad })).toEqual({ ok: false, refused: 'paper-refused' });
    expect((await desk.work(id, { event: 'file', reference: 'RCPT-1', paper, share: false })).ok).toBe(true);
    expect(await seen()).toBeNull();
    const papers = async () =>
      (await openEvisaCase(platform, one, id, { notes: [], language: 'en' }))!.papers.filter(({ kind }) => kind === 'receipt');
    expect(await papers()).toMatchObject([{ shared: false }]);
    expect(await shareReceipt(platform, { ...(await ask(true)), version: 0 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect(await shareReceipt(platform, await ask(true))).toEqual({ ok: true, value: null });
    const first = await seen();
    expect(first).toBe((await papers())[0]!.id);
    // A newer one takes its place, and is not shown unless that was said.
    expect((await addReceipt(platform, { ...(await ask(false)), paper })).ok).toBe(true);
    expect(await seen()).toBeNull();
    expect(isShownToTraveller((await findDocument(platform.db, first!))!)).toBe(false);
    await shareReceipt(platform, await ask(true));
    const second = (await seen())!;
    expect([second === first, isShownToTraveller((await findDocument(platform.db, second))!)]).toEqual([false, true]);
    await shareReceipt(platform, await ask(false));
    expect([await seen(), isShownToTraveller((await findDocument(platform.db, second))!)]).toEqual([null, false]);
    expect((await auditOf('evisa.receipt-shared')).filter(({ subject }) => subject.endsWith(id))).toHaveLength(2);
  });
});

describe('the letter of a refusal', () => {
  const paper = new Uint8Array(pngOf(640, 480));
  const refused = async () => {
    const groupId = await desk.applied('kenya', [aForm()]);
    const placed = await desk.place(groupId);
    if (!placed.ok) throw new Error(placed.refused);
    await desk.pay(placed.value.orderId);
    const { id } = (await desk.cases(groupId))[0]!;
    await readied(await desk.cases(groupId));
    expect((await desk.work(id, { event: 'file', reference: 'RFSD-1' })).ok).toBe(true);
    const seen = async () =>
      (await openEvisaApplication(platform, guest, (await findGroupAsSystem(platform.db, groupId))!, 'en')).travellers[0]!.refusal;
    return {
      id,
      seen,
      ask: async () => ({ applicationId: id, version: await versionOf(id), staffId: 'officer-one', requestId: 'r', paper }),
    };
  };

  it("is on the traveller's page with the refusal, and one that is no paper refuses nobody", async () => {
    const { id, seen } = await refused();
    const bad = new TextEncoder().encode('<html>');
    expect(await desk.work(id, { event: 'reject', reason: 'photo', paper: bad })).toEqual({ ok: false, refused: 'paper-refused' });
    expect((await desk.cases((await findApplication(platform.db, id))!.groupId))[0]!.status).toBe('submitted_to_authority');
    expect((await desk.work(id, { event: 'reject', reason: 'photo', paper })).ok).toBe(true);
    const letter = (await findDocument(platform.db, (await seen())!))!;
    expect([letter.kind, isShownToTraveller(letter)]).toEqual(['refusal', true]);
    expect((await openEvisaCase(platform, one, id, { notes: [], language: 'en' }))!.papers.map(({ kind }) => kind)).toContain('refusal');
  });

  it('may come later, and then its traveller is told; not before there is a refusal', async () => {
    const { id, seen, ask } = await refused();
    expect(await addRefusalLetter(platform, await ask())).toEqual({ ok: false, refused: 'not-possible' });
    expect((await desk.work(id, { event: 'reject', reason: 'photo' })).ok).toBe(true);
    expect(await seen()).toBeNull();
    expect((await openEvisaCase(platform, one, id, { notes: [], language: 'en' }))!.takesRefusal).toBe(true);
    expect(await addRefusalLetter(platform, { ...(await ask()), version: 0 })).toEqual({ ok: false, refused: 'changed-meanwhile' });
    expect((await addRefusalLetter(platform, await ask())).ok).toBe(true);
    expect(await seen()).not.toBeNull();
    expect((await auditOf('evisa.refusal-letter-added')).filter(({ subject }) => subject.endsWith(id))).toHaveLength(1);
    const told = (await platform.db.execute(
      sql`select data from pgboss.job where name = 'evisa.mail' and data::text like ${`%refusal-letter%${id}%`}`,
    )) as unknown as { rows: object[] };
    expect(told.rows).toHaveLength(1);
  });
});

describe('a batch for the authority', () => {
  it('holds the cases that are ready: a table for each country, papers named by reference, each of them in the audit', async () => {
    await readied(india.slice(0, 2));
    const before = (await auditOf('evisa.paper-read')).length;
    const packed = await packBatch(platform, { ids: india.map(({ id }) => id), papers: true, staffId: 'officer-one', requestId: 'r' });
    if (!packed.ok) throw new Error(packed.refused);
    const files = unzip(packed.value.content);
    const name = (await nameOf(india[0]!.id)).replace('/', '-');
    expect([...files.keys()]).toEqual(expect.arrayContaining(['cases-IN.csv', `${name}-passport-page.png`, `${name}-photo.png`]));
    const table = files.get('cases-IN.csv')!.toString('utf8').trim().split('\r\n');
    expect(table).toHaveLength(3);
    expect(table[0]).toMatch(/^\uFEFFreference,.*passport.*|reference,.*number.*,authority_reference$/);
    const papers = [...files.keys()].length - 1;
    expect((await auditOf('evisa.paper-read')).length - before).toBe(papers);
    expect((await auditOf('evisas.batch-exported')).at(-1)!.detail).toMatchObject({ papers });
  });

  it('is the table alone where papers are not wanted, and nothing where no case is ready', async () => {
    const table = await packBatch(platform, { ids: [india[0]!.id], papers: false, staffId: 'officer-one', requestId: 'r' });
    expect(table.ok && [table.value.name.slice(-4), table.value.type]).toEqual(['.csv', 'text/csv; charset=utf-8']);
    expect(await packBatch(platform, { ids: [india[2]!.id], papers: true, staffId: 'officer-one', requestId: 'r' })).toEqual({
      ok: false,
      refused: 'none-ready',
    });
  });

  it('packs the papers of one case', async () => {
    const packed = await packCase(platform, { id: india[2]!.id, staffId: 'officer-one', requestId: 'r' });
    expect(packed.ok && unzip(packed.value.content).size).toBeGreaterThan(1);
    expect(await packCase(platform, { id: 'unknown', staffId: 'officer-one', requestId: 'r' })).toEqual({
      ok: false,
      refused: 'none-ready',
    });
  });
});

describe('references of an authority', () => {
  it('are read from whatever a spreadsheet makes of a list', () => {
    const read = (text: string) =>
      readReferenceLines(text).map(({ line, reference, number, authority }) => [line, reference, number, authority]);
    expect(read('7K2M9-4QX3D/1, LK-77812')).toEqual([[1, '7K2M9-4QX3D', 1, 'LK-77812']]);
    expect(read('\uFEFFcity;authority_reference;reference\r\nx;"A;1";7k2m9 4qx3d / 2\r\n')).toEqual([[2, '7K2M9-4QX3D', 2, 'A;1']]);
    expect(read("\n7K2M9-4QX3D/3\t'-77812\n7K2M9-4QX3D/4,\n")).toEqual([[2, '7K2M9-4QX3D', 3, '-77812']]);
    expect(read('hello, world')).toEqual([[1, null, null, 'world']]);
  });

  it('are checked line by line before anything is done, and then filed case by case', async () => {
    const [first, second, third] = await Promise.all(india.map(({ id }) => nameOf(id)));
    const text = [
      `${first}, IN-1`,
      `${first}, IN-2`,
      `${second}, IN-1`,
      `${third}, IN-3`,
      'AAAAA-AAAAA/1, IN-4',
      'something, IN-5',
      `${second}, =1+1`,
      `${second}, IN-6`,
    ].join('\n');
    const { lines } = await checkReferences(platform, text);
    expect(lines.map(({ locked }) => locked)).toEqual([
      null,
      'twice',
      'reference-twice',
      'not-possible',
      'unknown-case',
      'not-ours',
      'reference-missing',
      null,
    ]);
    expect((await findCasesById(platform.db, [india[0]!.id]))[0]!.status).toBe('ready_to_submit');
    const cases = lines.filter(({ locked }) => locked === null).map(({ id, authority }) => ({ id: id!, reference: authority }));
    const run = await startCases(platform, one, { action: 'file', cases, to: '', reference: '', requestId: 'r' });
    await platform.jobs.drain();
    expect((await findBulkRun(platform.db, 'evisa', run!))!.lines.map(({ ok, said }) => [ok, said])).toEqual([
      [true, 'submitted_to_authority'],
      [true, 'submitted_to_authority'],
    ]);
    expect((await list('?find=IN-6')).map(({ id }) => id)).toEqual([india[1]!.id]);
    const again = await checkReferences(platform, `${first}, IN-1\n${third}, IN-6`);
    expect(again.lines.map(({ locked }) => locked)).toEqual(['already-filed', 'reference-taken']);
  });
});

describe('a case whose buyer took money back for good before', () => {
  it('is received and reviewed, and filed by nobody before a colleague has looked at its payment', async () => {
    const email = 'took.it.back@example.com';
    const first = await paid(1, 'india', { email });
    const orderOf = async (one: EvisaApplication) => desk.order((await findGroupAsSystem(platform.db, one.groupId))!.orderId!);
    for (const decision of [undefined, 'lost'] as const) {
      desk.bank.dispute((await orderOf(first[0]!)).reference, decision);
      await desk.settle();
    }
    const [own] = await paid(1, 'india', { email });
    const order = await orderOf(own!);
    expect(order.status).toBe('accepted');
    await readied([own!]);
    const file = () => desk.work(own!.id, { event: 'file', reference: 'IN-2026-4711' }, 'officer-two');
    expect(await file()).toEqual({ ok: false, refused: 'payment-check' });
    const record = (await openEvisaCase(platform, one, own!.id, { notes: [], language: 'en' }))!;
    expect([record.status, record.check]).toMatchObject([
      'ready_to_submit',
      { causes: ['lost-dispute'], decision: null, mayDecide: false },
    ]);
    const who = { orderId: order.id, who: 'staff:farah', reason: 'Rang them up.', requestId: 'test' } as const;
    // Its money was taken and its case begun: it ends by being withdrawn, not here.
    expect(await decideCheck(platform, desk.product, { ...who, decision: 'end' })).toEqual({ ok: false, refused: 'not-possible' });
    expect((await decideCheck(platform, desk.product, { ...who, decision: 'release' })).ok).toBe(true);
    expect((await file()).ok).toBe(true);
  });
});

describe('the promised day of a case', () => {
  it('is not late while the traveller is asked, and stands later by the days that took', async () => {
    const [asked] = await paid(1, 'india');
    const before = (await findCasesById(platform.db, [asked!.id]))[0]!.deliverBy!;
    await desk.work(asked!.id, { event: 'claim' });
    await desk.work(asked!.id, { event: 'ask-more', items: [{ kind: 'field', code: 'occupation' }], words: 'x' });
    // From the promised day to the day after it, everybody's but this one's day passes.
    const noon = (day: string) => instant(Date.parse(`${day}T08:00:00Z`));
    const late = (await countQueues(platform.db, noon(before))).late;
    expect((await countQueues(platform.db, noon(addDays(before, 1)))).late - late).toBe(await othersDueOn(before));
    expect((await list('?queue=waiting&due=late')).map(({ id }) => id)).not.toContain(asked!.id);
    platform.clock.advance(dayMs);
  });
});

/** Cases, besides those that wait, whose promised day is this one. */
async function othersDueOn(day: string): Promise<number> {
  const { rows } = (await platform.db.execute(
    sql`select count(*)::int as n from evisa_applications where deliver_by = ${day}::date and over_at is null and status <> 'more_info_needed'`,
  )) as unknown as { rows: { n: number }[] };
  return rows[0]!.n;
}

/** Names and contents of an archive, by its own directory. */
function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('504b0506', 'hex'));
  let at = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [packed, name, extra, comment] = [20, 28, 30, 32].map((offset) =>
      offset === 20 ? archive.readUInt32LE(at + offset) : archive.readUInt16LE(at + offset),
    );
    const place = archive.readUInt32LE(at + 42);
    const start = place + 30 + archive.readUInt16LE(place + 26) + archive.readUInt16LE(place + 28);
    files.set(archive.toString('ascii', at + 46, at + 46 + name!), inflateRawSync(archive.subarray(start, start + packed!)));
    at += 46 + name! + extra! + comment!;
  }
  return files;
}
