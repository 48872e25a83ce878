import { describe, expect, it } from 'vitest';
import { permissions } from '#app/platform/access.ts';
import { hourMs, instant } from '#app/values/dates.ts';
import { moveOn } from '#app/values/status-table.ts';
import { flightOrderMachine, flightOrderStates, type FlightOrderState } from '../order/flight-order-status.ts';
import { choicesFor, deskActions, permissionFor, type DeskAction, type DeskCase } from './desk-action-rules.ts';

const now = instant(Date.parse('2026-11-23T07:42:00Z'));
const later = instant(now + hourMs);
const everything = new Set<string>(permissions);
const order = (status: FlightOrderState, more: Partial<DeskCase> = {}): DeskCase => ({
  status,
  now,
  voidUntil: later,
  quoteUntil: later,
  departed: true,
  claimed: true,
  gives: { 'confirm-cancel': 30_000, void: 30_000, 'give-up': 30_000 },
  rise: 30_000,
  kept: { later: true, longer: true },
  schedule: 'due',
  notFlown: false,
  limit: 30_000,
  alone: 30_000,
  asked: null,
  permissions: everything,
  ...more,
});
const openIn = (given: DeskCase) =>
  choicesFor(given)
    .filter((choice) => choice.locked === null)
    .map((choice) => choice.action);

/** What each action asks of the machine; a look-up only reads, and a question, a denial or a request that is dropped is noted without a move. */
const events: Readonly<
  Record<
    Exclude<
      DeskAction,
      | 'look-up'
      | 'ask-buyer'
      | 'deny-no-show'
      | 'drop-return'
      | 'write-price'
      | 'check-price'
      | 'tell-schedule'
      | 'keep-longer'
      | 'pay-link'
    >,
    readonly string[]
  >
> = {
  ticket: ['issue'],
  'quote-cancel': ['ask-cancel'],
  'confirm-cancel': ['confirm-cancel'],
  keep: ['keep-hold', 'keep-tickets', 'keep-no-show'],
  void: ['void'],
  'give-up': ['give-up'],
  'carry-price': ['accept-price'],
  'hold-back': ['hold-back'],
  release: ['release'],
  'no-show': ['no-show'],
  'undo-no-show': ['flown-after-all'],
};

describe.each(flightOrderStates)('in the state %s', (status) => {
  it('opens only what the machine lets staff do', () => {
    for (const action of openIn(order(status))) {
      if (
        action === 'look-up' ||
        action === 'ask-buyer' ||
        action === 'deny-no-show' ||
        action === 'drop-return' ||
        action === 'write-price' ||
        action === 'check-price' ||
        action === 'tell-schedule' ||
        action === 'keep-longer' ||
        action === 'pay-link'
      )
        continue;
      // A quote may be made afresh where one stands.
      if (action === 'quote-cancel' && status === 'cancel_quoted') continue;
      const possible = events[action].some((event) => moveOn(flightOrderMachine, status, event as never, 'staff').ok);
      expect(possible, action).toBe(true);
    }
  });

  it('opens nothing to somebody without permissions, and names the one that is missing', () => {
    const choices = choicesFor(order(status, { permissions: new Set() }));
    expect(choices.every((choice) => choice.locked !== null)).toBe(true);
    for (const choice of choices.filter((one) => one.locked === 'permission')) expect(choice.missing).toBe(permissionFor[choice.action]);
  });
});

it('offers to issue tickets exactly where a paid order has none', () => {
  expect(flightOrderStates.filter((status) => openIn(order(status)).includes('ticket'))).toEqual(['paid', 'ticketing_failed']);
});

it('offers nothing but a look-up while the answer of an airline is unknown', () => {
  expect(openIn(order('stuck'))).toEqual(['look-up']);
});

it('keeps longer only what is paid later and not yet kept as long as its airline allows, until its time is over', () => {
  for (const status of ['held', 'price_changed', 'payment_pending'] as const) expect(openIn(order(status))).toContain('keep-longer');
  expect(openIn(order('held', { kept: { later: false, longer: true } }))).not.toContain('keep-longer');
  expect(openIn(order('held', { kept: null }))).not.toContain('keep-longer');
  const longest = choicesFor(order('held', { kept: { later: true, longer: false } }));
  expect(longest.find(({ action }) => action === 'keep-longer')?.locked).toBe('kept-longest');
});

it('sends the way to pay for whatever can be paid at this moment', () => {
  expect(flightOrderStates.filter((status) => openIn(order(status)).includes('pay-link'))).toEqual(['held', 'payment_pending']);
  expect(openIn(order('held', { kept: { later: false, longer: false } }))).toContain('pay-link');
  expect(openIn(order('held', { kept: null }))).not.toContain('pay-link');
});

it('asks for the price of what is kept and not paid, and writes of a change of schedule once more when hours have passed', () => {
  expect(flightOrderStates.filter((status) => openIn(order(status)).includes('check-price'))).toEqual(['held']);
  expect(openIn(order('held', { kept: null }))).not.toContain('check-price');
  expect(flightOrderStates.filter((status) => openIn(order(status)).includes('tell-schedule'))).toEqual(['schedule_change_pending']);
  expect(openIn(order('schedule_change_pending', { schedule: null }))).not.toContain('tell-schedule');
  const lately = choicesFor(order('schedule_change_pending', { schedule: 'lately' }));
  expect(lately.find(({ action }) => action === 'tell-schedule')?.locked).toBe('told-lately');
});

it('closes voiding when the airline does, to the millisecond', () => {
  expect(openIn(order('ticketed', { voidUntil: instant(now + 1) }))).toContain('void');
  expect(openIn(order('ticketed', { voidUntil: now }))).not.toContain('void');
  expect(openIn(order('ticketed', { voidUntil: null }))).not.toContain('void');
});

it('asks for a fresh quote when the old one is over', () => {
  const over = choicesFor(order('cancel_quoted', { quoteUntil: now }));
  expect(over.find((choice) => choice.action === 'confirm-cancel')?.locked).toBe('quote-over');
  expect(openIn(order('cancel_quoted', { quoteUntil: now }))).toEqual(['quote-cancel', 'keep']);
});

it('speaks of flights that were not boarded only once the first has left', () => {
  for (const status of ['ticketed', 'flown'] as const) {
    expect(openIn(order(status, { claimed: false }))).toContain('no-show');
    expect(openIn(order(status, { claimed: false }))).not.toContain('deny-no-show');
    expect(openIn(order(status))).toContain('deny-no-show');
    expect(openIn(order(status, { departed: false }))).not.toContain('no-show');
  }
  expect(openIn(order('no_show'))).toEqual(['quote-cancel', 'undo-no-show']);
});

it('issues no tickets while an order is held back, and names what else may be done', () => {
  expect(openIn(order('on_hold'))).toEqual(['give-up', 'ask-buyer', 'release']);
  expect(choicesFor(order('on_hold')).find(({ action }) => action === 'ticket')?.locked).toBe('held-back');
  for (const status of ['paid', 'ticketing_failed'] as const)
    expect(choicesFor(order(status, { notFlown: true })).find(({ action }) => action === 'ticket')?.locked).toBe('flight-not-flown');
});

it('knows a permission for every action', () => {
  for (const action of deskActions) expect(permissions).toContain(permissionFor[action]);
});

describe('what gives back more than the clerk may alone', () => {
  const above = { alone: 29_999 };
  const choice = (action: DeskAction, given: DeskCase) => choicesFor(given).find((one) => one.action === action)!;
  const doors = [
    ['void', 'ticketed'],
    ['give-up', 'paid'],
    ['confirm-cancel', 'cancel_quoted'],
  ] as const;

  it.each(doors)('%s of an order that is %s is asked of a second person, and done by the one who was not it', (action, status) => {
    expect(choice(action, order(status))).toMatchObject({ locked: null, second: null });
    expect(choice(action, order(status, above))).toMatchObject({ locked: null, second: 'asks' });
    const asked = { action, own: false };
    expect(choice(action, order(status, { ...above, asked }))).toMatchObject({ locked: null, second: 'approves' });
    expect(choice(action, order(status, { ...above, asked: { action, own: true } }))).toMatchObject({ locked: 'second-person' });
    const mayNot = new Set([...everything].filter((one) => one !== 'refunds:approve'));
    expect(choice(action, order(status, { ...above, asked, permissions: mayNot }))).toMatchObject({ locked: 'second-person' });
  });

  it('takes the request for one action as the answer to no other', () => {
    const asked = { action: 'void', own: false } as const;
    expect(choice('give-up', order('paid', { ...above, asked }))).toMatchObject({ locked: 'second-person' });
  });

  it('is taken back by whoever asked, or by who may approve', () => {
    const given = (own: boolean) =>
      order('ticketed', { ...above, asked: { action: 'void', own }, permissions: new Set(['refunds:request']) });
    expect(openIn(given(true))).toContain('drop-return');
    expect(choice('drop-return', given(false))).toMatchObject({ locked: 'permission', missing: 'refunds:approve' });
  });
});

it('lets a clerk carry a risen price within their limit, and above it write to the customer', () => {
  expect(openIn(order('price_changed', { kept: null }))).toEqual(['give-up', 'carry-price', 'write-price']);
  const above = choicesFor(order('price_changed', { rise: 30_001 }));
  expect(above.find(({ action }) => action === 'carry-price')?.locked).toBe('write-to-customer');
  expect(above.find(({ action }) => action === 'write-price')?.locked).toBeNull();
  expect(openIn(order('price_changed', { rise: null }))).not.toContain('carry-price');
});
