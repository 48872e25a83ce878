import type { DeskFilter } from './evisa-desk-store.server.ts';
import { evisaQueues } from './evisa-queues.ts';

/** The list a desk address asks for; what is not a word of ours is left out. */
export function readDeskFilter(search: URLSearchParams): DeskFilter {
  const [due, id] = (search.get('after') ?? '').split('~');
  const officer = search.get('officer');
  const country = search.get('country');
  return {
    queue: evisaQueues.find((one) => one === search.get('queue')) ?? 'new',
    country: country && /^[A-Z]{2}$/.test(country) ? country : null,
    officer: officer === 'me' || officer === 'nobody' ? officer : null,
    find: (search.get('find') ?? '').trim().slice(0, 60),
    after: due && id && /^\d{4}-\d{2}-\d{2}/.test(due) && /^[\w-]{1,64}$/.test(id) && !Number.isNaN(Date.parse(due)) ? { due, id } : null,
  };
}

/** The address of a list; `after` belongs to one page of it and is left out unless it is given. */
export function deskAddress(filter: DeskFilter, change: Partial<DeskFilter> = {}): string {
  const { queue, country, officer, find, after } = { ...filter, after: null, ...change };
  const search = new URLSearchParams();
  if (queue !== 'new') search.set('queue', queue);
  if (country) search.set('country', country);
  if (officer) search.set('officer', officer);
  if (find) search.set('find', find);
  if (after) search.set('after', `${after.due}~${after.id}`);
  return search.size > 0 ? `?${search}` : '';
}
