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
] as const;
export type ExportList = (typeof exportLists)[number];

export const exportFaults = ['not-allowed', 'too-many', 'not-written'] as const;
export type ExportFault = (typeof exportFaults)[number];

/** Rows that one answer carries; a longer list becomes a file. */
export const mostAtOnce = 5_000;
/** Rows that a file carries: it is held in memory while it is written and sealed. */
export const mostInFile = 250_000;
export const keptMs = dayMs;
/** What is not written by then will not be any more: its job was tried and given up. */
export const writtenWithinMs = hourMs;
