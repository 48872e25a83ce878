import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { may, type StaffRole } from '#app/platform/access.ts';
import { staffPlaces } from '#app/site-map.ts';
import { mayReach } from './may-reach.ts';
import { recordOf, taskKinds, taskRuleOf } from './task-rules.ts';

it('knows every kind of task that the house opens', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.server.ts'));
  const opened = files
    .map((name) => readFileSync(`app/${name}`, 'utf8'))
    .flatMap((source) => [...source.matchAll(/openStaffTask\([^;]*?kind: [`']([a-z-]+)[`']/gs)].map((match) => match[1]!));
  expect(opened.length).toBeGreaterThan(8);
  expect([...new Set(opened)].filter((kind) => !taskKinds.includes(kind))).toEqual([]);
});

it('lets everybody see a kind that nobody has ruled on, and tick it off', () => {
  expect(taskRuleOf('constructor')).toMatchObject({ see: 'desk:open', do: 'desk:open', endsByItself: false });
});

it('leads to the record of a task', () => {
  expect(recordOf({ subject: 'orders:abc', detail: { order: '7K2M9-4QX3D' } })).toBe('/admin/orders/7K2M9-4QX3D');
  expect(recordOf({ subject: 'refund_requests:1', detail: { order: '7K2M9-4QX3D', amount: 5 } })).toBe('/admin/orders/7K2M9-4QX3D');
  expect(recordOf({ subject: 'inquiries:1', detail: { reference: 'Q-123' } })).toBe('/admin/inquiries/Q-123');
  expect(recordOf({ subject: 'supply_imports:7', detail: { table: 'departures', thing: 'lisbon', count: 2 } })).toBe(
    '/admin/supply/holiday-packages/lisbon/import?report=7',
  );
  expect(recordOf({ subject: 'payments:1', detail: { why: 'x' } })).toBeNull();
  expect(recordOf({ subject: 'payments:1', detail: { order: '../../evil' } })).toBeNull();
});

it('leads to the words of a letter where its template is worked on', () => {
  expect(recordOf({ subject: 'mail_wordings:reviews.invite', detail: {} })).toBe('/admin/notifications/templates/reviews.invite');
});

describe('what leads to a page of the desk', () => {
  const clerk = (role: StaffRole) => ({ kind: 'staff', user: { id: role }, staff: { roles: [role] } }) as const;

  it('is left out for whoever the page is closed to', () => {
    expect(mayReach(clerk('auditor'), '/admin/interview-scheduling/7K2M9-4QX3D')).toBe(false);
    expect(mayReach(clerk('hr_manager'), '/admin/interview-scheduling/7K2M9-4QX3D')).toBe(true);
    expect(mayReach(clerk('visa_officer'), '/admin/invoices/INV-2026-000010?from=line#top')).toBe(false);
    expect(mayReach(clerk('auditor'), '/admin/invoices/INV-2026-000010?from=line#top')).toBe(true);
  });

  it('is judged by the page of its own name before one whose last part may be anything', () => {
    for (const { path, access } of staffPlaces.filter((place) => !/[:*]/.test(place.path)))
      expect([path, mayReach(clerk('visa_officer'), `/${path}`)]).toEqual([
        path,
        access.kind !== 'staff' || may(clerk('visa_officer'), access.permission),
      ]);
  });
});
