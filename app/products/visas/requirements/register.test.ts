import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { readVisaSheets } from '#seeds/catalogue.ts';
import { openTestPlatform } from '#tests/support/test-platform.ts';
import { findRequirement, listDestinations } from './find-requirement.server.ts';
import { compareWithRegister, importIndications } from './import-indications.server.ts';
import { loadRegister } from './load-register.server.ts';
import { readPassportMatrix } from './read-passport-matrix.ts';
import type { TripQuestion } from './requirement.ts';

const platform = await openTestPlatform();
const first = await loadRegister(platform, readVisaSheets());
const question = (passport: string, destination: string): TripQuestion => ({
  passports: [passport],
  residence: null,
  heldVisas: [],
  destination,
  purpose: 'tourism',
  arrives: null,
  leaves: null,
  via: [],
  passportExpires: null,
});

it('is loaded once, however often it is loaded', async () => {
  expect(first).toBeGreaterThan(200);
  expect(await loadRegister(platform, readVisaSheets())).toBe(0);
  expect((await listDestinations(platform)).length).toBeGreaterThan(90);
});

it('answers from the database as from the files', async () => {
  expect(await findRequirement(platform, question('IN', 'VN'))).toMatchObject({
    need: 'e-visa',
    rule: { rule: 'VN/online', source: 'https://evisa.gov.vn', reviewer: 'house', stayDays: 90 },
    sells: true,
    indicated: null,
  });
});

it('does not let the words of an edition be changed, nor a retired one come back', async () => {
  const code = async (statement: ReturnType<typeof sql>) => {
    try {
      await platform.db.execute(statement);
      return 'done';
    } catch (error) {
      return (error as { cause?: { code?: string } }).cause?.code;
    }
  };
  expect(await code(sql`update visa_rules set need = 'not-needed' where rule = 'VN/online'`)).toBe('23001');
  expect(await code(sql`delete from visa_rules where rule = 'VN/online'`)).toBe('23001');
  expect(await code(sql`update visa_rules set status = 'draft', verified_by = null, verified_at = null where rule = 'VN/online'`)).toBe(
    '23514',
  );
  expect(await code(sql`update visa_rules set status = 'retired', retired_at = now() where rule = 'MG/border'`)).toBe('done');
  expect(await loadRegister(platform, readVisaSheets())).toBe(0);
});

const tidy = `Passport,Destination,Requirement
KP,KP,-1
KP,TH,visa required
IN,VN,visa on arrival
IN,TH,60
IN,XX,teleport
SD,US,no admission
`;

it('reads both shapes of the public table and says what it could not read', () => {
  const read = readPassportMatrix(tidy);
  expect(read.cells.map(({ passport, destination, need, stayDays }) => [passport + destination, need, stayDays])).toEqual([
    ['KPTH', 'sticker-visa', null],
    ['INVN', 'on-arrival', null],
    ['INTH', 'not-needed', 60],
    ['SDUS', 'not-admitted', null],
  ]);
  expect([read.own, read.faults]).toEqual([1, ['6: IN, XX, teleport']]);
  const square = readPassportMatrix('\uFEFF"Passport",IN,TH\r\nIN,-1,60\r\nTH,e-visa,-1\r\n');
  expect(square.cells.map(({ passport, destination, need }) => passport + destination + need)).toEqual(['INTHnot-needed', 'THINe-visa']);
  expect(readPassportMatrix('Country,Code\nIndia,IN').faults).toHaveLength(1);
});

it('indicates where the register does not know, and never sells on that', async () => {
  const table = { ...readPassportMatrix(tidy), faults: [] };
  expect(await importIndications(platform, table, { file: 'a.csv', dataDate: calendarDate('2026-02-17') })).toEqual({ ok: true, value: 4 });
  expect(await findRequirement(platform, question('KP', 'TH'))).toMatchObject({
    need: 'unknown',
    sells: false,
    indicated: { need: 'sticker-visa', dataDate: '2026-02-17' },
  });
  expect(await findRequirement(platform, question('IN', 'VN'))).toMatchObject({ need: 'e-visa', indicated: null });
  expect((await compareWithRegister(platform, table)).differing).toEqual([
    { passport: 'IN', destination: 'VN', register: 'e-visa', table: 'on-arrival' },
  ]);
});

it('refuses a file that is hardly readable, and keeps the table that was there', async () => {
  expect(await importIndications(platform, readPassportMatrix(tidy), { file: 'b.csv', dataDate: null })).toEqual({
    ok: false,
    refused: 'too-many-faults',
  });
  expect((await findRequirement(platform, question('KP', 'TH'))).indicated).not.toBeNull();
});
