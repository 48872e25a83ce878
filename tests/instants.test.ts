import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** What a page calls the moment of something, told as a day without a look at the clock in Dubai. */
const cut = /(?:formatDate\(|<DateText date=\{)[\w.!?]*\b(?:at|\w+At)(?:\.slice\(0, 10\))?[,} )]/;

/** These are times by a clock already, or dates: nothing of them is cut from UTC. */
const byTheClock: Readonly<Record<string, string>> = {
  'commerce/consultations/staff/calls-page.tsx': 'by the clock of the office',
  'commerce/consultations/staff/consultation-page.tsx': 'by the clock of the office',
  'commerce/trip-pack/pages/keep-on-device.tsx': 'by the clock of the device’s owner',
  'commerce/currencies/use-rate.ts': 'by the clock of the desk',
  'products/flights/quotes/pages/flight-quote-page.tsx': 'by the clock of the desk',
};

it('tells an instant by the day that it is in Dubai, never by the first ten letters of UTC', () => {
  const files = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name));
  expect(files.length).toBeGreaterThan(1000);
  const found = files.filter((name) => cut.test(readFileSync(`app/${name}`, 'utf8')));
  expect(found.filter((name) => !(name in byTheClock))).toEqual([]);
  // What is listed here and does so no more is to be taken off.
  expect(Object.keys(byTheClock).filter((name) => !found.includes(name))).toEqual([]);
});
