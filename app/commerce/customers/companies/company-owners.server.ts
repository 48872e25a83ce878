import { listStaffWith } from '#app/platform/access-store.server.ts';
import type { Db } from '#app/platform/database.server.ts';

/** Colleagues who may look after a company: who works with customers, and who keeps what their invoices say. */
export async function findCompanyOwners(db: Db): Promise<{ readonly id: string; readonly name: string }[]> {
  const [works, edits] = await Promise.all([listStaffWith(db, 'customers:work'), listStaffWith(db, 'companies:edit')]);
  const all = new Map([...works, ...edits].map(({ userId, displayName }) => [userId, displayName]));
  return [...all].map(([id, name]) => ({ id, name })).sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
}
