import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { personalData } from '#app/personal-data.ts';
import type { Viewer } from '#app/platform/access.ts';
import { listAuditOf } from '#app/platform/audit.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { openDemoPlatform } from '#tests/support/test-platform.ts';
import { findRowsOf } from '../../privacy/person-rows-store.server.ts';
import { findFiles, findNotes, insertFile, insertNote } from '../../record-notes/record-notes-store.server.ts';
import { companyTyped } from './company-form.ts';
import { factsOf, findCompany, findCompanyContact, findCompanyMeant } from './companies-store.server.ts';
import { companyPlaceOf, domainKey } from './mail-domain-rules.ts';
import { archiveCompany, keepCompany, makeCompany } from './work-on-company.server.ts';
import { openCompany } from './staff/open-company.server.ts';
import { noor, trn, openTestCompanies } from './company-testing.ts';

const platform = await openDemoPlatform();
const { db, crypto, clock } = platform;
const { support, finance, auditor, read, factsFrom, make, forget } = await openTestCompanies(platform);

describe('what is written down of a company', () => {
  it('takes a number of fifteen digits with its spaces, and wants an address with it', () => {
    expect(read({ ...noor, trn: '1002 3456-7800 003' })).toMatchObject({ ok: true, facts: { trn } });
    expect(read({ ...noor, trn: '10023456780000' })).toMatchObject({ ok: false, faults: { trn: 'trn-wrong' } });
    expect(read({ ...noor, address: '' })).toMatchObject({ ok: false, faults: { address: 'address-missing' } });
    expect(read({ name: 'Just a name' })).toMatchObject({ ok: true, facts: { trn: null, termsDays: 0, ownerId: null } });
  });

  it('says of each field what is wrong with it, and keeps what was typed', () => {
    const wrong = read({
      name: 'A',
      email: 'nobody',
      domain: 'gmail.com',
      termsDays: '121',
      owner: 'stranger',
      licence: 'x'.repeat(61),
    });
    expect(wrong).toMatchObject({
      ok: false,
      typed: { name: 'A', email: 'nobody', domain: 'gmail.com', termsDays: '121' },
      faults: {
        name: 'name-short',
        email: 'email-wrong',
        domain: 'domain-public',
        termsDays: 'terms-wrong',
        owner: 'owner-unknown',
        licence: 'too-long',
      },
    });
    expect(read({ name: 'Noor', domain: 'no domain' })).toMatchObject({ faults: { domain: 'domain-wrong' } });
  });

  it('takes the place of its people as it is written, in whatever form, and no place from an address', () => {
    // Where somebody has mail is theirs, as their address is: it stays sealed with it.
    expect(factsFrom({ name: 'Noor', email: 'accounts@Noor.AE' }).domain).toBe('');
    expect(factsFrom({ name: 'Noor', email: 'noor@gmail.com', domain: 'https://www.noor.ae/contact' }).domain).toBe('noor.ae');
    expect(domainKey('X@Noor.ae.')).toBe('noor.ae');
    expect(['a@noor.ae', 'a@Hotmail.com', 'a@localhost', 'no address'].map(companyPlaceOf)).toEqual(['noor.ae', null, null, null]);
  });
});

describe('a company', () => {
  it('is written by those who keep what invoices say, and read by everybody who sees customers', async () => {
    const facts = factsFrom(noor);
    for (const viewer of [support, auditor])
      expect(await makeCompany(platform, viewer, { facts, requestId: 'r' })).toMatchObject({ refused: 'permission' });
    const id = await make({ ...noor, contactName: 'Huda', email: 'huda@noor.ae', termsDays: '30' });
    const [said] = await listAuditOf(db, `companies:${id}`, 1);
    expect(said).toMatchObject({ action: 'company.made', actor: `staff:${finance.user.id}` });
    // Who is written to stands in no log, and not in clear where it is kept.
    const { rows } = (await db.execute(sql`select contact from company_contacts where company_id = ${id}`)) as unknown as {
      rows: { contact: string }[];
    };
    expect(rows[0]!.contact).not.toContain('huda');
    expect(JSON.stringify(said!.detail)).not.toContain('huda');
    const shown = async (viewer: Viewer & { kind: 'staff' }) =>
      (await openCompany(platform, viewer, id, { show: 'all', find: '' }, 'en'))!.contact;
    expect(await shown(finance)).toEqual({ name: 'Huda', email: 'huda@noor.ae' });
    expect(await shown(support)).toEqual({ name: '', email: 'h…@noor.ae' });
  });

  it('alone bears its number, whoever writes at the same moment; one that is put away leaves it to another', async () => {
    expect(await makeCompany(platform, finance, { facts: factsFrom({ ...noor, name: 'Twin' }), requestId: 'r' })).toMatchObject({
      refused: 'trn-taken',
    });
    const twice = { name: 'Both', trn: '100000000000001', address: 'Dubai' };
    const both = await Promise.all([1, 2].map(() => makeCompany(platform, finance, { facts: factsFrom(twice), requestId: 'r' })));
    expect(both.map((one) => (one.ok ? 'made' : one.refused)).toSorted()).toEqual(['made', 'trn-taken']);
    const first = both.find((one) => one.ok)!;
    const away = { id: first.ok ? first.value : '', version: 1, away: true, requestId: 'r' };
    expect((await archiveCompany(platform, finance, away)).ok).toBe(true);
    const second = await make(twice);
    expect(await archiveCompany(platform, finance, { ...away, version: 2, away: false })).toMatchObject({ refused: 'trn-taken' });
    expect(await archiveCompany(platform, finance, { id: second, version: 1, away: false, requestId: 'r' })).toMatchObject({
      refused: 'not-archived',
    });
  });

  it('is not written over what a colleague changed in between, and says in the log which of it changed', async () => {
    const id = await make({ name: 'Falcon Works' });
    const company = (await findCompany(db, id))!;
    const facts = { ...(await factsOf(db, crypto, company)), licence: 'CN-1', termsDays: 45 };
    const ask = { id, version: company.version, facts, requestId: 'r' };
    expect(await keepCompany(platform, support, ask)).toMatchObject({ refused: 'permission' });
    expect((await keepCompany(platform, finance, ask)).ok).toBe(true);
    expect(await keepCompany(platform, finance, ask)).toMatchObject({ refused: 'changed-meanwhile' });
    expect(companyTyped(await factsOf(db, crypto, (await findCompany(db, id))!))).toMatchObject({ licence: 'CN-1', termsDays: '45' });
    const [said] = await listAuditOf(db, `companies:${id}`, 1);
    expect(said).toMatchObject({ action: 'company.changed', detail: { changed: ['licence', 'termsDays'], termsDaysBefore: 0 } });
  });

  it('does not bring back whoever was written to and is forgotten since, whatever else changed meanwhile', async () => {
    const id = await make({ name: 'Forgetful', contactName: 'Rana', email: 'rana@forgetful.example' });
    const company = (await findCompany(db, id))!;
    const facts = await factsOf(db, crypto, company);
    await forget('rana@forgetful.example');
    const ask = { id, version: company.version, facts, requestId: 'r', hadContact: true };
    expect(await keepCompany(platform, finance, ask)).toMatchObject({ refused: 'contact-gone' });
    expect(await keepCompany(platform, finance, { ...ask, version: 7 })).toMatchObject({ refused: 'contact-gone' });
    expect((await factsOf(db, crypto, company)).contact).toEqual({ name: '', email: '' });
    expect(read({ name: 'Rana alone', contactName: 'Rana' })).toMatchObject({ faults: { email: 'email-missing' } });
  });

  it('keeps what colleagues wrote and filed beside it when whoever was written to is forgotten, and hands them none of it', async () => {
    const id = await make({ name: 'Shared Record', contactName: 'Huda Said', email: 'huda@shared.example', licence: 'CN-9' });
    const record = { kind: 'company', id } as const;
    await transact(db, (tx) =>
      insertNote(tx, crypto, clock.now(), { id: 'shared-note', record, author: support.user.id, words: 'Credit agreed', told: [] }),
    );
    await transact(db, (tx) =>
      insertFile(tx, crypto, {
        id: 'shared-file',
        kind: 'company',
        recordId: id,
        name: 'licence.pdf',
        type: 'application/pdf',
        bytes: 4,
        stored: 'shared-file',
        keptBy: support.user.id,
        at: new Date(clock.now()),
      }),
    );
    const theirs = await findRowsOf(db, crypto, personalData, { userId: null, emails: ['huda@shared.example'] });
    expect(theirs.filter(({ rows }) => rows.length > 0).map(({ table }) => table)).toEqual(['company_contacts']);
    await forget('huda@shared.example');
    expect(await findCompanyContact(db, crypto, id)).toEqual({ name: '', email: '' });
    expect((await findNotes(db, crypto, record)).map(({ words }) => words)).toEqual(['Credit agreed']);
    expect((await findFiles(db, crypto, record)).map(({ name }) => name)).toEqual(['licence.pdf']);
  });

  it('is meant by its id, its number or its whole name in either script, and by no part of it', async () => {
    const meant = async (typed: string) => (await findCompanyMeant(db, typed))?.name ?? null;
    expect(await meant(trn)).toBe(noor.name);
    expect(await meant('al noor TRADING llc')).toBe(noor.name);
    expect(await meant('النور للتجارة')).toBe(noor.name);
    await make({ name: 'Two Names Only', nameAr: 'اسمان فقط' });
    expect(await meant('اسمان فقط')).toBe('Two Names Only');
    expect(await meant('noor')).toBe(null);
    expect(await meant('%')).toBe(null);
  });
});
