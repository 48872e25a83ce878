import { readColumns, writeColumns } from '#app/ui/desk-list/chosen-columns.ts';
import { parseCalendarDate } from '#app/values/dates.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { isLanguageCode, type LanguageCode } from '#app/values/preferences.ts';
import { mailChannels, mailStates, type MailChannel, type MailStatus } from '#app/platform/mail-rules.ts';
import { mailFamilies, mailKinds } from '../mail-kinds.ts';

export const mailColumns = ['kind', 'channel', 'state', 'to', 'order', 'language', 'tries', 'when'] as const;
export type MailColumn = (typeof mailColumns)[number];

/** What the address of the delivery log says. */
export interface MailView {
  readonly status: MailStatus | null;
  readonly channel: MailChannel | null;
  /** A kind, or a family that stands for all of its kinds. */
  readonly kind: string;
  /** The campaign whose letters are asked for; empty: every mail. */
  readonly campaign: string;
  readonly language: LanguageCode | null;
  /** As typed: a whole mail address or number, the reference of an order, or a mail's id. */
  readonly find: string;
  /** Days in Dubai, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly until: string;
  readonly columns: readonly MailColumn[];
  /** Only what stands behind this mail: the next page. */
  readonly after: string | null;
}

export function readMailView(query: URLSearchParams): MailView {
  const text = (name: string, most: number) => plainLine(query.get(name), most).slice(0, most);
  const date = (name: string) => {
    const day = parseCalendarDate(query.get(name) ?? '');
    return day && day >= '2000-01-01' ? day : '';
  };
  const kind = text('kind', 60);
  const language = text('language', 2);
  return {
    status: mailStates.find((state) => state === query.get('state')) ?? null,
    channel: mailChannels.find((channel) => channel === query.get('channel')) ?? null,
    kind: kind in mailFamilies || kind === 'campaigns.letter' || mailKinds.some((one) => one === kind) ? kind : '',
    campaign: /^[\w-]{1,60}$/.exec(query.get('campaign') ?? '')?.[0] ?? '',
    language: isLanguageCode(language) ? language : null,
    find: text('find', 120),
    from: date('from'),
    until: date('until'),
    columns: readColumns(query, mailColumns),
    after: /^[\w.@:-]{3,200}$/.exec(query.get('after') ?? '')?.[0] ?? null,
  };
}

/** Everything in a state. */
export const noMailFilters = { channel: null, kind: '', campaign: '', language: null, find: '', from: '', until: '' } as const;

/** What is kept of the log under a name: not whom somebody looked for, nor a page of it. */
export const keptMailList = (view: MailView): string => mailQuery({ ...view, find: '', after: null });

export function mailQuery(view: MailView): string {
  const query = new URLSearchParams();
  if (view.status) query.set('state', view.status);
  for (const name of ['channel', 'kind', 'campaign', 'language', 'find', 'from', 'until'] as const)
    if (view[name]) query.set(name, view[name]);
  writeColumns(query, view.columns, mailColumns);
  if (view.after) query.set('after', view.after);
  return query.size > 0 ? `?${query}` : '';
}

export const isFiltered = (view: MailView) =>
  view.status !== null ||
  view.channel !== null ||
  view.language !== null ||
  [view.kind, view.campaign, view.find, view.from, view.until].some((one) => one !== '');
