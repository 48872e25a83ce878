import type { ReactNode } from 'react';
import { Form, Link, redirect } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DeskForm } from '#app/ui/desk-list/desk-form.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { refuse } from '#app/values/outcome.ts';
import { InvoiceStateChip } from '../../../invoices/staff/invoice-state.tsx';
import { ages } from '../../../invoices/staff/ageing-rules.ts';
import { openNotes } from '../../../record-notes/open-notes.server.ts';
import { deskRecord } from '../../../record-notes/record-kinds.ts';
import { RecordNotes } from '../../../record-notes/record-notes.tsx';
import { RecordWatch } from '../../../record-notes/record-watch.tsx';
import { RecordLine } from '../../staff/customer-line.tsx';
import { lineShows } from '../../staff/customer-line.ts';
import { OrdersTable } from '../../staff/orders-table.tsx';
import type { CompanyField } from '../company-form.ts';
import { groupCustomer, ungroupCustomer } from '../group-customers.server.ts';
import { companyRefusals, companySaid, type CompanySaid } from './company-said.ts';
import { openCompany, type OpenCompany } from './open-company.server.ts';
import type { Route } from './+types/company-page.ts';
import '../../staff/customer.css';
import './company.css';

export const handle = {
  texts: [
    'staff-companies',
    'staff-customers',
    'staff-invoices',
    'orders',
    'staff-inquiries',
    'staff-consultations',
    'staff-tickets',
    'staff-records',
  ],
};

const customers = '/admin/customers';
const base = `${customers}/companies`;
const longestFind = 120;

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const platform = context.get(platformContext);
  const asked = url.searchParams;
  const desk = await openNotes(platform, viewer, deskRecord('company', { id: params.id, handle: params.id }));
  const company = await openCompany(
    platform,
    viewer,
    params.id,
    {
      show: lineShows.find((one) => one === asked.get('show')) ?? 'all',
      find: (asked.get('find') ?? '').trim().slice(0, longestFind),
    },
    language,
  );
  if (!company) throw new Response('Not found', { status: 404 });
  return {
    company,
    desk,
    title: company.name,
    did: companySaid.find((one) => one === asked.get('did')) ?? null,
    refused: companyRefusals.find((one) => one === asked.get('refused')) ?? null,
  };
}

/** Takes somebody in, or out. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const platform = context.get(platformContext);
  const { requestId } = context.get(requestContext);
  const form = await request.formData();
  const ask = { customerId: String(form.get('customer') ?? '').slice(0, 64), companyId: params.id, requestId };
  const act = form.get('act');
  const done =
    act === 'group'
      ? await groupCustomer(platform, viewer, ask)
      : act === 'ungroup'
        ? await ungroupCustomer(platform, viewer, ask)
        : refuse('gone' as const);
  const did: CompanySaid = act === 'ungroup' ? 'ungrouped' : 'grouped';
  const here = `${base}/${encodeURIComponent(params.id)}`;
  return redirect(done.ok ? `${here}?did=${did}` : `${here}?refused=${done.refused}`, 303);
}

export default function CompanyPage({ loaderData }: Route.ComponentProps) {
  const { company, desk, did, refused } = loaderData;
  const t = useTexts('staff-companies');
  const language = useLanguage();
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>
          <bdi>{company.name}</bdi>
        </h1>
        <p>{t('record.made', { date: formatDate(company.made, language) })}</p>
        {company.may.edit && (
          <Link className="bo-btn" to={`${base}/${company.id}/edit`}>
            {t('record.edit')}
          </Link>
        )}
        <Link className="bo-btn" to={base}>
          {t('back')}
        </Link>
      </header>
      <RecordWatch desk={desk} />
      {did && (
        <p className="dl-said" role="status">
          <Icon name="done" />
          {t(`did.${did}`)}
        </p>
      )}
      {refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" />
          {t(`refused.${refused}`)}
        </p>
      )}
      {company.archivedOn && (
        <p className="dl-said dl-said--warn">
          <Icon name="info" />
          {t('record.archived', { date: formatDate(company.archivedOn, language) })}
        </p>
      )}
      <Facts company={company} />
      <div className="dl-record">
        <div>
          <Members company={company} />
          <Ageing company={company} />
          <Documents company={company} />
          <Orders company={company} />
          <RecordLine here={`${base}/${company.id}`} line={company.line} />
        </div>
        <aside>
          <Billing company={company} />
          <Suggested company={company} />
          <RecordNotes desk={desk} />
          <Past company={company} />
        </aside>
      </div>
    </div>
  );
}

type Props = { readonly company: OpenCompany };

function Facts({ company: { sums, totals, readOf } }: Props) {
  const t = useTexts('staff-companies');
  const language = useLanguage();
  return (
    <dl className="cu-facts">
      <div>
        <dt>{t('column.members')}</dt>
        <dd>{formatNumber(sums.members, language)}</dd>
      </div>
      <div>
        <dt>{t('record.orders')}</dt>
        <dd>
          {formatNumber(sums.orders, language)}
          {totals.map(({ total, orders }) => (
            <small key={total.currency}>
              <bdi>{formatMoney(total, language)}</bdi> · {t('record.ordersIn', { count: orders })}
            </small>
          ))}
          {readOf !== null && <small>{t('record.readOf', { count: readOf })}</small>}
        </dd>
      </div>
      <div>
        <dt>{t('record.lifetime')}</dt>
        <dd>
          {formatMoney(sums.lifetime, language)}
          <small>{t('record.lifetimeHint')}</small>
        </dd>
      </div>
      <div className={sums.balance.amount > 0 ? 'cu-warm' : undefined}>
        <dt>{t('record.balance')}</dt>
        <dd>
          {formatMoney(sums.balance, language)}
          <small>{t('record.balanceHint')}</small>
        </dd>
      </div>
    </dl>
  );
}

function Card({ id, title, sub, end, children }: { id: string; title: string; sub?: ReactNode; end?: ReactNode; children: ReactNode }) {
  return (
    <section className="cu-card" aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {sub && <p>{sub}</p>}
        {end && <span>{end}</span>}
      </header>
      {children}
    </section>
  );
}

/** Takes one in or out; whoever may not has no such form. */
function Act({ company, customer, act, children }: Props & { customer: string; act: 'group' | 'ungroup'; children: ReactNode }) {
  return (
    <DeskForm method="post" action={`${base}/${company.id}`} sends={company.may.work} preventScrollReset>
      <input type="hidden" name="act" value={act} />
      <input type="hidden" name="customer" value={customer} />
      {children}
    </DeskForm>
  );
}

function Members({ company }: Props) {
  const t = useTexts('staff-companies');
  const language = useLanguage();
  const { members, sums, may, found, find } = company;
  return (
    <Card
      id="members"
      title={t('members.title')}
      sub={sums.members > members.length ? t('members.some', { shown: members.length, count: sums.members }) : undefined}
      end={
        <>
          <Link to={`${customers}?company=${company.id}`}>{t('members.list')}</Link>{' '}
          <Link to={`/admin/work?company=${company.id}`}>{t('members.work')}</Link>
        </>
      }
    >
      {members.length === 0 ? (
        <p className="dl-quiet">{t('members.none')}</p>
      ) : (
        <ScrollRegion labelledBy="members" className="cu-rows">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('members.name')}</th>
                <th scope="col">{t('members.since')}</th>
                <th scope="col" className="cu-figure">
                  {t('record.orders')}
                </th>
                <th scope="col" className="cu-figure">
                  {t('members.balance')}
                </th>
                {may.work && (
                  <th scope="col">
                    <span className="sr-only">{t('members.act')}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {members.map((member) => (
                <tr key={member.id}>
                  <td>
                    <Link to={`${customers}/${member.id}`}>
                      <bdi>{member.name}</bdi>
                    </Link>{' '}
                    <small className="dl-quiet">
                      <bdi dir="ltr">{member.email}</bdi>
                    </small>
                  </td>
                  <td>{member.since ? formatDate(member.since, language) : '–'}</td>
                  <td className="cu-figure">{formatNumber(member.orders, language)}</td>
                  <td className="cu-figure">
                    <bdi>{formatNumber(member.balance.amount / 100, language, 2)}</bdi>
                  </td>
                  {may.work && (
                    <td>
                      <Act company={company} customer={member.id} act="ungroup">
                        <button className="bo-btn" type="submit" aria-label={t('members.takeOutOf', { name: member.name })}>
                          {t('members.takeOut')}
                        </button>
                      </Act>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
      {may.work && (
        <div className="cu-body">
          <Form method="get" action={`${base}/${company.id}#members`} role="search" className="co-find" preventScrollReset>
            <label>
              <span>{t('members.find')}</span>
              <input type="search" name="find" defaultValue={find} maxLength={longestFind} autoComplete="off" />
            </label>
            <button className="bo-btn" type="submit">
              {t('members.findGo')}
            </button>
          </Form>
          {found && found.length === 0 && <p className="dl-quiet">{t('members.noneFound')}</p>}
          {found && found.length > 0 && (
            <ul className="cu-notes" aria-label={t('members.foundOnes')}>
              {found.map((one) => (
                <li key={one.id}>
                  <Link to={`${customers}/${one.id}`}>
                    <bdi>{one.name}</bdi>
                  </Link>
                  <small>
                    <bdi dir="ltr">{one.email}</bdi>
                    {one.company !== null && (
                      <>
                        {' '}
                        · <bdi>{one.company}</bdi>
                      </>
                    )}
                  </small>
                  {one.company === null && (
                    <Act company={company} customer={one.id} act="group">
                      <button className="bo-btn" type="submit" aria-label={t('members.takeInOf', { name: one.name })}>
                        {t('members.takeIn')}
                      </button>
                    </Act>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Card>
  );
}

/** What is owed of documents in the company's name, by age. */
function Ageing({ company }: Props) {
  const t = useTexts('staff-companies');
  const invoices = useTexts('staff-invoices');
  const language = useLanguage();
  const { ageing, termsDays, sent } = company;
  if (ageing === null) return null;
  return (
    <Card
      id="ageing"
      title={t('ageing.title')}
      sub={termsDays === 0 ? t('ageing.atOnce') : t('ageing.terms', { count: termsDays })}
      end={
        <>
          <Link to={`/admin/invoices/statement?of=company:${company.id}`}>{t('ageing.statement')}</Link>{' '}
          {company.may.send && (
            <>
              <Link to={`/admin/invoices/statement/send?of=company:${company.id}`}>{t('ageing.send')}</Link>{' '}
            </>
          )}
          {(['en', 'ar'] as const).map((paper) => (
            <a key={paper} href={`/admin/invoices/statement/paper/${paper}?of=company:${company.id}`}>
              {invoices(`acts.paper.${paper}`)}
            </a>
          ))}
        </>
      }
    >
      {sent && (
        <p className="dl-quiet">
          {t(sent.left ? (sent.to ? 'ageing.sent' : 'ageing.sentForgotten') : 'ageing.leaves', {
            to: sent.to ?? '',
            date: formatDate(sent.on, language),
          })}
        </p>
      )}
      {ageing.due === 0 ? (
        <p className="dl-quiet">{t('ageing.nothing')}</p>
      ) : (
        <ScrollRegion labelledBy="ageing" className="cu-rows">
          <table>
            <thead>
              <tr>
                {ages.map((age) => (
                  <th key={age} scope="col" className="cu-figure">
                    {invoices(`ageing.${age}`)}
                  </th>
                ))}
                <th scope="col" className="cu-figure">
                  {invoices('ageing.all')}
                </th>
              </tr>
            </thead>
            <tbody>
              <tr>
                {ages.map((age) => (
                  <td key={age} className="cu-figure">
                    <bdi>{formatNumber(ageing.sum[age] / 100, language, 2)}</bdi>
                  </td>
                ))}
                <td className="cu-figure">
                  <b>
                    <bdi>{formatMoney(money(ageing.due, 'AED'), language)}</bdi>
                  </b>
                </td>
              </tr>
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function Documents({ company }: Props) {
  const t = useTexts('staff-companies');
  const invoices = useTexts('staff-invoices');
  const language = useLanguage();
  const { documents, may } = company;
  if (!may.invoices) return null;
  return (
    <Card
      id="documents"
      title={t('documents.title')}
      sub={t('documents.sub')}
      end={<Link to={`/admin/invoices?company=${company.id}`}>{t('documents.all')}</Link>}
    >
      {documents.length === 0 ? (
        <p className="dl-quiet">{t('documents.none')}</p>
      ) : (
        <ScrollRegion labelledBy="documents" className="cu-rows">
          <table>
            <thead>
              <tr>
                {(['number', 'issued', 'state'] as const).map((column) => (
                  <th key={column} scope="col">
                    {invoices(`column.${column}`)}
                  </th>
                ))}
                {(['gross', 'due'] as const).map((column) => (
                  <th key={column} scope="col" className="cu-figure">
                    {invoices(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {documents.map((row) => (
                <tr key={row.number}>
                  <td>
                    <Link to={`/admin/invoices/${row.number}`}>
                      <bdi>{row.number}</bdi>
                    </Link>
                  </td>
                  <td>{formatDate(row.issuedOn, language)}</td>
                  <td>
                    <InvoiceStateChip state={row.state} />
                  </td>
                  <td className="cu-figure">
                    <bdi>{formatNumber(row.gross.amount / 100, language, 2)}</bdi>
                  </td>
                  <td className="cu-figure">
                    {row.kind === 'credit-note' ? '–' : <bdi>{formatNumber(row.due.amount / 100, language, 2)}</bdi>}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      )}
    </Card>
  );
}

function Orders({ company }: Props) {
  const t = useTexts('staff-companies');
  return (
    <Card
      id="orders"
      title={t('orders.title')}
      sub={t('orders.sub')}
      end={company.may.flights && <Link to={`/admin/orders/flights?company=${company.id}`}>{t('orders.flights')}</Link>}
    >
      {company.orders.length === 0 ? <p className="dl-quiet">{t('orders.none')}</p> : <OrdersTable of={company.orders} />}
    </Card>
  );
}

function Billing({ company }: Props) {
  const t = useTexts('staff-companies');
  const rows: readonly { readonly field: CompanyField; readonly value: ReactNode }[] = [
    { field: 'nameAr', value: company.nameAr && <bdi>{company.nameAr}</bdi> },
    { field: 'trn', value: company.trn && <bdi dir="ltr">{company.trn}</bdi> },
    { field: 'licence', value: company.licence && <bdi dir="ltr">{company.licence}</bdi> },
    { field: 'address', value: company.address && <bdi>{company.address}</bdi> },
    ...(company.may.edit ? [{ field: 'contactName' as const, value: company.contact.name && <bdi>{company.contact.name}</bdi> }] : []),
    { field: 'email', value: company.contact.email && <bdi dir="ltr">{company.contact.email}</bdi> },
    { field: 'domain', value: company.domain && <bdi dir="ltr">{company.domain}</bdi> },
    { field: 'termsDays', value: company.termsDays === 0 ? t('terms.at-once') : t('terms.days', { count: company.termsDays }) },
    { field: 'owner', value: company.owner && <bdi>{company.owner}</bdi> },
  ];
  return (
    <Card id="billing" title={t('billing.title')} sub={t('billing.sub')}>
      <div className="cu-body">
        <dl className="cu-pairs">
          {rows.map(({ field, value }) => (
            <div key={field}>
              <dt>{t(`field.${field}`)}</dt>
              <dd>{value || '–'}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

function Suggested({ company }: Props) {
  const t = useTexts('staff-companies');
  if (!company.may.work || company.suggested.length === 0) return null;
  return (
    <Card id="suggested" title={t('suggested.title')} sub={t('suggested.sub')}>
      <div className="cu-body">
        <ul className="cu-notes">
          {company.suggested.map((one) => (
            <li key={one.id}>
              <Link to={`${customers}/${one.id}`}>
                <bdi>{one.name}</bdi>
              </Link>
              <small>
                <bdi dir="ltr">{one.email}</bdi> · {t(`suggested.why.${one.why}`)}
              </small>
              <Act company={company} customer={one.id} act="group">
                <button className="bo-btn" type="submit" aria-label={t('members.takeInOf', { name: one.name })}>
                  {t('members.takeIn')}
                </button>
              </Act>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}

function Past({ company: { past } }: Props) {
  const t = useTexts('staff-companies');
  const language = useLanguage();
  if (past.length === 0) return null;
  return (
    <Card id="past" title={t('past.title')}>
      <div className="cu-body">
        <ul className="cu-notes">
          {past.map((one) => (
            <li key={one.id + one.since + one.until}>
              <Link to={`${customers}/${one.id}`}>
                <bdi>{one.name}</bdi>
              </Link>
              <small>{t('past.fromUntil', { from: formatDate(one.since, language), until: formatDate(one.until, language) })}</small>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
