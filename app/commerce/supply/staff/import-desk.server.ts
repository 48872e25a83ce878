import { redirect } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { applyImport, dropImport, tryImport, type ImportTable } from '../import-table.server.ts';
import { findImport, listImports } from '../imports-store.server.ts';

/** What the page of a table shows: a report that was asked for, and the last uploads. */
export async function openImports(platform: Platform, table: ImportTable, url: URL, staffId: string) {
  const asked = url.searchParams.get('report');
  const [found, last] = await Promise.all([
    asked === null ? null : findImport(platform.db, asked),
    listImports(platform.db, table.kind, table.subject, table.priceColumn),
  ]);
  if (asked !== null && (found?.kind !== table.kind || found.subject !== table.subject)) throw new Response('Not found', { status: 404 });
  const names = await findStaffNames(platform.db, [
    ...new Set(last.flatMap(({ madeBy, appliedBy, droppedBy }) => [madeBy, appliedBy ?? '', droppedBy ?? ''])),
  ]);
  const nameOf = (who: string) => names.get(who) ?? '–';
  const priced = found?.rows.some(({ cells }) => cells[table.priceColumn] !== '') ?? false;
  return {
    columns: table.columns,
    priceColumn: table.priceColumn,
    report: found && {
      id: found.id,
      fileName: found.fileName,
      rows: found.rows,
      applied: found.appliedAt !== null,
      dropped: found.droppedAt !== null,
      priced,
      second: priced && found.madeBy === staffId,
    },
    last: last.map((one) => ({
      id: one.id,
      fileName: one.fileName,
      madeBy: nameOf(one.madeBy),
      madeAt: one.madeAt.toISOString(),
      appliedBy: one.appliedBy && nameOf(one.appliedBy),
      droppedBy: one.droppedBy && nameOf(one.droppedBy),
      rows: one.rows,
      faulty: one.faulty,
      standing: standingOf(one),
    })),
    did: (['apply', 'drop'] as const).find((one) => one === url.searchParams.get('did')) ?? null,
    refused: url.searchParams.get('refused'),
  };
}

/** What became of an upload: one with prices and nothing wrong waits until a second person writes it. */
function standingOf(one: Awaited<ReturnType<typeof listImports>>[number]): 'applied' | 'dropped' | 'faulty' | 'waits' | 'tried' {
  if (one.written) return 'applied';
  if (one.droppedBy) return 'dropped';
  if (one.faulty > 0) return 'faulty';
  return one.priced > 0 ? 'waits' : 'tried';
}

export type ImportDesk = Awaited<ReturnType<typeof openImports>>;

/** An upload, or the word to write one. `here` is the address of the page. */
export async function answerImport(platform: Platform, table: ImportTable, form: FormData, to: { here: string; staffId: string }) {
  const { here, staffId } = to;
  const back = (said: Readonly<Record<string, string>>) => redirect(`${here}?${new URLSearchParams(said)}`, 303);
  if (form.get('intent') === 'apply') {
    const id = plainLine(form.get('report'), 64);
    const applied = await applyImport(platform, table, { id, staffId });
    return back({ report: id, ...(applied.ok ? { did: 'apply' } : { refused: applied.refused }) });
  }
  if (form.get('intent') === 'drop') {
    const id = plainLine(form.get('report'), 64);
    const dropped = await dropImport(platform, table, { id, staffId });
    return back({ report: id, ...(dropped.ok ? { did: 'drop' } : { refused: dropped.refused }) });
  }
  if (form.get('intent') !== 'try') throw new Response('Not found', { status: 404 });
  const file = form.get('table');
  const upload = file instanceof File ? file : new File([], '');
  const tried = await tryImport(platform, table, {
    fileName: plainLine(upload.name, 120),
    content: new Uint8Array(await upload.arrayBuffer()),
    staffId,
  });
  return back(tried.ok ? { report: tried.value } : { refused: tried.refused });
}
