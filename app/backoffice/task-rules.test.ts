import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
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
  expect(recordOf({ subject: 'payments:1', detail: { why: 'x' } })).toBeNull();
  expect(recordOf({ subject: 'payments:1', detail: { order: '../../evil' } })).toBeNull();
});
