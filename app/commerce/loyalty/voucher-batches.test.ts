import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Clerk, StaffRole } from '#app/platform/access.ts';
import { openTestPlatform, type TestPlatform } from '#tests/support/test-platform.ts';
import { chooseMembers } from './choose-members.server.ts';
import { decideBatch, draftBatch, issueBatch, reckonBatch, withdrawBatch } from './give-voucher-batch.server.ts';
import { draftVoucher, issueVoucher } from './give-voucher.server.ts';
import { joinProgramme } from './join-programme.server.ts';
import { batchLines } from './staff/open-voucher-batches.server.ts';
import { findBatch } from './voucher-batches-store.server.ts';
import type { ChoiceTyped } from './voucher-choice-form.ts';
import type { VoucherValues } from './voucher-form.ts';
import { workOnLoyalty } from './work-on-loyalty.server.ts';

let platform: TestPlatform;
const clerk = (id: string, role: StaffRole = 'owner'): Clerk => ({ kind: 'staff', user: { id }, staff: { roles: [role] } });
const [asker, second] = [clerk('asker'), clerk('second')];
const members = ['ana', 'ben', 'cem', 'dua', 'eli'];
const by = (typed: Partial<ChoiceTyped>): ChoiceTyped => ({
  campaign: 'Eid thanks',
  choose: 'filter',
  tier: '',
  activity: '',
  pasted: '',
  ...typed,
});
const values = (fils: number): VoucherValues => ({
  occasion: 'thanks',
  amount: fils,
  basisPoints: null,
  most: fils,
  kinds: [],
  least: 0,
  validUntil: '2027-02-01' as VoucherValues['validUntil'],
  reason: 'They travelled with us all year',
});

beforeEach(async () => {
  platform = await openTestPlatform();
  await workOnLoyalty(platform);
  const { db } = platform;
  await db.execute(sql`update early_access set is_on = true where feature = 'loyalty'`);
  for (const id of [...members, 'asker', 'second']) {
    await db.execute(sql`insert into users (id, email, name, email_verified) values (${id}, ${`${id}@example.com`}, ${id}, true)`);
  }
  for (const id of ['asker', 'second'])
    await db.execute(sql`insert into internal_users (user_id, display_name, roles, is_active, employment_status)
      values (${id}, ${id}, '{owner}', true, 'active')`);
  for (const id of [...members, 'asker']) await joinProgramme(platform, id, 'en');
});

let batches = 0;
async function draft(fils: number, more: { readonly campaign?: string; readonly typed?: Partial<ChoiceTyped>; readonly id?: string } = {}) {
  batches += 1;
  const id = more.id ?? `00000000-0000-4000-8000-${String(batches).padStart(12, '0')}`;
  const chosen = await chooseMembers(platform, by(more.typed ?? {}));
  const drafted = await draftBatch(platform, asker, { id, campaign: more.campaign ?? 'Eid thanks', values: values(fils), ...chosen });
  expect(drafted).toEqual({ ok: true, value: id });
  return id;
}
const seen = async (id: string) => ({ id, version: (await findBatch(platform.db, id))!.version });
const standings = async (id: string) =>
  Object.fromEntries((await batchLines(platform, id)).map(([member, standing, why]) => [member, why || standing]));
const vouchers = async () =>
  (
    (await platform.db.execute(sql`select user_id, status from loyalty_vouchers order by user_id`)) as unknown as {
      rows: { user_id: string; status: string }[];
    }
  ).rows.map(({ user_id: id, status }) => `${id} ${status}`);

describe('vouchers for many', () => {
  it('are tried first: who would get one, who not and why, and nobody has any', async () => {
    await platform.db.execute(sql`update loyalty_members set held_at = now(), held_by = 'second' where user_id = 'ben'`);
    await platform.db.execute(sql`insert into customers (id, name, email, email_index, has_account, risk, first_seen_at, last_contact_at,
        blocked_at, blocked_by, blocked_reason)
      values ('c-cem', 'Cem', 'sealed', 'index', true, 'none', now(), now(), now(), 'second', 'abuse')`);
    await platform.db.execute(sql`insert into customer_keys (customer_id, kind, key) values ('c-cem', 'account', 'cem')`);
    const id = await draft(5_000);
    expect(await standings(id)).toEqual({ ana: 'waits', asker: 'own', ben: 'held', cem: 'blocked', dua: 'waits', eli: 'waits' });
    const batch = (await findBatch(platform.db, id))!;
    expect(await reckonBatch(platform.db, platform.clock.now(), batch, 'asker')).toEqual({ members: 3, total: 15_000, second: null });
    await platform.jobs.drain();
    expect(await vouchers()).toEqual([]);
  });

  it('are chosen by what is pasted, each once, and lines of nobody are told', async () => {
    const chosen = await chooseMembers(
      platform,
      by({ choose: 'pasted', pasted: 'ANA@example.com, ben\nnobody@example.com\n\nana; second' }),
    );
    expect(chosen).toEqual({ members: ['ana', 'ben'], unknownLines: [2, 4] });
  });

  it('are chosen by tier and by whether points moved', async () => {
    await platform.db.execute(sql`update loyalty_members set tier = 'gold' where user_id in ('ana', 'ben')`);
    const long = new Date(platform.clock.now() - 100 * 86_400_000).toISOString();
    await platform.db.execute(sql`update loyalty_members set changed_at = ${long} where user_id = 'ben'`);
    expect((await chooseMembers(platform, by({ tier: 'gold' }))).members).toEqual(['ana', 'ben']);
    expect((await chooseMembers(platform, by({ tier: 'gold', activity: 'quiet-90' }))).members).toEqual(['ben']);
    expect((await chooseMembers(platform, by({ tier: 'gold', activity: 'moved-90' }))).members).toEqual(['ana']);
  });

  it('are given once each, however often the form and the job come', async () => {
    const id = await draft(5_000);
    expect(await draft(5_000, { id })).toBe(id);
    const at = await seen(id);
    expect(await issueBatch(platform, asker, at)).toEqual({ ok: true, value: 'issuing' });
    expect(await issueBatch(platform, asker, at)).toEqual({ ok: false, refused: 'changed-meanwhile' });
    await platform.jobs.drain();
    await platform.jobs.drain();
    expect(await vouchers()).toEqual(members.map((one) => `${one} live`));
    expect((await findBatch(platform.db, id))!.status).toBe('done');
    // Of the same campaign nobody gets a second one.
    const again = await draft(5_000, { campaign: 'EID Thanks' });
    expect(Object.values(await standings(again))).toEqual(['has-one', 'own', 'has-one', 'has-one', 'has-one', 'has-one']);
    expect(await issueBatch(platform, asker, await seen(again))).toEqual({ ok: false, refused: 'nobody' });
  });

  it('ask for a second person above the limit in all, who is neither who wrote nor who asked', async () => {
    const typed = { choose: 'pasted', pasted: 'ana\nben' } as const;
    const id = await draft(150_000, { typed });
    expect(await reckonBatch(platform.db, platform.clock.now(), (await findBatch(platform.db, id))!, 'asker')).toMatchObject({
      total: 300_000,
      second: 'total',
    });
    expect(await issueBatch(platform, asker, await seen(id))).toEqual({ ok: true, value: 'asked' });
    expect(await decideBatch(platform, asker, await seen(id), { agrees: true })).toEqual({ ok: false, refused: 'own-request' });
    expect(await decideBatch(platform, clerk('second', 'support_agent'), await seen(id), { agrees: true })).toMatchObject({
      refused: 'permission',
    });
    await platform.jobs.drain();
    expect(await vouchers()).toEqual([]);
    expect(await decideBatch(platform, second, await seen(id), { agrees: true })).toMatchObject({ ok: true });
    await platform.jobs.drain();
    expect(await vouchers()).toEqual(['ana live', 'ben live']);
  });

  it('count together with what a colleague gave one member alone', async () => {
    const one = await draftVoucher(platform, asker, { userId: 'ana', values: values(18_000) });
    if (!one.ok) throw new Error(one.refused);
    expect(await issueVoucher(platform, asker, { id: one.value, version: 1 })).toEqual({ ok: true, value: 'live' });
    const id = await draft(5_000, { typed: { choose: 'pasted', pasted: 'ana\nben' } });
    expect(await reckonBatch(platform.db, platform.clock.now(), (await findBatch(platform.db, id))!, 'asker')).toMatchObject({
      second: 'member',
    });
    // Given between the press and the job, it is the job that leaves them out.
    const other = await draft(5_000, { campaign: 'Another', typed: { choose: 'pasted', pasted: 'dua\neli' } });
    expect(await issueBatch(platform, asker, await seen(other))).toEqual({ ok: true, value: 'issuing' });
    const late = await draftVoucher(platform, asker, { userId: 'dua', values: values(18_000) });
    if (!late.ok) throw new Error(late.refused);
    await issueVoucher(platform, asker, { id: late.value, version: 1 });
    await platform.jobs.drain();
    expect(await standings(other)).toEqual({ dua: 'limit', eli: 'given' });
  });

  it('are called back as a whole, but for what was used', async () => {
    const id = await draft(5_000);
    await issueBatch(platform, asker, await seen(id));
    await platform.jobs.drain();
    // A voucher that ended is nobody's to take back, like one that was used.
    await platform.db.execute(sql`update loyalty_vouchers set status = 'expired' where user_id = 'ben'`);
    expect(await withdrawBatch(platform, asker, await seen(id), { event: 'withdraw', why: 'no' })).toMatchObject({ refused: 'no-reason' });
    expect(await withdrawBatch(platform, asker, await seen(id), { event: 'withdraw', why: 'The wrong feast' })).toMatchObject({ ok: true });
    await platform.jobs.drain();
    expect(await vouchers()).toEqual(['ana withdrawn', 'ben expired', 'cem withdrawn', 'dua withdrawn', 'eli withdrawn']);
    expect(await standings(id)).toMatchObject({ ana: 'withdrawn', ben: 'given' });
    // Taken back, they may have another one of that campaign.
    const again = await draft(5_000);
    expect(await standings(again)).toMatchObject({ ana: 'waits', ben: 'has-one' });
  });

  it('that are declined reach nobody, and every step is in the audit', async () => {
    const id = await draft(60_000);
    expect(await issueBatch(platform, asker, await seen(id))).toEqual({ ok: true, value: 'asked' });
    expect(await decideBatch(platform, second, await seen(id), { agrees: false, why: 'Too much for this' })).toMatchObject({ ok: true });
    await platform.jobs.drain();
    expect(await vouchers()).toEqual([]);
    const { rows } = (await platform.db.execute(
      sql`select action from audit_events where subject = ${`loyalty_voucher_batches:${id}`} order by sequence`,
    )) as unknown as { rows: { action: string }[] };
    expect(rows.map(({ action }) => action)).toEqual(['loyalty.vouchers-drafted', 'loyalty.vouchers-asked', 'loyalty.vouchers-declined']);
  });
});
