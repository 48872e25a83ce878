import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordKinds, recordRules } from '#app/commerce/record-notes/record-kinds.ts';
import { places } from '#app/site-map.ts';

/* Every record of the desk has notes, files and mentions beside it, or a reason for having none. */

const app = resolve(import.meta.dirname, '../app');

/** Pages of one thing each: the last part of their address names it. */
const records = places.filter(({ path, frame }) => path.startsWith('admin/') && frame === 'backoffice' && /\/:\w+$/.test(path));

/** Why a page of one thing has none of its own. */
const without: Readonly<Record<string, string>> = {
  record: 'it is the notes and files of any record, by themselves',
  'order-door': 'it leads on to the record of whatever the order is',
  'flight-discount': 'one question about a quote, whose record has them',
  'customer-merge': 'one question about two customers, whose records have them',
  'visa-purge': 'one run of deleting; what is deleted is not to live on in a note',
  'visa-stay': 'a row of the register of stays; the case it came from has them',
  'visa-rule': 'a line of the register with editions and sources of its own',
  'loyalty-voucher': 'of a member: the record of the customer has them',
  'loyalty-voucher-batch': 'one run over members: each has a record as a customer',
  'loyalty-member': 'a member is a customer, whose record has them',
  'sent-mail': 'a line of a log; the order or customer it went to has them',
  'mail-template': 'words with editions of their own, each with its writer and its reason',
  'supply-photographs': 'pictures of a thing, whose record has them',
  'price-experiment': 'a trial with a plan, a reason and a history of its own',
  'interview-desk': 'part of an application: what is said of somebody is said in its score',
  'hr-stock-count': 'one count; each thing that was counted has them',
  user: 'a colleague: what is written about one is for their file and not for the desk',
  setting: 'each change is kept with its reason',
  'kept-kind': 'each change is kept with its reason',
};

/** Pages that more people open than may read what is beside them, and why. */
const narrower: Readonly<Record<string, string>> = {
  'job-application': 'whoever interviews judges by themselves: what colleagues write is read by those who hire',
};

const fits = (path: string, address: string) => new RegExp(`^/${path.replace(/:\w+/g, '[^/]+')}$`).test(address);
/** The first place that an address opens, as the router takes them: fixed words before parameters. */
const kindsOf = (path: string) => recordKinds.filter((kind) => fits(path, recordRules[kind].at('sample')));

/** Whether a page draws the panel, itself or in a part beside it. */
function draws(page: string): boolean {
  const seen = new Set<string>();
  const look = (file: string, deep: number): boolean => {
    if (seen.has(file)) return false;
    seen.add(file);
    const text = readFileSync(file, 'utf8');
    if (/<Record(?:Notes|Files)\b/.test(text)) return true;
    const parts = [...text.matchAll(/from '(\.\.?\/[\w./-]+\.tsx|#app\/[\w./-]+\.tsx)'/g)].map(([, at]) =>
      at!.startsWith('#app/') ? resolve(app, at!.slice(5)) : resolve(dirname(file), at!),
    );
    return deep > 0 && parts.filter((part) => !part.endsWith('record-notes.tsx')).some((part) => look(part, deep - 1));
  };
  return look(resolve(app, page), 2);
}

describe('notes and files beside a record', () => {
  it.each(records.map((place) => [place.id, place] as const))('%s has them, or a reason for having none', (id, place) => {
    const kinds = kindsOf(place.path);
    if (without[id] !== undefined) {
      expect(draws(place.page) && id !== 'record').toBe(false);
      return;
    }
    expect(kinds).not.toEqual([]);
    expect(draws(place.page)).toBe(true);
    // Whoever opens the page reads what is beside it, and nobody else does.
    if (narrower[id] !== undefined) {
      for (const kind of kinds) expect(place.access).not.toEqual({ kind: 'staff', permission: recordRules[kind].sees });
      return;
    }
    for (const kind of kinds) expect(place.access).toEqual({ kind: 'staff', permission: recordRules[kind].sees });
  });

  it('is of pages that exist, each kind of one, and gives no reason for a page that is gone', () => {
    expect(recordKinds.filter((kind) => !records.some(({ path }) => fits(path, recordRules[kind].at('sample'))))).toEqual([]);
    expect(Object.keys({ ...without, ...narrower }).filter((id) => !records.some((place) => place.id === id))).toEqual([]);
  });
});
