import type { ExportWriter } from '#app/commerce/exports/write-exports.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { auditQuery, readAuditView, type AuditView } from './audit-view.ts';
import { filterOf, readAudit, type ReadAuditRow } from './read-audit.server.ts';

const pageSize = 2_000;

/** The audit as filtered, newest first; what is written meanwhile is not in it. */
export const auditExport = {
  action: 'audit.exported',
  subject: 'audit_events:list',
  head: ['row', 'at_utc', 'who', 'name', 'action', 'record', 'order', 'reason', 'detail', 'roles', 'address', 'request'],
  // An address may say who was looked for: it is told that there was one.
  told: (query) => {
    const view = readAuditView(query);
    return { filtered: auditQuery({ ...view, address: '', before: null }), ...(view.address ? { byAddress: true } : {}) };
  },
  pages: (platform, _viewer, { query }) => auditPages(platform, readAuditView(query)),
} as const satisfies ExportWriter;

const lineOf = (row: ReadAuditRow): string[] => [
  String(row.sequence),
  row.at,
  row.actor,
  row.who.kind === 'staff' ? row.who.name : '',
  row.action,
  row.subject,
  row.reference ?? '',
  row.reason ?? '',
  row.detail.map(([key, value]) => `${key}: ${value}`).join('; '),
  row.roles.join(' '),
  row.address ?? '',
  row.request ?? '',
];

async function* auditPages({ db }: Pick<Platform, 'db'>, view: AuditView) {
  const filter = await filterOf(db, { ...view, before: null });
  if (typeof filter === 'string') return;
  for (let before: number | null = null; ;) {
    const rows: ReadAuditRow[] = await readAudit(db, { ...filter, before }, pageSize);
    if (rows.length > 0) yield rows.map(lineOf);
    if (rows.length < pageSize) return;
    before = rows.at(-1)!.sequence;
  }
}
