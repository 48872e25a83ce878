import { listStaffWith } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { dayMs, type Instant } from '#app/values/dates.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { movesFrom } from '#app/values/status-table.ts';
import { applicationSorts, sayColumns } from '../application-columns.ts';
import { filterOf, nameOf, readerOf, seesScores, type ApplicationView } from '../application-view.server.ts';
import { applicationMachine, applicationStates, openStages, type ApplicationStatus } from '../job-application-status.ts';
import {
  countStages,
  findJudges,
  listApplications,
  readPlace,
  writePlace,
  type ApplicationFilter,
  type ListOrder,
  type ListPlace,
} from '../job-applications-store.server.ts';
import { listPostingsAsStaff } from '../job-postings-store.server.ts';
import { offersMove, pipelineOf, shownStages, type Pipeline } from '../pipeline-rules.ts';
import { findPoints } from '../job-scores-store.server.ts';
import { meanScore, ratingOf } from '../score-rules.ts';

const pageSize = 50;
/** Cards of a column of the board; whoever wants more opens the list of its stage. */
const columnSize = 40;
const base = '/admin/job-applications';

/** What stands behind the list's address, without what is as usual. */
function queryOf(view: ApplicationView, change: Partial<ApplicationView> = {}): string {
  const { stage, posting, owner, source, find, board, sort, descending, columns, after } = { ...view, after: '', ...change };
  const query = new URLSearchParams();
  if (stage !== 'open') query.set('stage', stage);
  for (const [name, value] of Object.entries({ posting, owner, source, find, after })) if (value !== '') query.set(name, value);
  if (sort !== 'sent' || !descending) query.set('sort', `${descending ? '-' : ''}${sort}`);
  sayColumns(query, columns);
  if (board) query.set('view', 'board');
  return query.size > 0 ? `?${query}` : '';
}

/** What is kept of a list under a name: neither its page nor a search, which could say who applied. */
export const viewQueryOf = (view: ApplicationView) => queryOf(view, { find: '', board: false });

/** The list's address. */
export const addressOf = (view: ApplicationView, change?: Partial<ApplicationView>) => `${base}${queryOf(view, change)}`;

/** Where the parts of the list lead. */
export function wayThrough(view: ApplicationView, next: string | null) {
  const to = (change: Partial<ApplicationView>) => addressOf(view, change);
  const unfiltered = { posting: '', owner: '', source: '', find: '' };
  return {
    here: to({ after: view.after }),
    links: {
      stages: (['open', ...applicationStates, 'all'] as const).map((stage) => ({ stage, to: to({ stage, find: '', board: false }) })),
      columns: openStages.map((stage) => ({ stage, to: to({ stage, board: true }) })),
      next: next && to({ after: next }),
      first: view.after ? to({}) : null,
      sorts: applicationSorts.map((sort) => ({
        sort,
        up: to({ sort, descending: sort === 'sent' }),
        down: to({ sort, descending: true }),
      })),
      list: to({ board: false }),
      board: to({ board: true }),
      clear: to(unfiltered),
    },
    kept: queryOf(view, unfiltered),
    columnsFrom: queryOf(view, {}),
    exportTo: `${base}/export${queryOf(view)}`,
  };
}

/** Whole days since a moment. */
export const days = (since: Date, now: Instant) => Math.max(0, Math.floor((now - since.getTime()) / dayMs));

/** The applications that somebody may see, as a list or a board. */
export async function openApplications(platform: Platform, viewer: Clerk, view: ApplicationView, language: LanguageCode) {
  const { db, crypto, clock } = platform;
  const reader = readerOf(viewer);
  const now = clock.now();
  const filter = filterOf(view, reader, now);
  const { sort, descending } = view;
  const newest = { sort: 'sent', descending: true } as const;
  const list = (stage: ApplicationFilter['stage'], page: { size: number; after: ListPlace | null } & ListOrder) =>
    listApplications(db, crypto, reader, { ...filter, stage }, { ...page, language });
  const [found, counts, postings, colleagues] = await Promise.all([
    // Column by column: the newest of all would fill the first ones and leave the last ones empty.
    view.board
      ? Promise.all(openStages.map((stage) => list(stage, { size: columnSize, after: null, ...newest }))).then((columns) => columns.flat())
      : list(filter.stage, { size: pageSize + 1, after: readPlace(sort, view.after), sort, descending }),
    countStages(db, crypto, reader, filter),
    reader.seesAll ? listPostingsAsStaff(db, language, { status: null, department: null }) : [],
    reader.seesAll ? listStaffWith(db, 'recruitment:work', { also: [view.owner] }) : [],
  ]);
  const page = view.board ? found : found.slice(0, pageSize);
  const ids = page.map(({ id }) => id);
  const [points, judges] = await Promise.all([findPoints(db, ids), reader.seesAll ? findJudges(db, ids) : new Map<string, string[]>()]);
  const last = page.at(-1);
  const of = postings.find(({ id }) => id === filter.posting);
  return {
    counts,
    /** The columns of the board: of one posting those of its pipeline, of all postings every one. */
    stages: of ? shownStages(pipelineOf(of), counts) : openStages,
    works: may(viewer, 'recruitment:work'),
    seesAll: reader.seesAll,
    postings: postings.map(({ id, title }) => ({ id, name: title })),
    colleagues: colleagues.map(({ userId, displayName }) => ({ id: userId, name: displayName })),
    next: found.length > page.length && last ? writePlace(sort, last) : null,
    rows: page.map((one) => {
      const cards = points.filter(({ applicationId }) => applicationId === one.id);
      const shown = seesScores(viewer, cards);
      const flat = cards.map((card) => meanScore(Object.values(card.points).map((point) => point * 10)));
      return {
        id: one.id,
        reference: one.reference,
        name: nameOf(platform, one),
        job: one.title,
        stage: one.status,
        source: one.source,
        days: days(one.stageSince, now),
        createdAt: one.createdAt.toISOString(),
        owner: one.ownerName,
        visa: one.visaStatus,
        notice: one.noticeWeeks,
        judges: judges.get(one.id) ?? [],
        knockOuts: one.knockOuts,
        cards: cards.length,
        score: shown ? meanScore(flat) : null,
        rating: shown ? ratingOf(cards.map(({ verdict }) => verdict)) : null,
        moves: may(viewer, 'recruitment:work') ? boardMoves(one.status, one.pipeline) : [],
        version: one.version,
      };
    }),
  };
}

/** Buttons of a card on the board: where it may go next. */
const boardMoves = (status: ApplicationStatus, pipeline: Pipeline) =>
  movesFrom(applicationMachine, status, 'recruiter').filter(
    (event) => (event === 'screen' || event === 'shortlist' || event === 'interview') && offersMove(pipeline, event),
  );
