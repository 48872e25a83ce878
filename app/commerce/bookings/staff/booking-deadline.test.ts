import { expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { deadlineOf } from './booking-deadline.ts';

const at = (text: string) => new Date(text);
const none = { parts: [], quotedUntil: null, workDue: null, zone: 'Asia/Dubai' };
const booked = { status: 'confirmed', choiceBy: null, optionUntil: null } as const;
const order = { status: 'confirmed', heldUntil: null };
const said = (deadline: ReturnType<typeof deadlineOf>) => [deadline.kind, deadline.at && new Date(deadline.at).toISOString()];

it('is the end of the day, in the desk’s zone, that the next open part is due on', () => {
  const parts = [
    { dueOn: null, paidAt: at('2026-11-01T00:00:00Z') },
    { dueOn: calendarDate('2026-12-10'), paidAt: null },
    { dueOn: calendarDate('2027-01-10'), paidAt: null },
  ];
  expect(said(deadlineOf(order, booked, { ...none, parts }))).toEqual(['part', '2026-12-10T20:00:00.000Z']);
  expect(said(deadlineOf(order, { ...booked, status: 'cancelled' }, { ...none, parts }))).toEqual(['none', null]);
  expect(said(deadlineOf(order, booked, none))).toEqual(['none', null]);
});

it('is what is promised first: an answer, a choice, a hold, a price of cancelling', () => {
  const workDue = at('2026-12-01T10:00:00Z');
  const until = at('2026-12-01T11:00:00Z');
  expect(said(deadlineOf(order, { ...booked, status: 'requested' }, { ...none, workDue }))).toEqual(['answer', workDue.toISOString()]);
  expect(said(deadlineOf(order, { ...booked, status: 'operator_cancelled', choiceBy: until }, none))).toEqual([
    'choice',
    until.toISOString(),
  ]);
  expect(said(deadlineOf({ status: 'held', heldUntil: until }, { ...booked, status: 'cart_held' }, none))).toEqual([
    'hold',
    until.toISOString(),
  ]);
  expect(said(deadlineOf({ status: 'held', heldUntil: null }, { ...booked, status: 'option', optionUntil: until }, none))).toEqual([
    'kept',
    until.toISOString(),
  ]);
  expect(said(deadlineOf({ status: 'cancel_quoted', heldUntil: null }, booked, { ...none, quotedUntil: until }))).toEqual([
    'quote',
    until.toISOString(),
  ]);
});
