import type { Permission } from '#app/platform/access.ts';
import { recordKinds, ruleOf } from './record-kinds.ts';

/** As many rows as the page of a list has. */
export const mostRows = 60;

/** A row of a list as `kind:id`: a record, or a task of the desk. */
export const rowName = (kind: string, id: string): string => `${kind}:${id}`;

/** What the audit calls a row, and who may know that it changed; of a task its kind decides that. Null for what is no row of a list. */
export function readRow(text: string): { readonly subject: string; readonly sees: Permission } | { readonly task: string } | null {
  const [, kind, id] = /^([a-z-]{1,20}):([\w-]{1,64})$/.exec(text) ?? [];
  if (!kind || !id) return null;
  if (kind === 'task') return { task: id };
  const known = recordKinds.find((one) => one === kind);
  return known ? { subject: `${ruleOf(known).table}:${id}`, sees: ruleOf(known).sees } : null;
}
