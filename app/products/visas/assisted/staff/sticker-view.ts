import { isMoment, parseCalendarDate } from '#app/values/dates.ts';
import { passportPlaces, type PassportPlace } from '../custody-rules.ts';
import { readStickerColumns, usualStickerColumns, type StickerColumn } from './sticker-columns.ts';
import { stickerQueues, type StickerQueue } from './sticker-queues.ts';

export const stickerSorts = ['due', 'travel', 'opened'] as const;
export type StickerSort = (typeof stickerSorts)[number];

/** The list a desk address asks for. */
export interface StickerView {
  readonly queue: StickerQueue;
  readonly country: string;
  /** `me`, `nobody`, a colleague's id, or empty. */
  readonly officer: string;
  readonly passport: PassportPlace | '';
  readonly late: boolean;
  /** A reference, the centre's or the mission's reference, or a surname. */
  readonly find: string;
  readonly sort: StickerSort;
  readonly columns: readonly StickerColumn[];
  /** Its queues side by side; the queue is then the one that a phone shows. */
  readonly board: boolean;
  /** The last row of the page before: its value of the sort and its id. */
  readonly after: { readonly at: string; readonly id: string } | null;
}

/** What is not a word of ours is left out. */
export function readStickerView(search: URLSearchParams): StickerView {
  const word = (name: string, pattern: RegExp) => {
    const value = search.get(name) ?? '';
    return pattern.test(value) ? value : '';
  };
  const [at, id] = (search.get('after') ?? '').split('~');
  return {
    queue: stickerQueues.find((one) => one === search.get('queue')) ?? 'new',
    country: word('country', /^[A-Z]{2}$/),
    officer: word('officer', /^[\w-]{1,64}$/),
    passport: passportPlaces.find((one) => one === search.get('passport')) ?? '',
    late: search.get('late') === '1',
    find: (search.get('find') ?? '').trim().slice(0, 60),
    sort: stickerSorts.find((one) => one === search.get('sort')) ?? 'due',
    columns: readStickerColumns(search.getAll('column')),
    board: search.get('as') === 'board',
    after: at && id && (isMoment(at) || parseCalendarDate(at)) && /^[\w-]{1,64}$/.test(id) ? { at, id } : null,
  };
}

export const noStickerFilters: Partial<StickerView> = { country: '', officer: '', passport: '', late: false, find: '' };

/** The address of a list; `after` belongs to one page of it and is left out unless it is given. */
export function stickerAddress(view: StickerView, change: Partial<StickerView> = {}): string {
  const { queue, country, officer, passport, late, find, sort, columns, board, after } = { ...view, after: null, ...change };
  const search = new URLSearchParams();
  if (queue !== 'new') search.set('queue', queue);
  if (country) search.set('country', country);
  if (officer) search.set('officer', officer);
  if (passport) search.set('passport', passport);
  if (late) search.set('late', '1');
  if (find) search.set('find', find);
  if (sort !== 'due') search.set('sort', sort);
  if (board) search.set('as', 'board');
  if (columns.join() !== usualStickerColumns.join()) for (const column of columns) search.append('column', column);
  if (after) search.set('after', `${after.at}~${after.id}`);
  return search.size > 0 ? `?${search}` : '';
}

/** The board that a form of it was sent from; null for a form of the record. */
export function stickerBoardOf(form: FormData): string | null {
  const board = form.get('board');
  return typeof board === 'string' ? stickerAddress({ ...readStickerView(new URLSearchParams(board.slice(0, 600))), board: true }) : null;
}
