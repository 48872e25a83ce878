import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { dayMs } from '#app/values/dates.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { reckonDomains } from '../records/customers-store.server.ts';
import { mergeCustomers, undoMerge } from '../staff/merge-customers.server.ts';
import { openCustomer } from '../staff/open-customer.server.ts';
import { openMerge } from '../staff/open-merge.server.ts';
import { findMemberships } from './companies-store.server.ts';
import { archiveCompany } from './work-on-company.server.ts';
import { openCompany } from './staff/open-company.server.ts';
import { noor, trn, openTestCompanies } from './company-testing.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const { support, finance, auditor, make, group, ungroup, companyOf, guest, sold, merge } = await openTestCompanies(platform);

describe('who belongs to a company', () => {
  let noorId = '';
  let other = '';
  let amal = '';
  beforeAll(async () => {
    noorId = await make({ ...noor, contactName: 'Huda', email: 'huda@noor.ae', termsDays: '30' });
    other = await make({ name: 'Other Works' });
    amal = await guest('Amal Nasser', 'amal@noor.ae');
  });

  it('is taken in and out by those who work with customers, belongs to one at a time, and keeps the history', async () => {
    for (const viewer of [finance, auditor]) expect(await group(amal, noorId, viewer)).toMatchObject({ refused: 'permission' });
    expect((await group(amal, noorId)).ok).toBe(true);
    expect(await group(amal, noorId)).toMatchObject({ refused: 'group-already' });
    expect(await group(amal, other)).toMatchObject({ refused: 'group-elsewhere' });
    expect(await ungroup(amal, other)).toMatchObject({ refused: 'ungroup-already' });
    clock.advance(dayMs);
    expect((await ungroup(amal, noorId)).ok).toBe(true);
    expect(await ungroup(amal, noorId)).toMatchObject({ refused: 'ungroup-already' });
    expect((await group(amal, other)).ok).toBe(true);
    const record = (await openCustomer(platform, support, amal, 'all', 'en'))!;
    expect(record.company).toMatchObject({ name: 'Other Works' });
    expect(record.companies).toMatchObject([{ name: noor.name, since: '2026-11-23', until: '2026-11-24' }]);
    const acts = record.line.entries.filter(({ what }) => what.startsWith('customer.')).map(({ what }) => what);
    expect(acts.toSorted()).toEqual(['customer.grouped', 'customer.grouped', 'customer.ungrouped']);
    const before = (await openCompany(platform, support, noorId, { show: 'all', find: '' }, 'en'))!;
    expect([before.members, before.past]).toMatchObject([[], [{ name: 'Amal Nasser' }]]);
    await ungroup(amal, other);
  });

  it('is asked once of two colleagues who press at the same moment', async () => {
    const pressed = await Promise.all([group(amal, noorId), group(amal, other)]);
    expect(pressed.map((one) => (one.ok ? 'in' : one.refused)).toSorted()).toEqual(['group-elsewhere', 'in']);
    const now = (await findMemberships(db, [amal])).get(amal)!;
    await ungroup(amal, now.companyId);
  });

  it('is nobody new of a company that is put away', async () => {
    const away = await make({ name: 'Away Works' });
    await group(amal, away);
    await archiveCompany(platform, finance, { id: away, version: 1, away: true, requestId: 'r' });
    const lama = await guest('Lama Saleh', 'lama@example.com');
    expect(await group(lama, away)).toMatchObject({ refused: 'company-archived' });
    expect(await group(lama, 'no-such-company')).toMatchObject({ refused: 'company-gone' });
    expect(await group('nobody', noorId)).toMatchObject({ refused: 'gone' });
    // Those who belonged to it stay, and it comes back whole.
    expect(await companyOf(amal)).toBe('Away Works');
    await archiveCompany(platform, finance, { id: away, version: 2, away: false, requestId: 'r' });
    expect((await openCompany(platform, support, away, { show: 'all', find: '' }, 'en'))!.members).toHaveLength(1);
    await ungroup(amal, away);
  });

  it('is suggested by an address at its place and by its number on an invoice, never by a place of everybody', async () => {
    const [badr, sara] = [await guest('Badr Aziz', 'badr@noor.ae'), await guest('Sara Khan', 'sara@gmail.com')];
    await sold('sara@gmail.com', { name: noor.name, trn, address: noor.address });
    // As rows were before places were kept: a job reckons them.
    await db.execute(sql`update customers set domain_index = null`);
    while ((await reckonDomains(db, crypto, 3)) > 0);
    const suggested = (await openCompany(platform, support, noorId, { show: 'all', find: '' }, 'en'))!.suggested;
    expect(suggested.map(({ id, why }) => [id, why]).toSorted()).toEqual(
      [
        [amal, 'mail'],
        [badr, 'mail'],
        [sara, 'number'],
      ].toSorted(),
    );
    await group(badr, other);
    await group(sara, noorId);
    const left = (await openCompany(platform, support, noorId, { show: 'all', find: '' }, 'en'))!.suggested;
    expect(left.map(({ id }) => id)).toEqual([amal]);
    // Whoever may not take anybody in is suggested nobody.
    expect((await openCompany(platform, auditor, noorId, { show: 'all', find: '' }, 'en'))!.suggested).toEqual([]);
    await ungroup(sara, noorId);
    await ungroup(badr, other);
  });
});

describe('two records that become one', () => {
  const pair = async (name: string, phone: string) => {
    const kept = await guest(name, `${name}@example.com`, phone);
    const gone = await guest(name, `${name}@office.example`, phone);
    return { kept, gone };
  };
  const undo = async (kept: string) => {
    const { merges } = (await openCustomer(platform, support, kept, 'all', 'en'))!;
    return undoMerge(platform, support, { id: kept, merge: merges[0]!.id });
  };
  let one = '';
  let two = '';
  beforeAll(async () => {
    [one, two] = [await make({ name: 'Merge One' }), await make({ name: 'Merge Two' })];
  });

  it('take the company of the duplicate along where the other has none, and leave it there when they are parted', async () => {
    const both = await pair('Mona', '+971501000001');
    await group(both.gone, one);
    expect((await merge(both)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual(['Merge One', null]);
    expect((await undo(both.kept)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual([null, 'Merge One']);
  });

  it.each([
    ['kept', 'Merge One'],
    ['gone', 'Merge Two'],
  ] as const)('of two companies need a word which one stays: that of the one %s is %s', async (after, name) => {
    const both = await pair(`Two${after}`, after === 'kept' ? '+971501000002' : '+971501000003');
    await group(both.kept, one);
    await group(both.gone, two);
    expect(await merge(both)).toMatchObject({ refused: 'company-undecided' });
    expect((await merge(both, after)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual([name, null]);
    expect((await undo(both.kept)).ok).toBe(true);
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual(['Merge One', 'Merge Two']);
  });

  it('are not merged on a look that is not true any more; what was decided since outlasts the undoing', async () => {
    const both = await pair('Since', '+971501000004');
    const open = (await openMerge(platform, support, both.kept, both.gone))!;
    await group(both.gone, two);
    const stale = await mergeCustomers(platform, support, {
      keptId: both.kept,
      keptVersion: open.kept.version,
      goneId: both.gone,
      goneVersion: open.gone.version,
      reason: 'same-phone',
      companies: { kept: null, gone: null, after: null },
    });
    expect(stale).toMatchObject({ refused: 'changed-meanwhile' });
    expect((await merge(both)).ok).toBe(true);
    await ungroup(both.kept, two);
    await group(both.kept, one);
    expect((await undo(both.kept)).ok).toBe(true);
    // Taken out of it as one person, both are; what was begun since stays with the one who stayed.
    expect([await companyOf(both.kept), await companyOf(both.gone)]).toEqual(['Merge One', null]);
  });

  it('belong to it since the day they did, and give each its own back in whatever order two merges are undone', async () => {
    const kept = await guest('Order', 'order@example.com', '+971501000005');
    const first = await guest('Order', 'order@one.example', '+971501000005');
    const second = await guest('Order', 'order@two.example', '+971501000005');
    await group(first, one);
    await group(second, two);
    const since = (await findMemberships(db, [first])).get(first)!.since;
    clock.advance(dayMs);
    expect((await merge({ kept, gone: first })).ok).toBe(true);
    expect((await findMemberships(db, [kept])).get(kept)).toMatchObject({ name: 'Merge One', since });
    expect((await merge({ kept, gone: second }, 'gone')).ok).toBe(true);
    expect(await companyOf(kept)).toBe('Merge Two');
    const { merges } = (await openCustomer(platform, support, kept, 'all', 'en'))!;
    for (const { id } of merges.toReversed()) expect((await undoMerge(platform, support, { id: kept, merge: id })).ok).toBe(true);
    expect([await companyOf(kept), await companyOf(first), await companyOf(second)]).toEqual([null, 'Merge One', 'Merge Two']);
    expect((await findMemberships(db, [first])).get(first)!.since).toEqual(since);
    expect((await listAuditOf(db, `companies:${one}`, 10)).map(({ action }) => action)).toContain('company.merged');
  });

  describe('undone in another order than they were made', () => {
    let three = '';
    beforeAll(async () => {
      three = await make({ name: 'Merge Three' });
    });
    let family = 0;
    const people = async (companies: readonly (string | null)[]) => {
      family += 1;
      const ids: string[] = [];
      for (const [at, company] of companies.entries()) {
        ids.push(await guest(`Family${family}`, `f${family}@p${at}.example`, `+9715011100${family}`));
        if (company) await group(ids[at]!, company);
      }
      return ids;
    };
    /** Merges the others into the first in their order, then undoes those merges in the order that is said. */
    const walk = async (ids: readonly string[], afters: readonly ('kept' | 'gone' | null)[], order: readonly number[]) => {
      const [kept = '', ...gone] = ids;
      for (const [at, each] of gone.entries()) {
        clock.advance(1000);
        expect((await merge({ kept, gone: each }, afters[at])).ok).toBe(true);
      }
      const seen: (string | null)[] = [];
      let known: boolean | null = null;
      for (const at of order) {
        const { merges } = (await openCustomer(platform, support, kept, 'all', 'en'))!;
        const undone = await undoMerge(platform, support, { id: kept, merge: merges.toReversed()[at]!.id });
        known = undone.ok ? undone.value : null;
        seen.push(await companyOf(kept));
      }
      return { seen, known, end: await Promise.all(ids.map(companyOf)) };
    };

    it.each([[[0, 1]], [[1, 0]]] as const)('give the one who stayed their own company back: %s', async (order) => {
      const ids = await people([one, two, three]);
      expect((await walk(ids, ['gone', 'gone'], order)).end).toEqual(['Merge One', 'Merge Two', 'Merge Three']);
    });

    it('do so for three merges, whichever is undone first', async () => {
      for (const order of [
        [0, 1, 2],
        [1, 0, 2],
        [1, 2, 0],
        [2, 0, 1],
      ]) {
        const ids = await people([one, two, three, two]);
        const { end } = await walk(ids, ['gone', 'gone', 'gone'], order);
        expect([order, end]).toEqual([order, ['Merge One', 'Merge Two', 'Merge Three', 'Merge Two']]);
      }
    });

    it('leave them a company as long as somebody of it is one with them', async () => {
      const ids = await people([null, one, one]);
      const { seen, end, known } = await walk(ids, [null, null], [0, 1]);
      expect([seen, end, known]).toEqual([['Merge One', null], [null, 'Merge One', 'Merge One'], true]);
    });

    it('leave it open, and say so, where those who are one with them belong to several', async () => {
      const ids = await people([null, one, two, three]);
      const { end, known } = await walk(ids, [null, 'kept', 'kept'], [0]);
      expect([end[0], end[1], known]).toEqual([null, 'Merge One', false]);
      const { merges } = (await openCustomer(platform, support, ids[0]!, 'all', 'en'))!;
      for (const { id } of merges.filter(({ undoable }) => undoable)) await undoMerge(platform, support, { id: ids[0]!, merge: id });
      expect(await Promise.all(ids.map(companyOf))).toEqual([null, 'Merge One', 'Merge Two', 'Merge Three']);
    });
  });
});
