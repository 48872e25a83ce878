import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { addDays, calendarDate } from '#app/values/dates.ts';
import { edgesOf, moveOn } from '#app/values/status-table.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import {
  daysInWindow,
  daysLeft,
  daysOver,
  entryFault,
  exitFault,
  figuresOf,
  remindLock,
  stayUntilOf,
  stepOfClock,
  type StayFacts,
} from './visa-stay-rules.ts';
import { stayEvents, stayMachine, stayStates, type StayActor, type StayEvent, type StayState } from './visa-stay-status.ts';

const day = calendarDate;
const facts = (more: Partial<StayFacts> = {}): StayFacts => ({
  status: 'issued',
  route: 'evisa',
  country: 'IN',
  enterBy: day('2027-03-31'),
  stayDays: 30,
  entries: 'single',
  entriesUsed: 0,
  enteredOn: null,
  stayUntil: null,
  exitedOn: null,
  enterRemindedOn: null,
  leaveRemindedOn: null,
  ...more,
});
const inside = facts({ status: 'entered', entriesUsed: 1, enteredOn: day('2027-03-01'), stayUntil: day('2027-03-30') });

/** Every move there is, written down a second time by hand: state, event, where to, who. */
const allowed: readonly (readonly [StayState, StayEvent, StayState, string])[] = [
  ['issued', 'enter', 'entered', 'customer staff'],
  ['issued', 'lapse', 'closed', 'staff system'],
  ['exited', 'enter', 'entered', 'customer staff'],
  ['entered', 'correct', 'entered', 'staff'],
  ['reminder_sent', 'correct', 'entered', 'staff'],
  ['overstay_alert', 'correct', 'entered', 'staff'],
  ['entered', 'remind', 'reminder_sent', 'staff system'],
  ['entered', 'file-extension', 'extension_filed', 'customer staff'],
  ['reminder_sent', 'file-extension', 'extension_filed', 'customer staff'],
  ['extension_filed', 'grant-extension', 'entered', 'staff'],
  ['overstay_alert', 'grant-extension', 'entered', 'staff'],
  ['extension_filed', 'refuse-extension', 'reminder_sent', 'staff'],
  ['entered', 'overrun', 'overstay_alert', 'system'],
  ['reminder_sent', 'overrun', 'overstay_alert', 'system'],
  ['extension_filed', 'overrun', 'overstay_alert', 'system'],
  ['entered', 'exit', 'exited', 'customer staff'],
  ['reminder_sent', 'exit', 'exited', 'customer staff'],
  ['extension_filed', 'exit', 'exited', 'customer staff'],
  ['overstay_alert', 'exit', 'exited', 'customer staff'],
  ['exited', 'close', 'closed', 'staff system'],
  ['overstay_alert', 'close', 'closed', 'staff'],
];

describe('the states of a delivered visa', () => {
  it('allow exactly the moves that are written down, for exactly these people', () => {
    for (const from of stayStates)
      for (const event of stayEvents)
        for (const actor of ['customer', 'staff', 'system'] satisfies StayActor[]) {
          const row = allowed.find(([state, what]) => state === from && what === event);
          const moved = moveOn(stayMachine, from, event, actor);
          expect([from, event, actor, moved.ok && moved.to], `${from} ${event} ${actor}`).toEqual([
            from,
            event,
            actor,
            row && row[3].split(' ').includes(actor) ? row[2] : false,
          ]);
        }
  });

  it('are the edges that the database lets through', async () => {
    const { rows } = (await (
      await openTestPlatform()
    ).db.execute(sql`select from_status || '>' || to_status as edge from status_edges where machine = 'visa-stay'`)) as unknown as {
      rows: { edge: string }[];
    };
    expect(rows.map(({ edge }) => edge).sort()).toEqual(
      edgesOf(stayMachine)
        .map(([from, to]) => `${from}>${to}`)
        .sort(),
    );
  });
});

describe('the days of a stay', () => {
  it('count the day of entry as the first, and end with a sticker', () => {
    expect(stayUntilOf(facts(), day('2027-03-01'))).toBe('2027-03-30');
    expect(stayUntilOf(facts({ route: 'assisted' }), day('2027-03-20'))).toBe('2027-03-31');
    expect(stayUntilOf(facts(), day('2027-03-20'))).toBe('2027-04-18');
  });

  it('count to the last day of entering, then to the last day of staying, then not at all', () => {
    expect(daysLeft(facts(), day('2027-03-01'))).toBe(30);
    expect(daysLeft(inside, day('2027-03-30'))).toBe(0);
    expect(daysLeft(inside, day('2027-04-02'))).toBe(-3);
    expect(daysLeft({ ...inside, status: 'exited' }, day('2027-04-02'))).toBeNull();
    expect(daysOver({ ...inside, exitedOn: day('2027-04-01') }, day('2027-05-01'))).toBe(2);
  });

  it('are counted anew at each entry, but together in any 180 days in the Schengen area', () => {
    const past = [{ enteredOn: day('2027-01-01'), exitedOn: day('2027-01-20') }];
    expect(stayUntilOf(facts(), day('2027-03-01'), past)).toBe('2027-03-30');
    const france = facts({ route: 'assisted', country: 'FR', enterBy: day('2027-12-31'), entries: 'multiple' });
    expect(stayUntilOf(france, day('2027-03-01'), past)).toBe('2027-03-10');
    // The same at a mission that counts each visit by itself.
    expect(stayUntilOf({ ...france, country: 'GB' }, day('2027-03-01'), past)).toBe('2027-03-30');
    // The first day of January falls out of the window on the thirtieth of June, and one more each day.
    expect(stayUntilOf(france, day('2027-06-30'), past)).toBe('2027-07-29');
    // Left and come again on one day: it counts once.
    expect(stayUntilOf(france, day('2027-01-20'), past)).toBe('2027-01-30');
    const full = [{ enteredOn: day('2027-01-01'), exitedOn: day('2027-01-30') }];
    expect(stayUntilOf(france, day('2027-03-01'), full)).toBeNull();
    expect(daysInWindow(full, day('2027-06-29'))).toBe(30);
    expect(daysInWindow(full, day('2027-06-30'))).toBe(29);
  });

  it('are shown with what was used, and what a stay that began today would allow', () => {
    const france = facts({ route: 'assisted', country: 'FR', enterBy: day('2027-12-31'), entries: 'multiple', entriesUsed: 1 });
    const left = { ...france, status: 'exited', enteredOn: day('2027-03-01'), exitedOn: day('2027-03-12') } as const;
    expect(figuresOf(left, [], day('2027-03-20'))).toEqual({
      entries: 'multiple',
      used: 1,
      again: true,
      shared: { used: 12, allowed: 30 },
      untilFromToday: '2027-04-06',
    });
    expect(figuresOf({ ...left, entries: 'single' }, [], day('2027-03-20'))).toMatchObject({ again: false, untilFromToday: null });
    expect(figuresOf(facts(), [], day('2027-03-20'))).toMatchObject({ used: 0, again: false, shared: null });
  });

  it('remind once before the last day of entering and once before the end', () => {
    expect(stepOfClock(facts(), day('2027-03-16'))).toBeNull();
    expect(stepOfClock(facts(), day('2027-03-17'))).toBe('remind-entry');
    expect(stepOfClock(facts({ enterRemindedOn: day('2027-03-17') }), day('2027-03-18'))).toBeNull();
    expect(stepOfClock(inside, day('2027-03-22'))).toBeNull();
    expect(stepOfClock(inside, day('2027-03-23'))).toBe('remind-exit');
    expect(stepOfClock({ ...inside, status: 'reminder_sent' }, day('2027-03-29'))).toBeNull();
    expect(stepOfClock({ ...inside, stayDays: 5 }, day('2027-03-27'))).toBeNull();
    expect(stepOfClock({ ...inside, stayDays: 5 }, day('2027-03-28'))).toBe('remind-exit');
  });

  it('alert the day after the last, later where an extension is waiting', () => {
    expect(stepOfClock({ ...inside, status: 'reminder_sent' }, day('2027-03-30'))).toBeNull();
    expect(stepOfClock({ ...inside, status: 'reminder_sent' }, day('2027-03-31'))).toBe('overrun');
    expect(stepOfClock({ ...inside, status: 'extension_filed' }, day('2027-04-13'))).toBeNull();
    expect(stepOfClock({ ...inside, status: 'extension_filed' }, day('2027-04-14'))).toBe('overrun');
    expect(stepOfClock({ ...inside, status: 'overstay_alert' }, day('2027-06-14'))).toBeNull();
  });

  it('are put away a month after', () => {
    expect(stepOfClock(facts(), day('2027-04-30'))).toBeNull();
    expect(stepOfClock(facts(), day('2027-05-01'))).toBe('lapse');
    const left = { ...inside, status: 'exited', exitedOn: day('2027-03-29') } as const;
    expect(stepOfClock(left, day('2027-04-28'))).toBeNull();
    expect(stepOfClock(left, day('2027-04-29'))).toBe('close');
    // With an entry left, a month after the visa.
    const twice = { ...left, entries: 'double', enterBy: day('2027-06-30') } as const;
    expect(stepOfClock(twice, day('2027-07-30'))).toBeNull();
    expect(stepOfClock(twice, day('2027-07-31'))).toBe('close');
    expect(stepOfClock({ ...twice, entriesUsed: 2 }, day('2027-04-29'))).toBe('close');
  });

  it('refuse days that cannot have been', () => {
    const visa = { issuedOn: day('2027-02-01'), enterBy: day('2027-03-31') };
    const today = day('2027-03-10');
    expect(entryFault(visa, null, today)).toBe('day-missing');
    expect(entryFault(visa, addDays(today, 2), today)).toBe('day-ahead');
    expect(entryFault(visa, day('2027-01-31'), today)).toBe('before-issue');
    expect(entryFault(visa, day('2027-04-01'), day('2027-04-02'))).toBe('after-entry-ends');
    expect(entryFault(visa, today, today)).toBeNull();
    expect(entryFault({ ...visa, leftOn: addDays(today, 1) }, today, today)).toBe('before-exit');
    expect(entryFault({ ...visa, leftOn: today }, today, today)).toBeNull();
    expect(exitFault(inside, day('2027-02-28'), today)).toBe('before-entry');
    expect(exitFault(inside, day('2027-03-01'), today)).toBeNull();
  });

  it('are reminded of by hand once a day at most, and only while there is something to remind of', () => {
    const today = day('2027-03-10');
    expect(remindLock(facts(), today)).toBeNull();
    expect(remindLock(facts({ enterRemindedOn: today }), today)).toBe('reminded-today');
    expect(remindLock(facts(), day('2027-04-10'))).toBe('nothing-to-remind');
    expect(remindLock({ ...inside, status: 'extension_filed' }, today)).toBe('nothing-to-remind');
    expect(remindLock({ ...inside, status: 'exited' }, today)).toBe('nothing-to-remind');
    expect(remindLock({ ...inside, status: 'overstay_alert' }, today)).toBeNull();
  });
});
