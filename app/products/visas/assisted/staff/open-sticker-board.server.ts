import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { openTyped } from '../../evisa/evisa-applications-store.server.ts';
import { countStickersOf, findStickersAsStaff, isLateCase, stickerName } from './assisted-desk-store.server.ts';
import { boardMoves } from './case-action-rules.ts';
import { boardQueues, statesOfQueue } from './sticker-queues.ts';
import type { StickerView } from './sticker-view.ts';

/** What a column shows; the list has the rest. */
const mostCards = 25;

/** The open cases of a list in the columns of the board, those that are due first on top. */
export async function openStickerBoard(
  { db, crypto, clock }: Pick<Platform, 'db' | 'crypto' | 'clock'>,
  viewer: Clerk,
  view: StickerView,
  language: LanguageCode,
) {
  const now = clock.now();
  const me = viewer.user.id;
  const ofColumn = (queue: StickerView['queue']): StickerView => ({ ...view, queue, board: true, after: null });
  const [counts, ...columns] = await Promise.all([
    countStickersOf(db, crypto, ofColumn('all'), { me, now }),
    ...boardQueues.map((queue) => findStickersAsStaff(db, crypto, ofColumn(queue), { me, now, most: mostCards })),
  ]);
  const names = await findStaffNames(
    db,
    columns.flat().flatMap((row) => row.officer ?? []),
  );
  const works = may(viewer, 'visas:decide');
  const key = newFormKey();
  return boardQueues.map((queue, at) => ({
    queue,
    count: statesOfQueue[queue]!.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
    cards: columns[at]!.map((row) => {
      const { nationality } = openTyped(crypto, row);
      return {
        id: row.id,
        key: `${key}-${row.id}`,
        version: row.version,
        name: stickerName(crypto, row),
        reference: `${row.reference} / ${row.position + 1}`,
        nationality: nationality ? countryName(nationality, language) : null,
        country: countryName(row.country, language),
        // Where a column holds one state, its head says it.
        status: statesOfQueue[queue]!.length > 1 ? row.status : null,
        due: row.dueAt.toISOString(),
        late: isLateCase(row, now),
        officer: row.officer && (names.get(row.officer) ?? '–'),
        passport: row.passport,
        moves: works ? boardMoves(row, me) : [],
      };
    }),
  }));
}
export type StickerBoardColumns = Awaited<ReturnType<typeof openStickerBoard>>;
