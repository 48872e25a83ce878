import { Form, Link } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { Icon } from '#app/ui/icon.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { parseReference } from '#app/values/ids.ts';
import { countInquiries, listInquiriesAsStaff, readContact } from '../inquiries-store.server.ts';
import { inquiryQueueNames, inquiryQueues, type InquiryKind } from '../inquiry-kinds.ts';
import { inquiryStates, type InquiryStatus } from '../inquiry-status.ts';
import { InquiryState } from './inquiry-state.tsx';
import type { Route } from './+types/inquiries-page.ts';
import './inquiry-desk.css';

export const handle = { texts: ['staff-inquiries'] };

const pageSize = 50;

/** One page for the five lists; the address says which. What makes no sense in it is left out. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, crypto, clock } = context.get(platformContext);
  const queue = inquiryQueueNames.find((name) => url.pathname.replace(/\.data$/, '').endsWith(`/${name}`)) ?? 'flights';
  const kinds: readonly InquiryKind[] = inquiryQueues[queue];
  const kind = kinds.find((one) => one === url.searchParams.get('kind')) ?? null;
  const asked = url.searchParams.get('state');
  const state: InquiryStatus | 'all' = asked === 'all' ? 'all' : (inquiryStates.find((one) => one === asked) ?? 'new');
  const find = (url.searchParams.get('find') ?? '').trim().slice(0, 254);
  const page = Math.min(Math.max(1, Math.trunc(Number(url.searchParams.get('page')) || 1)), 10_000);
  const reference = parseReference(find);
  const filter = {
    kinds: kind ? [kind] : kinds,
    status: state === 'all' || find !== '' ? null : state,
    reference: find === '' || find.includes('@') ? null : (reference ?? find),
    email: find.includes('@') ? find : null,
  };
  const [list, counts] = await Promise.all([
    listInquiriesAsStaff(db, crypto, filter, { size: pageSize, number: page }),
    countInquiries(db, kinds),
  ]);
  return {
    queue,
    kinds,
    kind,
    state,
    find,
    page,
    counts,
    now: clock.now(),
    matching: list.matching,
    rows: list.rows.map((inquiry) => ({
      reference: inquiry.reference,
      kind: inquiry.kind,
      status: inquiry.status,
      name: readContact(crypto, inquiry).name,
      about: inquiry.aboutTitle ?? ([inquiry.fromPlace, inquiry.toPlace].filter(Boolean).join(' – ') || null),
      language: inquiry.language,
      startsOn: inquiry.startsOn,
      people: (inquiry.adults ?? 0) + (inquiry.children ?? 0),
      suspect: inquiry.suspect,
      asked: inquiry.createdAt.toISOString(),
      answerBy: inquiry.answerBy.toISOString(),
    })),
  };
}

export default function InquiriesPage({ loaderData }: Route.ComponentProps) {
  const { queue, kinds, kind, state, find, counts, rows, matching, page, now } = loaderData;
  const t = useTexts('staff-inquiries');
  const language = useLanguage();
  const address = (change: Readonly<Record<string, string | null>>) => {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries({ state: state === 'new' ? null : state, kind, find: find || null, ...change }))
      if (value) params.set(name, value);
    return `/admin/inquiries/${queue}${params.size > 0 ? `?${params}` : ''}`;
  };
  const all = inquiryStates.reduce((sum, one) => sum + counts[one], 0);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t(`title.${queue}`)}</h1>
        <p>{t('matching', { count: matching })}</p>
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        {([...inquiryStates, 'all'] as const).map((one) => (
          <Link
            key={one}
            to={address({ state: one === 'new' ? null : one, find: null, page: null })}
            aria-current={one === state && find === '' ? 'page' : undefined}
          >
            {t(`state.${one}`)} <span>{one === 'all' ? all : counts[one]}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action={`/admin/inquiries/${queue}`} role="search" key={`${queue}${kind}${find}`}>
        {state !== 'new' && <input type="hidden" name="state" value={state} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={find} placeholder={t('find')} maxLength={254} autoComplete="off" />
        </label>
        {kinds.length > 1 && (
          <label>
            <span className="sr-only">{t('column.kind')}</span>
            <select name="kind" defaultValue={kind ?? ''}>
              <option value="">{t('everyKind')}</option>
              {kinds.map((one) => (
                <option key={one} value={one}>
                  {t(`kind.${one}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {(find !== '' || kind) && <Link to={address({ find: null, kind: null })}>{t('clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">
          {find !== '' || kind ? t('noneMatch') : t(state === 'new' || state === 'all' ? `none.${state}` : 'none.other')}
        </p>
      ) : (
        <div className="dl-sheet iq-sheet">
          <table>
            <thead>
              <tr>
                {(['answerBy', 'reference', 'state', 'name', 'kind', 'about', 'startsOn', 'people', 'language', 'asked'] as const).map(
                  (column) => (
                    <th key={column} scope="col">
                      {t(`column.${column}`)}
                    </th>
                  ),
                )}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.reference}>
                  <td className={row.status === 'new' && Date.parse(row.answerBy) < now ? 'dl-late' : undefined}>
                    {row.status === 'new' ? formatDate(row.answerBy, language, 'day') : '–'}
                  </td>
                  <td>
                    <Link to={`/admin/inquiries/${row.reference}`}>
                      <bdi>{row.reference}</bdi>
                    </Link>
                  </td>
                  <td>
                    <InquiryState state={row.status} />
                    {row.suspect && <Icon name="warning" small label={t('suspect')} />}
                  </td>
                  <td>
                    <bdi>{row.name}</bdi>
                  </td>
                  <td>{t(`kind.${row.kind}`)}</td>
                  <td>
                    <bdi>{row.about ?? '–'}</bdi>
                  </td>
                  <td>{row.startsOn ? formatDate(row.startsOn, language) : '–'}</td>
                  <td>{row.people || '–'}</td>
                  <td>{row.language}</td>
                  <td>{formatDate(row.asked, language, 'short')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pagination
        page={page}
        pages={Math.ceil(matching / pageSize)}
        pageTo={(number) => address({ page: number > 1 ? String(number) : null })}
        label={t('pages')}
      />
    </div>
  );
}
