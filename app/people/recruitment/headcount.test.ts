import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { seedDemoApplications } from '#seeds/demo-applications.ts';
import { openCataloguePlatform } from '#tests/support/test-platform.ts';
import { findHiringOf, planHeadcount } from './headcount-store.server.ts';
import { nextStep, type HiringOf } from './next-step-rules.ts';

const platform = await openCataloguePlatform();
const { db } = platform;
await seedDemoApplications(platform);
const rows = async <Row>(query: ReturnType<typeof sql>) => ((await db.execute(query)) as unknown as { rows: Row[] }).rows;

describe('the next step of a position', () => {
  const none: HiringOf = { postings: 0, published: 0, stages: {} };
  const out = { postings: 1, published: 1 };
  it.each([
    ['draft', none, 'ask'],
    ['approval', none, 'decide'],
    ['on_hold', none, 'go-on'],
    ['approved', none, 'post'],
    ['approved', { ...none, postings: 1 }, 'publish'],
    ['approved', { ...out, stages: { rejected: 4, withdrawn: 1 } }, 'wait'],
    ['approved', { ...out, stages: { received: 3 } }, 'screen'],
    ['approved', { ...out, stages: { received: 3, shortlisted: 1 } }, 'interview'],
    ['approved', { ...out, stages: { shortlisted: 1, interview: 1 } }, 'judge'],
    ['approved', { ...out, stages: { interview: 2, offer: 1, hired: 1 } }, 'offer'],
    ['approved', { ...out, stages: { received: 9, hired: 2 } }, 'fill'],
    ['filled', { ...out, stages: { hired: 2 } }, null],
    ['cancelled', none, null],
  ] as const)('%s with %j is %s', (status, hiring, step) => {
    expect(nextStep({ status, positions: 2 }, hiring)).toBe(step);
  });
});

describe('the plan of positions', () => {
  it('adds up by department what was approved, hired, and is wanted still, and by when', async () => {
    await db.execute(sql`update job_postings set requisition_id = null`);
    await db.execute(sql`delete from job_requisition_events`);
    await db.execute(sql`delete from job_requisitions`);
    const wanted = [
      ['one', 'approved', 'visas', 2, '2027-03-01'],
      ['two', 'approved', 'visas', 1, '2027-01-15'],
      ['three', 'filled', 'visas', 1, '2026-06-01'],
      ['four', 'approval', 'visas', 3, '2026-12-01'],
      ['five', 'on_hold', 'finance', 1, null],
      ['six', 'cancelled', 'product', 5, null],
      ['seven', 'draft', 'product', 5, null],
    ] as const;
    for (const [id, status, department, positions, day] of wanted)
      await db.execute(sql`insert into job_requisitions
        (id, status, title, department, place, employment, positions, reason, needed_by, asked_by, decided_by, decided_at, created_at, changed_at)
        values (${id}, ${status}, 'Somebody', ${department}, 'dubai', 'full-time', ${positions}, 'x', ${day}, 'x', 'y', now(), now(), now())`);
    const [posting] = await rows<{ id: string; hired: number; open: number }>(sql`select posting_id as id,
      count(*) filter (where status = 'hired')::int as hired,
      count(*) filter (where status in ('received', 'screening', 'shortlisted', 'interview', 'offer'))::int as open
      from job_applications where posting_id is not null group by posting_id order by 2 desc, 1 limit 1`);
    expect(posting!.hired).toBeGreaterThan(0);
    await db.execute(sql`update job_postings set requisition_id = 'one' where id = ${posting!.id}`);

    expect(await planHeadcount(db)).toEqual([
      { department: 'finance', approved: 0, hired: 0, toApprove: 0, onHold: 1, neededBy: null },
      { department: 'visas', approved: 4, hired: posting!.hired, toApprove: 3, onHold: 0, neededBy: '2027-01-15' },
    ]);
    const hiring = await findHiringOf(db, ['one', 'two']);
    expect(hiring.get('two')).toEqual({ postings: 0, published: 0, stages: {} });
    const { stages, postings } = hiring.get('one')!;
    expect([postings, stages.hired]).toEqual([1, posting!.hired]);
    expect(Object.values(stages).reduce((sum, many) => sum + many, 0)).toBeGreaterThanOrEqual(posting!.hired + posting!.open);
  });
});
