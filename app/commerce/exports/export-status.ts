import { dayMs, hourMs } from '#app/values/dates.ts';
import type { StatusTable } from '#app/values/status-table.ts';

export type ExportStatus = 'asked' | 'ready' | 'failed' | 'gone';

/** A file that a job writes: it is ready or there is none, and either way its row ends a day later. */
export const exportMachine: StatusTable<ExportStatus, 'write' | 'fail' | 'end', 'system'> = {
  name: 'export-file',
  states: ['asked', 'ready', 'failed', 'gone'],
  initial: 'asked',
  moves: [
    { from: 'asked', event: 'write', to: 'ready', by: ['system'] },
    { from: 'asked', event: 'fail', to: 'failed', by: ['system'] },
    { from: ['ready', 'failed'], event: 'end', to: 'gone', by: ['system'] },
  ],
};

/** Lists whose long exports a job writes. */
export const exportLists = [
  'flight-orders',
  'holiday-orders',
  'experience-orders',
  'staycation-orders',
  'evisa-orders',
  'refunds',
  'work',
  'invoices',
  'customers',
  'companies',
  'tickets',
  'mails',
  'job-applications',
  'audit-log',
  'tasks',
  'inquiries',
  'points',
  'schedule-changes',
  'flight-quotes',
  'reviews',
  'vat-return',
  'bank-lines',
  'store-credit',
  'feedback',
  'consultations',
  'visa-stays',
  'assisted-visas',
  'requisitions',
  'interviews',
  'exchange-rates',
  'partners',
  'suppressions',
  'privacy-requests',
  'damage-charges',
  'disruptions',
  'assets',
] as const;
export type ExportList = (typeof exportLists)[number];

export const exportFaults = ['not-allowed', 'too-many', 'not-written'] as const;
export type ExportFault = (typeof exportFaults)[number];

/** Rows that one answer carries; a longer list becomes a file. */
export const mostAtOnce = 5_000;
/** Rows that a file carries: no more than a spreadsheet opens (1,048,576), which would leave out the rest without a word. */
export const mostInFile = 1_000_000;
/** Rows that are held in memory at once, sealed: a file is kept in pieces of about so many. */
export const rowsOfPiece = 100_000;
export const keptMs = dayMs;
/** What is not written by then will not be any more: its job was tried and given up. */
export const writtenWithinMs = hourMs;
