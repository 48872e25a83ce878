import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { dateIn } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { openTyped } from '../evisa-applications-store.server.ts';
import { evisaMachine, type EvisaEvent } from '../evisa-status.ts';
import { countCasesOf, findCasesAsStaff, hasOneState, isLate, queueCount, type CaseRow } from './evisa-desk-store.server.ts';
import type { CaseView } from './evisa-desk-view.ts';
import { boardQueues } from './evisa-queues.ts';

/** What a column shows; the list has the rest. */
const mostCards = 25;

/** Steps that a card takes: those that ask for nothing more and end nothing. */
const boardSteps: readonly EvisaEvent[] = ['claim', 'look-again', 'answer-authority'];

/** What a card offers by what its row says. */
function boardMoves(row: Pick<CaseRow, 'status' | 'orderStatus'>): EvisaEvent[] {
  return movesFrom(evisaMachine, row.status, 'staff').filter(
    (event) => boardSteps.includes(event) && (event === 'claim' || row.orderStatus === 'accepted'),
  );
}

/** The open cases of a list in the columns of the board, those that are promised first on top. */
export async function openCaseBoard(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  viewer: Clerk,
  view: CaseView,
  language: LanguageCode,
) {
  const today = dateIn('Asia/Dubai', clock.now());
  const me = viewer.user.id;
  const ofColumn = (queue: CaseView['queue']): CaseView => ({ ...view, queue, board: true, after: null });
  const [counts, ...columns] = await Promise.all([
    countCasesOf(db, crypto, ofColumn('all'), { me, today }),
    ...boardQueues.map((queue) => findCasesAsStaff(db, crypto, ofColumn(queue), { me, today, most: mostCards })),
  ]);
  const names = await findStaffNames(
    db,
    columns.flat().flatMap((row) => row.officer ?? []),
  );
  const works = may(viewer, 'visas:decide');
  const key = newFormKey();
  return boardQueues.map((queue, at) => ({
    queue,
    count: queueCount(queue, counts),
    cards: columns[at]!.map((row) => {
      const typed = openTyped(crypto, row);
      return {
        id: row.id,
        key: `${key}-${row.id}`,
        version: row.version,
        name: `${typed.givenNames ?? ''} ${typed.surname ?? ''}`.trim(),
        reference: `${row.reference}/${row.position + 1}`,
        nationality: typed.nationality ? countryName(typed.nationality, language) : null,
        country: countryName(row.country, language),
        express: row.speed === 'express',
        // Where a column holds one state, its head says it.
        status: hasOneState(queue) ? null : row.status,
        due: row.deliverBy,
        late: isLate(row, today),
        waiting: row.waits,
        officer: row.officer && (names.get(row.officer) ?? '–'),
        moves: works ? boardMoves(row) : [],
      };
    }),
  }));
}
export type CaseBoardColumns = Awaited<ReturnType<typeof openCaseBoard>>;
