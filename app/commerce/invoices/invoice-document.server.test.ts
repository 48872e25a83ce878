import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { calendarDate } from '#app/values/dates.ts';
import { money, type Money } from '#app/values/money.ts';
import { addsUp, byRate, setInvoice, type InvoicePaper } from './invoice-document.server.ts';

const aed = (amount: number): Money => money(amount, 'AED');

const paper: InvoicePaper = {
  kind: 'tax-invoice',
  number: 'INV-2026-000042',
  issuedOn: calendarDate('2026-11-23'),
  suppliedOn: calendarDate('2026-11-23'),
  orderReference: '7K2M9-4QX3D',
  corrects: null,
  seller: { name: 'Rihla Travel LLC', rows: ['Office 1204, Bay Square 7, Business Bay', 'Dubai, United Arab Emirates', 'travel@rihla.example'], trn: '100000000000003' },
  buyer: { name: 'Layla Haddad', rows: ['layla@example.com'], trn: null },
  lines: [
    { label: 'Flight fare, DXB to IST, 19 March 2027', note: '2 adults, Emirates', quantity: 2, rate: 'zero-rated', net: aed(257_000), vat: aed(0), gross: aed(257_000) },
    { label: 'Airline and airport taxes', note: null, quantity: 2, rate: 'out-of-scope', net: aed(66_800), vat: aed(0), gross: aed(66_800) },
    { label: 'Seats 24A and 24B', note: null, quantity: 2, rate: 'zero-rated', net: aed(13_000), vat: aed(0), gross: aed(13_000) },
    { label: 'Service fee', note: null, quantity: 2, rate: 5, net: aed(4_000), vat: aed(200), gross: aed(4_200) },
  ],
  net: aed(340_800),
  vat: aed(200),
  gross: aed(341_000),
  paid: true,
};

describe('an invoice on paper', () => {
  test('adds up line by line', () => {
    expect(addsUp(paper)).toBe(true);
    expect(addsUp({ ...paper, vat: aed(201) })).toBe(false);
  });

  test('x', () => {
    for (const l of ['en', 'ar'] as const) { const t = performance.now(); writeFileSync(`/tmp/after-inv-${l}.pdf`, setInvoice(paper, l)); console.log(performance.now() - t); }
    console.log(byRate(paper.lines));
  });
});
