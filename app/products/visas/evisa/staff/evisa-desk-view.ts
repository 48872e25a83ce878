import { isMoment, parseCalendarDate } from '#app/values/dates.ts';
import { readCaseColumns, usualCaseColumns, type CaseColumn } from './evisa-desk-columns.ts';
import { evisaQueues, type EvisaQueue } from './evisa-queues.ts';

export const caseSorts = ['due', 'arrival', 'received'] as const;
export type CaseSort = (typeof caseSorts)[number];
export const caseDues = ['late', 'soon'] as const;

/** What the list's address says. Whatever is malformed in an address is left out. */
export interface CaseView {
  readonly queue: EvisaQueue;
  /** ISO code of a country, or empty. */
  readonly country: string;
  /** `me`, `nobody`, a colleague's id, or empty for all. */
  readonly officer: string;
  /** Past the promised day; or due within two days. */
  readonly due: (typeof caseDues)[number] | null;
  readonly express: boolean;
  /** The last day of arrival that is shown, or empty. */
  readonly arrivesUntil: string;
  /** A reference or its beginning, an authority's reference, an e-mail or a surname. */
  readonly find: string;
  /** Null: by the promised day, and by receipt where that means nothing any more. */
  readonly sort: CaseSort | null;
  readonly descending: boolean;
  readonly columns: readonly CaseColumn[];
  /** Its queues side by side; the queue is then the one that a phone shows. */
  readonly board: boolean;
  /** The sort key and id of the last row of the page before. */
  readonly after: { readonly key: string; readonly id: string } | null;
}

/** Filters as they stand when nothing is asked. */
export const noCaseFilters = { country: '', officer: '', due: null, express: false, arrivesUntil: '', find: '' } as const;

export function readCaseView(search: URLSearchParams): CaseView {
  const officer = search.get('officer') ?? '';
  const country = search.get('country') ?? '';
  const sort = search.get('sort') ?? '';
  const known = caseSorts.find((one) => one === sort.replace(/^-/, '')) ?? null;
  return {
    queue: evisaQueues.find((one) => one === search.get('queue')) ?? 'new',
    country: /^[A-Z]{2}$/.test(country) ? country : '',
    officer: /^[\w-]{1,64}$/.test(officer) ? officer : '',
    due: caseDues.find((one) => one === search.get('due')) ?? null,
    express: search.get('speed') === 'express',
    arrivesUntil: parseCalendarDate(search.get('arrives-until') ?? '') ?? '',
    find: (search.get('find') ?? '').trim().slice(0, 60),
    sort: known,
    descending: known !== null && sort.startsWith('-'),
    columns: readCaseColumns(search.getAll('column')),
    board: search.get('as') === 'board',
    after: readAfter(search.get('after') ?? ''),
  };
}

/** The address of a list, in a fixed order and without what is not asked; `after` is left out unless it is given. */
export function caseAddress(view: CaseView, change: Partial<CaseView> = {}): string {
  const asked = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  const set = (name: string, value: string) => value && search.append(name, value);
  set('queue', asked.queue === 'new' ? '' : asked.queue);
  set('country', asked.country);
  set('officer', asked.officer);
  set('due', asked.due ?? '');
  set('speed', asked.express ? 'express' : '');
  set('arrives-until', asked.arrivesUntil);
  set('find', asked.find);
  if (asked.sort) set('sort', `${asked.descending ? '-' : ''}${asked.sort}`);
  set('as', asked.board ? 'board' : '');
  if (asked.columns.join() !== usualCaseColumns.join()) for (const column of asked.columns) set('column', column);
  if (asked.after) set('after', `${asked.after.key}~${asked.after.id}`);
  return search.size > 0 ? `?${search}` : '';
}

/** The board that a form of it was sent from; null for a form of the record. */
export function caseBoardOf(form: FormData): string | null {
  const board = form.get('board');
  return typeof board === 'string' ? caseAddress({ ...readCaseView(new URLSearchParams(board.slice(0, 600))), board: true }) : null;
}

/** By what the list is sorted when nobody chose: what is over is read from the newest. */
export function sortOf(view: Pick<CaseView, 'queue' | 'sort' | 'descending'>): { readonly by: CaseSort; readonly descending: boolean } {
  if (view.sort) return { by: view.sort, descending: view.descending };
  return view.queue === 'over' || view.queue === 'all' ? { by: 'received', descending: true } : { by: 'due', descending: false };
}

function readAfter(text: string): CaseView['after'] {
  const [, key, id] = /^(\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?)~([\w-]{1,64})$/.exec(text) ?? [];
  return key && id && (isMoment(key) || parseCalendarDate(key)) ? { key, id } : null;
}
