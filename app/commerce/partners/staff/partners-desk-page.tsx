import { Form, Link } from 'react-router';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { partnerKinds } from '../partner-kinds.ts';
import { partnerStates } from '../partner-status.ts';
import { countLeads, listLeadsAsStaff } from '../partners-store.server.ts';
import { PartnerState } from './partner-state.tsx';
import type { Route } from './+types/partners-desk-page.ts';
import './partner-desk.css';

export const handle = { texts: ['staff-partners'] };

const pageSize = 50;
const owners = ['mine', 'nobody'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const search = url.searchParams;
  const asked = search.get('state');
  const state = asked === 'all' ? 'all' : (partnerStates.find((one) => one === asked) ?? 'received');
  const kind = partnerKinds.find((one) => one === search.get('kind')) ?? null;
  const owner = owners.find((one) => one === search.get('owner')) ?? null;
  const find = (search.get('find') ?? '').trim().slice(0, 80);
  const page = Math.min(Math.max(1, Math.trunc(Number(search.get('page')) || 1)), 10_000);
  const me = viewer.kind === 'staff' ? viewer.user.id : '-';
  const filter = {
    status: state === 'all' || find !== '' ? null : state,
    kind,
    assignedTo: owner === 'mine' ? me : owner,
    find,
  };
  const [list, counts] = await Promise.all([listLeadsAsStaff(db, filter, { size: pageSize, number: page }), countLeads(db)]);
  const names = await findStaffNames(
    db,
    list.rows.flatMap((row) => row.assignedTo ?? []),
  );
  return {
    state,
    kind,
    owner,
    find,
    page,
    counts,
    matching: list.matching,
    rows: list.rows.map((row) => ({
      reference: row.reference,
      status: row.status,
      kind: row.kind,
      company: row.company,
      country: countryName(row.country, language),
      licence: row.licence,
      owner: row.assignedTo && (names.get(row.assignedTo) ?? null),
      at: row.createdAt.toISOString(),
    })),
  };
}

export default function PartnersDeskPage({ loaderData }: Route.ComponentProps) {
  const { state, kind, owner, find, page, counts, matching, rows } = loaderData;
  const t = useTexts('staff-partners');
  const language = useLanguage();
  const address = (change: Readonly<Record<string, string | null>>) => {
    const search = new URLSearchParams();
    const all = { state: state === 'received' ? null : state, kind, owner, find: find || null, ...change };
    for (const [name, value] of Object.entries(all)) if (value) search.set(name, value);
    return search.size > 0 ? `/admin/partners?${search}` : '/admin/partners';
  };
  const filtered = find !== '' || kind !== null || owner !== null;
  const all = Object.values(counts).reduce((sum, each) => sum + each, 0);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('matching', { count: matching })}</p>
      </header>
      <nav className="dl-tabs" aria-label={t('states')}>
        {([...partnerStates, 'all'] as const).map((one) => (
          <Link
            key={one}
            to={address({ state: one === 'received' ? null : one, find: null })}
            aria-current={one === state && find === '' ? 'page' : undefined}
          >
            {t(`state.${one}`)} <span>{formatNumber(one === 'all' ? all : counts[one], language)}</span>
          </Link>
        ))}
      </nav>
      <Form className="dl-filters" method="get" action="/admin/partners" role="search" key={address({})}>
        {state !== 'received' && <input type="hidden" name="state" value={state} />}
        <label>
          <span className="sr-only">{t('find')}</span>
          <input type="search" name="find" defaultValue={find} placeholder={t('find')} maxLength={80} autoComplete="off" />
        </label>
        <label>
          <span className="sr-only">{t('column.kind')}</span>
          <select name="kind" defaultValue={kind ?? ''}>
            <option value="">{t('anyKind')}</option>
            {partnerKinds.map((one) => (
              <option key={one} value={one}>
                {t(`kind.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span className="sr-only">{t('column.owner')}</span>
          <select name="owner" defaultValue={owner ?? ''}>
            <option value="">{t('owner.any')}</option>
            {owners.map((one) => (
              <option key={one} value={one}>
                {t(`owner.${one}`)}
              </option>
            ))}
          </select>
        </label>
        <button className="bo-btn" type="submit">
          {t('apply')}
        </button>
        {filtered && <Link to={address({ find: null, kind: null, owner: null })}>{t('clear')}</Link>}
      </Form>
      {rows.length === 0 ? (
        <p className="dl-none">{filtered ? t('noneMatch') : t(`none.${state}`)}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['company', 'reference', 'state', 'kind', 'country', 'licence', 'owner', 'came'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.reference}>
                  <td className="pd-company">
                    <Link to={`/admin/partners/${row.reference}`}>
                      <bdi>{row.company}</bdi>
                    </Link>
                  </td>
                  <td>
                    <bdi>{row.reference}</bdi>
                  </td>
                  <td>
                    <PartnerState state={row.status} />
                  </td>
                  <td>{t(`kind.${row.kind}`)}</td>
                  <td>{row.country}</td>
                  <td>
                    <bdi>{row.licence}</bdi>
                  </td>
                  <td>{row.owner ? <bdi>{row.owner}</bdi> : '–'}</td>
                  <td>{formatDate(row.at, language)}</td>
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
