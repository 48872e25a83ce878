import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { inquiryStates } from '../inquiry-status.ts';
import { assignInquiry } from '../work-inquiry.server.ts';
import { inquiryListAddress, queueOfPath, readInquiryAddress, type InquiryColumn } from './inquiry-list.ts';
import { InquiryState } from './inquiry-state.tsx';
import { openInquiryList, type InquiryRow } from './open-inquiry-list.server.ts';
import type { Route } from './+types/inquiries-page.ts';
import '#app/commerce/orders/staff/desk-tools.css';
import './inquiry-desk.css';

export const handle = { texts: ['staff-inquiries'] };

const mostAtOnce = 100;

/** One page for the five lists; the address says which. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const asked = readInquiryAddress(queueOfPath(url.pathname), url.searchParams);
  const count = (name: string) => Math.min(Math.max(0, Math.trunc(Number(url.searchParams.get(name)) || 0)), mostAtOnce);
  return {
    ...(await openInquiryList(context.get(platformContext), viewer, asked, context.get(requestContext).language)),
    said: url.searchParams.has('gave') ? { gave: count('gave'), left: count('left') } : null,
  };
}

/** Gives the picked ones to a colleague, each by itself: what somebody else has changed meanwhile stays. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const queue = queueOfPath(url.pathname);
  const here = `/admin/inquiries/${queue}${inquiryListAddress(readInquiryAddress(queue, url.searchParams))}`;
  if (viewer.kind !== 'staff' || !may(viewer, 'inquiries:work')) throw redirect(`/admin/unauthorized?from=${encodeURIComponent(here)}`);
  const form = await request.formData();
  const to = form.get('to');
  let [gave, left] = [0, 0];
  for (const picked of typeof to === 'string' && to !== '' ? form.getAll('inquiry').slice(0, mostAtOnce) : []) {
    const [id = '', from = ''] = typeof picked === 'string' ? picked.split(' ') : [];
    const given = await assignInquiry(platform, viewer, { inquiryId: id, from: from || null, to: to as string });
    if (given.ok) gave += 1;
    else left += 1;
  }
  return redirect(`${here}${here.includes('?') ? '&' : '?'}gave=${gave}&left=${left}`, 303);
}

type Loaded = Route.ComponentProps['loaderData'];

export default function InquiriesPage({ loaderData }: Route.ComponentProps) {
  const { asked, counts, columns, rows, matching, pages, works, said } = loaderData;
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const base = `/admin/inquiries/${asked.queue}`;
  const here = `${base}${inquiryListAddress(asked)}`;
  const filtered = asked.find !== '' || asked.kind !== null || asked.owner !== null || asked.destination !== null;
  const all = inquiryStates.reduce((sum, one) => sum + counts[one], 0);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`title.${asked.queue}`)}</h1>
        <p>{t('matching', { count: matching })}</p>
        {works && (
          <form method="post" action={`/admin/inquiries/export${inquiryListAddress(asked)}`}>
            <input type="hidden" name="queue" value={asked.queue} />
            <button className="bo-btn" type="submit">
              {t('bulk.export')}
            </button>
          </form>
        )}
      </header>
      {said && <Said said={said} />}
      <nav className="dl-tabs" aria-label={t('states')}>
        {([...inquiryStates, 'all'] as const).map((one) => (
          <Link
            key={one}
            to={`${base}${inquiryListAddress(asked, { state: one, find: '', page: 1 })}`}
            aria-current={one === asked.state && asked.find === '' ? 'page' : undefined}
          >
            {t(`state.${one}`)} <span>{formatNumber(one === 'all' ? all : counts[one], language)}</span>
          </Link>
        ))}
      </nav>
      <Filters data={loaderData} base={base} filtered={filtered} key={here} />
      {rows.length === 0 ? (
        <p className="dl-none">
          {filtered ? t('noneMatch') : t(asked.state === 'new' || asked.state === 'all' ? `none.${asked.state}` : 'none.other')}
        </p>
      ) : (
        <div className="dl-sheet dl-sheet--cards iq-sheet">
          <table>
            <thead>
              <tr>
                {works && (
                  <th scope="col" className="dl-pick">
                    <span className="sr-only">{t('bulk.pick')}</span>
                  </th>
                )}
                {columns.map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.id}>
                  {works && (
                    <td className="dl-pick">
                      <input
                        type="checkbox"
                        form="give"
                        name="inquiry"
                        value={`${row.id} ${row.ownerId ?? ''}`}
                        aria-label={t('bulk.pickOne', { reference: row.reference })}
                      />
                    </td>
                  )}
                  {columns.map((column) => (
                    <Cell key={column} column={column} row={row} />
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {works && rows.length > 0 && (
        <Form id="give" className="dl-bulk" method="post" action={here}>
          <label>
            {t('bulk.give')}{' '}
            <select name="to" required defaultValue="">
              <option value="">{t('owner.choose')}</option>
              {loaderData.colleagues.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button className="bo-btn" type="submit">
            {t('bulk.go')}
          </button>
        </Form>
      )}
      <Pagination
        page={asked.page}
        pages={pages}
        pageTo={(number) => `${base}${inquiryListAddress(asked, { page: number })}`}
        label={t('pages')}
      />
    </div>
  );
}

function Said({ said: { gave, left } }: { said: { readonly gave: number; readonly left: number } }) {
  const t = useTexts('staff-inquiries');
  const well = gave > 0 && left === 0;
  return (
    <p className={`dl-said${well ? '' : ' dl-said--warn'}`} role="status">
      <Icon name={well ? 'done' : 'warning'} />
      {gave === 0 && left === 0 ? t('bulk.nothing') : t('bulk.gave', { count: gave })} {left > 0 && t('bulk.left', { count: left })}
    </p>
  );
}

function Filters({ data, base, filtered }: { data: Loaded; base: string; filtered: boolean }) {
  const t = useTexts('staff-inquiries');
  const { asked, kinds, colleagues, destinations } = data;
  return (
    <Form className="dl-filters" method="get" action={base} role="search">
      {asked.state !== 'new' && <input type="hidden" name="state" value={asked.state} />}
      <label>
        <span className="sr-only">{t('find')}</span>
        <input type="search" name="find" defaultValue={asked.find} placeholder={t('find')} maxLength={254} autoComplete="off" />
      </label>
      {kinds.length > 1 && (
        <label>
          <span className="sr-only">{t('column.kind')}</span>
          <select name="kind" defaultValue={asked.kind ?? ''}>
            <option value="">{t('everyKind')}</option>
            {kinds.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      {destinations.length > 0 && (
        <label>
          <span className="sr-only">{t('column.destination')}</span>
          <select name="destination" defaultValue={asked.destination ?? ''}>
            <option value="">{t('filter.anyDestination')}</option>
            {destinations.map(({ code, name }) => (
              <option key={code} value={code}>
                {name}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        <span className="sr-only">{t('column.owner')}</span>
        <select name="owner" defaultValue={asked.owner ?? ''}>
          <option value="">{t('filter.anyOwner')}</option>
          <option value="me">{t('filter.mine')}</option>
          <option value="nobody">{t('filter.nobody')}</option>
          {colleagues.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button className="bo-btn" type="submit">
        {t('apply')}
      </button>
      {filtered && (
        <Link to={`${base}${inquiryListAddress(asked, { find: '', kind: null, owner: null, destination: null, page: 1 })}`}>
          {t('clear')}
        </Link>
      )}
    </Form>
  );
}

function Cell({ column, row }: { column: InquiryColumn; row: InquiryRow }) {
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const words = (value: string | null) => <bdi>{value ?? '–'}</bdi>;
  const cells: Readonly<Record<InquiryColumn, () => ReactNode>> = {
    name: () => (
      <>
        <Link to={`/admin/inquiries/${row.reference}`}>
          <bdi>{row.name}</bdi>
        </Link>{' '}
        {row.suspect && <Icon name="warning" small label={t('suspect')} />}
      </>
    ),
    reference: () => words(row.reference),
    answerBy: () => (row.promise === 'waits' || row.promise === 'late' ? formatDate(row.answerBy, language, 'day') : '–'),
    state: () => <InquiryState state={row.status} />,
    kind: () => t(`kind.${row.kind}`),
    about: () => words(row.about),
    startsOn: () => (
      <>
        {row.startsOn ? formatDate(row.startsOn, language) : '–'}{' '}
        {row.urgency && row.urgency !== 'calm' && (
          <span className={`dl-state${row.urgency === 'past' ? '' : ' dl-state--now'}`}>{t(row.urgency)}</span>
        )}
      </>
    ),
    people: () => (row.people ? formatNumber(row.people, language) : '–'),
    budget: () => (row.budget ? formatMoney(row.budget, language) : '–'),
    source: () => t(`source.${row.source}`),
    nationality: () => words(row.nationality),
    residence: () => words(row.residence),
    destination: () => words(row.destination),
    purpose: () => (row.purpose ? t(`purpose.${row.purpose}`) : '–'),
    refusedBefore: () => (row.refusedBefore === null ? '–' : t(row.refusedBefore ? 'yes' : 'no')),
    language: () => t(`language.${row.language}`),
    age: () => t(`age.${row.age.unit}`, { count: row.age.count }),
    owner: () => words(row.owner),
  };
  return <td className={column === 'answerBy' && row.promise === 'late' ? 'dl-late' : `iq-c-${column}`}>{cells[column]()}</td>;
}
