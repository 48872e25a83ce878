import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { findAccountByEmail } from '#app/platform/account-store.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { changeStaffLanguage } from '#app/platform/staff-accounts-store.server.ts';
import { addDays, calendarDate, dateIn } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { edgesOf } from '#app/values/status-table.ts';
import { pngOf } from '../../../tests/support/visa-papers.ts';
import { refuseRow } from '#tests/support/refuse-row.ts';
import { openDemoPlatform } from '../../../tests/support/test-platform.ts';
import { readListView } from '#app/ui/desk-list/list-address.ts';
import { chargeList } from './asset-charge-list.ts';
import { chargeAloneMost, chargeMachine, payMonths } from './asset-charge-rules.ts';
import { findChargesOfAsset, findPhotoFor, findPhotosOfAsset, listCharges } from './asset-charges-store.server.ts';
import { decideCharge, deductCharges } from './charge-damage.server.ts';
import { checkPhoto, readPhoto } from './keep-photo.server.ts';
import { readAssetFacts, readWorth, type AssetFacts } from './asset-facts-form.ts';
import { findPaperAsStaff, findPaperFor } from './asset-papers-store.server.ts';
import { assetMachine, countMachine, paperMachine, writeOffMachine } from './asset-status.ts';
import { readTag } from './asset-tag-rules.ts';
import { findAssetAsStaff, findAssetsByTag, findAssetsOf } from './assets-store.server.ts';
import { listCountLines } from './asset-counts-store.server.ts';
import { beginCount, countTag, endCount } from './count-assets.server.ts';
import { bookValue, monthsBetween } from './depreciation-rules.ts';
import { askBackAll, handOver, openPaperFile, refusePaper, signPaper, takeBack } from './hand-over.server.ts';
import { judgeImport } from './import-rules.ts';
import { openRegister } from './staff/open-register.server.ts';
import { readAssetsView } from './assets-view.ts';
import { askWriteOff, decideLoss, moveAsset } from './move-asset.server.ts';
import { registerAssets } from './register-asset.server.ts';
import { isReminderDay, watchReturns, workOnAssets } from './remind-holders.server.ts';
import { isOwnName, readStrokes } from './signature-rules.ts';

const platform = await openDemoPlatform();
const id = async (email: string) => (await findAccountByEmail(platform.db, email))!.id;
const [keeper, second, grace] = await Promise.all([id('hr@rihla.example'), id('admin@rihla.example'), id('visas@rihla.example')]);
const work = { staffId: keeper, requestId: 'test' };
const today = dateIn('Asia/Dubai', platform.clock.now());
const facts = (serial: string, more: Partial<AssetFacts> = {}): AssetFacts => ({
  tag: null,
  kind: 'laptop',
  model: 'ThinkPad',
  serial,
  place: 'store-room',
  boughtOn: calendarDate('2026-01-31'),
  cost: 360_000,
  residual: 0,
  lifeMonths: 36,
  warrantyUntil: null,
  ...more,
});
let number = 0;
/** Registers things and gives their tags. */
async function registered(count: number, more: Partial<AssetFacts> = {}): Promise<readonly string[]> {
  const made = await registerAssets(platform, { ...work, things: Array.from({ length: count }, () => facts(`S-${(number += 1)}`, more)) });
  if (!made.ok) throw new Error('not registered');
  return made.value;
}
const asset = async (tag: string) => (await findAssetAsStaff(platform.db, tag))!;
const lines = async (tags: readonly string[]) =>
  (await findAssetsByTag(platform.db, tags)).map((one) => ({ assetId: one.id, condition: 'good' as const, note: '' }));
const sign = { name: 'grace  okafor', strokes: 'M10,20 L30,40 L50,60 L70,80 L90,100 L110,90' };
async function handed(tags: readonly string[], dueBackOn = null as ReturnType<typeof calendarDate> | null) {
  const made = await handOver(platform, { ...work, userId: grace, lines: await lines(tags), dueBackOn, language: 'en' });
  if (!made.ok) throw new Error(made.refused);
  return (await findPaperAsStaff(platform.db, made.value.reference))!;
}
const signed = (paper: Awaited<ReturnType<typeof handed>>) =>
  signPaper(platform, { paper, name: 'Grace Okafor', signature: sign, language: 'en', staffId: grace, requestId: 'test' });

beforeAll(() => workOnAssets(platform));

describe('the rules', () => {
  test('lose value in a straight line by whole months, and end exactly at the residual value', () => {
    const thing = { cost: money(100_000, 'AED'), residual: money(10_000, 'AED'), lifeMonths: 7, boughtOn: calendarDate('2026-01-31') };
    const on = (day: string) => bookValue(thing, calendarDate(day)).amount;
    expect([on('2026-01-01'), on('2026-02-27'), on('2026-02-28'), on('2026-08-30'), on('2026-08-31'), on('2031-01-01')]).toEqual([
      100_000, 100_000, 87_142, 22_857, 10_000, 10_000,
    ]);
    expect(monthsBetween(calendarDate('2024-02-29'), calendarDate('2025-02-28'))).toBe(12);
  });

  test('read tags as they are typed and as labels say them', () => {
    expect(['rh 42', 'RH-00042', 'https://x.example/admin/hr/asset-management/RH-00042', 'R2-1', '42'].map(readTag)).toEqual([
      'RH-00042',
      'RH-00042',
      'RH-00042',
      null,
      null,
    ]);
  });

  test('take strokes of digits only, within the field, and a name that is the signer’s own', () => {
    expect(readStrokes(sign.strokes)).toBe(sign.strokes);
    for (const bad of ['', 'M1,2', 'M1,2 L3,4"/><script>', 'M10,20 L30,40 L50,60 L70,80 L90,100 L700,90', `${sign.strokes} Z`])
      expect(readStrokes(bad)).toBeNull();
    expect(isOwnName('José  PÉREZ', 'Jose Perez')).toBe(true);
    expect(isOwnName('Basil Qasim', 'Grace Okafor')).toBe(false);
    expect(isOwnName(' ', '')).toBe(false);
  });

  test('read amounts to the fils and name every field that is wrong', () => {
    expect(['4250', '4,250.5', 'AED 0.05', '-1', '1.234', '12345678'].map(readWorth)).toEqual([425_000, 425_050, 5, null, null, null]);
    const read = readAssetFacts(
      (field) => ({ kind: 'boat', cost: '10', residual: '11', boughtOn: '2999-01-01' })[field as string] ?? '',
      today,
    );
    expect(read).toEqual({ ok: false, wrong: ['kind', 'model', 'place', 'boughtOn', 'residual', 'lifeMonths'] });
  });

  test('judge every line of a table before one is taken', () => {
    const head = 'kind;model;Bought on;cost;place;serial';
    const report = judgeImport(
      `\uFEFF${head}\nphone;"Galaxy; A55";2026-01-02;1,399.00;store-room;X1\nphone;A;2026-01-02;no;moon;X2\nphone;Galaxy;2026-01-02;1;store-room;x1`,
      today,
    );
    expect(report.things[0]).toMatchObject({ model: 'Galaxy; A55', cost: 139_900, lifeMonths: 24 });
    expect(report.faults).toEqual([
      { line: 3, fields: ['model', 'place', 'cost'] },
      { line: 4, fields: ['twice'] },
    ]);
    expect(judgeImport('model,cost\na,1', today).refused).toBe('no-heading');
  });

  test('remind three days before, on the day and each week after', () => {
    const due = calendarDate('2026-11-20');
    const days = ['16', '17', '18', '20', '21', '27', '30'].filter((day) => isReminderDay(due, calendarDate(`2026-11-${day}`)));
    expect(days).toEqual(['17', '20', '27']);
  });
});

test('the database declares the edges of each machine, and no others', async () => {
  for (const machine of [assetMachine, paperMachine, writeOffMachine, countMachine, chargeMachine]) {
    const { rows } = (await platform.db.execute(
      sql`select from_status || '>' || to_status as edge from status_edges where machine = ${machine.name}`,
    )) as unknown as { rows: { edge: string }[] };
    const edges = edgesOf(machine as typeof assetMachine).map(([from, to]) => `${from}>${to}`);
    expect(rows.map(({ edge }) => edge).toSorted()).toEqual(edges.toSorted());
  }
});

describe('a damage at the return', () => {
  const photo = checkPhoto(new Uint8Array(pngOf(40, 30)));
  /** Gives back one thing that Grace had, with a charge in fils; what stands of it afterwards. */
  async function damaged(amount: number, more: { readonly photo?: null; readonly condition?: 'good' } = {}) {
    if (typeof photo === 'string') throw new Error(photo);
    const [tag] = (await registered(1)) as [string];
    await signed(await handed([tag]));
    const [line] = await lines([tag]);
    const returned = { ...line!, condition: 'damaged' as const, wiped: true, photo, charge: { amount, reason: 'Screen cracked' }, ...more };
    const taken = await takeBack(platform, {
      ...work,
      userId: grace,
      lines: [returned],
      signature: { name: 'Grace Okafor', strokes: null },
      language: 'en',
    });
    const read = async () => (await findChargesOfAsset(platform.db, platform.crypto, line!.assetId))[0];
    return { tag, taken, read, assetId: line!.assetId };
  }
  const decide = (chargeId: string, version: number, event: 'approve' | 'decline' | 'waive', staffId = second) =>
    decideCharge(platform, { chargeId, version, event, words: 'Settled by the insurer', staffId, requestId: 'test' });
  const mails = async (tag: string) => {
    await platform.jobs.drain();
    return (await platform.mail.folder!.list())
      .filter(({ to, subject, text }) => to === 'visas@rihla.example' && /charged/i.test(subject) && text.includes(tag))
      .map(({ subject }) => subject);
  };

  test('is charged at once up to the limit; its picture is kept sealed and seen by its two sides only', async () => {
    const { tag, taken, read, assetId } = await damaged(chargeAloneMost);
    expect(taken.ok).toBe(true);
    expect(await read()).toMatchObject({ status: 'due', amount: chargeAloneMost, reason: 'Screen cracked', userId: grace });
    expect(await mails(tag)).toEqual([`Charged for ${tag}: AED\u00a0500.00`]);
    const [kept] = await findPhotosOfAsset(platform.db, assetId);
    expect((await platform.files.find(kept!.file))!.toString('utf8', 0, 3)).toBe('k1.');
    expect(await findPhotoFor(platform.db, keeper, kept!.id)).toBeNull();
    const answer = await readPhoto(platform, (await findPhotoFor(platform.db, grace, kept!.id))!, { staffId: grace, requestId: 'test' });
    expect([answer!.headers.get('content-type'), new Uint8Array(await answer!.arrayBuffer())[1]]).toEqual(['image/png', 0x50]);
    const { rows } = (await platform.db.execute(sql`select reason from asset_charges where asset_id = ${assetId}`)) as unknown as {
      rows: { reason: string }[];
    };
    expect(rows[0]!.reason).not.toContain('cracked');
  });

  test('above the limit waits for a second person, who is not the one who pays', async () => {
    const { tag, read } = await damaged(chargeAloneMost + 1);
    const charge = (await read())!;
    expect(charge.status).toBe('asked');
    expect(await mails(tag)).toEqual([]);
    expect(await deductCharges(platform, { ...work, chargeIds: [charge.id], month: today.slice(0, 7) })).toMatchObject({ ok: false });
    expect(await decide(charge.id, charge.version, 'approve', keeper)).toEqual({ ok: false, refused: 'second-person' });
    expect(await decide(charge.id, charge.version, 'approve', grace)).toEqual({ ok: false, refused: 'own-charge' });
    const both = await Promise.all([decide(charge.id, charge.version, 'approve'), decide(charge.id, charge.version, 'decline')]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    expect(both.find(({ ok }) => !ok)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    await expect(
      platform.db.execute(sql`update asset_charges set decided_by = asked_by, status = 'due' where id = ${charge.id}`),
    ).rejects.toThrow();
    const { rows } = (await platform.db.execute(
      sql`select closed_at is null as open from staff_tasks where kind = 'asset-charge' and subject = ${`asset_charges:${charge.id}`}`,
    )) as unknown as { rows: { open: boolean }[] };
    expect(rows).toEqual([{ open: false }]);
  });

  test('can be looked for by the months of pay around this one', () => {
    expect(payMonths('2026-11').slice(0, 3)).toEqual(['2026-12', '2026-11', '2026-10']);
    expect([payMonths('2026-12')[0], payMonths('2026-01').slice(0, 3)]).toEqual(['2027-01', ['2026-02', '2026-01', '2025-12']]);
  });

  test('that is due is taken from a month’s pay once, or let go with a reason and told', async () => {
    const [paid, let_] = [await damaged(10_000), await damaged(20_000)];
    const [one, other] = [(await paid.read())!, (await let_.read())!];
    expect(await deductCharges(platform, { ...work, chargeIds: [one.id], month: '2020-01' })).toEqual({ ok: false, refused: 'bad-month' });
    const deduct = () => deductCharges(platform, { ...work, chargeIds: [one.id], month: today.slice(0, 7) });
    expect((await deduct()).ok).toBe(true);
    expect(await deduct()).toEqual({ ok: false, refused: 'not-possible-from-here' });
    expect(await paid.read()).toMatchObject({ status: 'deducted', deductedIn: today.slice(0, 7) });
    expect((await decide(other.id, other.version, 'waive')).ok).toBe(true);
    expect(await let_.read()).toMatchObject({ status: 'waived', waiver: 'Settled by the insurer' });
    expect((await mails(let_.tag)).toSorted()).toEqual([`Charged for ${let_.tag}: AED\u00a0200.00`, `Nothing is charged for ${let_.tag}`]);
    const due = await listCharges(platform.db, platform.crypto, readListView(chargeList, new URLSearchParams('queue=closed')), 50);
    expect(due.rows.map(({ tag }) => tag)).toContain(let_.tag);
  });

  test('is not charged without its picture, nor above what the thing cost; then nothing of the return stays', async () => {
    for (const [amount, more, refused] of [
      [100, { photo: null }, 'charge-unproven'],
      [100, { condition: 'good' }, 'charge-unproven'],
      [360_001, {}, 'charge-above-cost'],
    ] as const) {
      const { tag, taken, read } = await damaged(amount, more);
      expect([taken, await read(), (await asset(tag)).status]).toEqual([{ ok: false, refused }, undefined, 'assigned']);
    }
    expect(checkPhoto(new TextEncoder().encode('<svg onload=alert(1)>'))).toBe('photo-type');
    expect(checkPhoto(new Uint8Array(pngOf(40, 30)).subarray(0, 60))).toBe('photo-damaged');
  });
});

describe('a hand-over', () => {
  test('of several things takes one signature, whose PDF is kept sealed and read by its signer only', async () => {
    const tags = await registered(3);
    const paper = await handed(tags);
    expect((await asset(tags[0]!)).status).toBe('pending_acceptance');
    const wrong = await signPaper(platform, { paper, name: 'Grace Okafor', signature: { ...sign, name: 'G' }, language: 'en', ...work });
    expect(wrong).toEqual({ ok: false, refused: 'not-your-name' });
    expect(await signed(paper)).toMatchObject({ ok: true });
    expect(await Promise.all(tags.map(async (tag) => (await asset(tag)).status))).toEqual(['assigned', 'assigned', 'assigned']);
    const kept = (await findPaperAsStaff(platform.db, paper.reference))!;
    expect((await platform.files.find(kept.file!))!.toString('utf8', 0, 3)).toBe('k1.');
    expect((await openPaperFile(platform, kept))!.toString('latin1', 0, 5)).toBe('%PDF-');
    expect(await findPaperFor(platform.db, keeper, paper.reference)).toBeNull();
    expect(await signed(kept)).toEqual({ ok: false, refused: 'not-possible-from-here' });
  });

  test('signed and taken back at once has one of the two', async () => {
    const tags = await registered(2);
    const paper = await handed(tags);
    const both = await Promise.all([signed(paper), refusePaper(platform, { ...work, paper, words: '', event: 'withdraw' })]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const states = new Set(await Promise.all(tags.map(async (tag) => (await asset(tag)).status)));
    expect(states.size).toBe(1);
    expect([...states][0]).toBe(both[0]!.ok ? 'assigned' : 'in_stock');
  });

  test('of what somebody else has, or that is kept for another, is refused whole', async () => {
    const [free, kept] = (await registered(2)) as [string, string];
    const thing = await asset(kept);
    await moveAsset(platform, {
      ...work,
      asset: thing,
      version: thing.version,
      event: 'reserve',
      by: 'keeper',
      words: { holderId: second },
    });
    const tried = await handOver(platform, { ...work, userId: grace, lines: await lines([free, kept]), dueBackOn: null, language: 'en' });
    expect(tried).toEqual({ ok: false, refused: 'kept-for-another' });
    expect((await asset(free)).status).toBe('in_stock');
  });

  test('mails that a paper waits, and reminds once a day of what is due', async () => {
    const [tag] = (await registered(1)) as [string];
    await signed(await handed([tag], today));
    await watchReturns(platform);
    await watchReturns(platform);
    await platform.jobs.drain();
    const mails = (await platform.mail.folder!.list()).filter(
      ({ to, subject }) => to === 'visas@rihla.example' && /given back/.test(subject),
    );
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(tag);
    expect((await asset(tag)).status).toBe('return_requested');
  });

  test('mails a colleague in the language they chose, whatever the desk that hands over speaks', async () => {
    const [tag] = (await registered(1)) as [string];
    const speaks = (language: 'es' | 'en') => transact(platform.db, (tx) => changeStaffLanguage(tx, grace, language));
    await speaks('es');
    const paper = await handed([tag]);
    await platform.jobs.drain();
    await speaks('en');
    expect(paper.language).toBe('en');
    const mails = (await platform.mail.folder!.list()).filter(({ to, text }) => to === 'visas@rihla.example' && text.includes(tag));
    expect(mails.map(({ language }) => language)).toEqual(['es']);
  });

  test('asks for everything that is due back, past what cannot be asked for', async () => {
    const [broken, other] = (await registered(2)) as [string, string];
    await signed(await handed([broken, other], today));
    const undo = await refuseRow(platform.db, 'assets', 'tag', broken);
    await expect(watchReturns(platform)).rejects.toThrow('1 could not be taken up');
    await undo();
    expect([(await asset(broken)).status, (await asset(other)).status]).toEqual(['assigned', 'return_requested']);
    await watchReturns(platform);
    expect((await asset(broken)).status).toBe('return_requested');
  });
});

test('what comes back is signed for, inspected and wiped before it is stock again', async () => {
  const [tag] = (await registered(1)) as [string];
  await signed(await handed([tag]));
  const back = (await lines([tag])).map((line) => ({ ...line, wiped: false }));
  const give = (name: string, userId = grace) =>
    takeBack(platform, { ...work, userId, lines: back, signature: { name, strokes: null }, language: 'ar' });
  expect(await give('Somebody Else')).toEqual({ ok: false, refused: 'not-your-name' });
  expect(await give('Huda Mansour', second)).toEqual({ ok: false, refused: 'several-holders' });
  expect((await give('Grace Okafor')).ok).toBe(true);
  expect((await findAssetsOf(platform.db, grace)).map((one) => one.tag)).not.toContain(tag);
  const thing = await asset(tag);
  const pass = (wiped: boolean) =>
    moveAsset(platform, { ...work, asset: thing, version: thing.version, event: 'pass', by: 'keeper', words: { wiped } });
  expect(await pass(false)).toEqual({ ok: false, refused: 'not-wiped' });
  expect(await pass(true)).toEqual({ ok: true, value: 'in_stock' });
  expect(await pass(true)).toEqual({ ok: false, refused: 'changed-meanwhile' });
});

test('a loss needs the police, leaves the books by a second person, and ends when the thing is found', async () => {
  const [tag] = (await registered(1)) as [string];
  let thing = await asset(tag);
  const lose = (policeReference: string) =>
    moveAsset(platform, {
      ...work,
      asset: thing,
      version: thing.version,
      event: 'lose',
      by: 'keeper',
      words: { policeReference, reason: 'In a taxi' },
    });
  expect(await lose('')).toEqual({ ok: false, refused: 'no-police-reference' });
  expect((await lose('DXB-1')).ok).toBe(true);
  thing = await asset(tag);
  expect((await askWriteOff(platform, { ...work, asset: thing, reason: 'Gone for good' })).ok).toBe(true);
  const decide = (staffId: string) =>
    decideLoss(platform, { asset: thing, version: thing.version, staffId, requestId: 'test', event: 'approve' });
  expect(await decide(keeper)).toEqual({ ok: false, refused: 'second-person' });
  expect((await decide(second)).ok).toBe(true);
  expect((await asset(tag)).status).toBe('written_off');
  await expect(platform.db.execute(sql`update assets set status = 'in_stock', version = version + 1 where tag = ${tag}`)).rejects.toThrow();
});

test('a count says what is missing, what is strange and what nobody knows, and one place has one', async () => {
  const tags = await registered(2, { place: 'airport-desk' });
  const [elsewhere] = (await registered(1)) as [string];
  const begun = await beginCount(platform, { ...work, place: 'airport-desk' });
  if (!begun.ok) throw new Error(begun.refused);
  const countId = begun.value.id;
  expect(await beginCount(platform, { ...work, place: 'airport-desk' })).toEqual({ ok: false, refused: 'open-already' });
  const seen = async (typed: string) => {
    const found = await countTag(platform, { ...work, countId, typed });
    return found.ok ? found.value.what : found.refused;
  };
  expect([await seen(tags[0]!), await seen(tags[0]!), await seen(elsewhere), await seen('zz 9'), await seen('?')]).toEqual([
    'expected',
    'again',
    'elsewhere',
    'unknown',
    'no-tag',
  ]);
  await endCount(platform, { ...work, countId });
  expect(await seen(tags[1]!)).toBe('closed');
  const missing = (await listCountLines(platform.db, countId)).filter((line) => line.expected && !line.found);
  expect(missing.map(({ tag }) => tag)).toEqual([tags[1]]);
});

test('the register finds whose warranty has ended or ends soon, of what is still ours to mend, and stands in its order', async () => {
  const tags = await registered(5, { place: 'home' });
  const until = [addDays(today, -1), today, addDays(today, 30), addDays(today, 90), addDays(today, 31)];
  for (const [index, tag] of tags.entries())
    await platform.db.execute(sql`update assets set warranty_until = ${until[index]} where tag = ${tag}`);
  const found = async (query: string) => {
    const view = readAssetsView(new URLSearchParams(`place=home&${query}`));
    return (await openRegister(platform, view)).rows.map(({ tag }) => tag).filter((tag) => tags.includes(tag));
  };
  expect(await found('warranty=ended')).toEqual([tags[0]]);
  expect(await found('warranty=30')).toEqual([tags[1], tags[2]]);
  expect(await found('warranty=90&sort=warranty')).toEqual([tags[1], tags[2], tags[4], tags[3]]);
  expect(await found('warranty=soon')).toEqual(tags);
  expect(await found('sort=-warranty')).toEqual([tags[3], tags[4], tags[2], tags[1], tags[0]]);
  await platform.db.execute(sql`insert into assets
    (id, tag, kind, model, status, since, place, bought_on, warranty_until, cost, life_months, keeps_data, created_at, changed_at)
    values ('gone-warranty', 'ZX-00001', 'laptop', 'Gone', 'retired', ${today}, 'home', ${today}, ${today}, 100, 12, false, now(), now())`);
  const gone = async (query: string) =>
    (await openRegister(platform, readAssetsView(new URLSearchParams(query)))).rows.some(({ tag }) => tag === 'ZX-00001');
  expect([await gone('warranty=30&find=ZX-00001'), await gone('tab=gone&warranty=30&find=ZX-00001')]).toEqual([false, true]);
});

test('a thing is asked back for a reason that its history tells: a swap by the desk, leaving for everything, its day by the clock', async () => {
  const tags = (await registered(3)) as [string, string, string];
  await signed(await handed(tags));
  const why = async (tag: string) => {
    const { rows } = (await platform.db.execute(
      sql`select detail from asset_events where asset_id = ${(await asset(tag)).id} and event = 'request-return'`,
    )) as unknown as { rows: { detail: { why?: string } }[] };
    return rows.map(({ detail }) => detail.why);
  };
  const thing = await asset(tags[0]);
  const words = { why: 'swap', reason: 'A lighter one' } as const;
  expect(
    (await moveAsset(platform, { ...work, asset: thing, version: thing.version, event: 'request-return', by: 'keeper', words })).ok,
  ).toBe(true);
  await platform.db.execute(sql`update assets set due_back_on = ${today} where tag = ${tags[1]}`);
  await watchReturns(platform);
  await askBackAll(platform, { ...work, userId: grace, dueBackOn: today, things: [await asset(tags[2])] });
  expect([await why(tags[0]), await why(tags[1]), await why(tags[2])]).toEqual([['swap'], ['due'], ['leaver']]);
});
