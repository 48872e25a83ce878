import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { addMilliseconds, dateIn, dayMs } from '#app/values/dates.ts';
import { foldText } from '#app/values/fold-text.ts';
import { money } from '#app/values/money.ts';
import { readSupplier, type SupplierField } from '../supply/flight-supplier-form.ts';
import { readStatements } from '../supply/supplier-statement-store.server.ts';
import { owedOf, statementMonth } from '../supply/supplier-statement.ts';
import { paperState } from '../supply/flight-supplier-rules.ts';
import { supplierStates } from '../supply/flight-supplier-status.ts';
import { listPapers, listSuppliers } from '../supply/flight-suppliers-store.server.ts';
import { registerSupplier } from '../supply/keep-supplier.server.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { SupplierFieldset } from './supplier-fieldset.tsx';
import { supplierTone } from './supplier-tone.ts';
import { noFigures, readSourceFigures } from './supply-figures-store.server.ts';
import { Card, Chip, Field, Said } from './supply-parts.tsx';
import type { Route } from './+types/supplier-register-page.ts';

export const handle = { texts: ['staff-supply'] };

const here = '/admin/supply/flights/supplier-register';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const [all, papers, figures] = await Promise.all([
    listSuppliers(db),
    listPapers(db),
    readSourceFigures(db, addMilliseconds(now, -30 * dayMs)),
  ]);
  const mayOwe = may(context.get(viewerContext), 'invoices:view');
  const month = statementMonth(null, today);
  const statements = mayOwe ? await readStatements(db, month.from, month.until) : null;
  const state = oneOf(supplierStates, url.searchParams.get('state'));
  const find = (url.searchParams.get('find') ?? '').trim().slice(0, 60);
  const words = foldText(find).split(' ').filter(Boolean);
  const rows = all.map((row) => {
    const states = papers.filter((paper) => paper.supplier === row.code).map((paper) => paperState(paper.expiresOn, today));
    const { calls, unknown, orders } = figures.get(row.code) ?? noFigures;
    return {
      code: row.code,
      name: row.name,
      kind: row.kind,
      country: row.country,
      licence: row.licence,
      currency: row.currency,
      paymentDays: row.paymentDays,
      creditLimit: row.creditLimit,
      contractUntil: row.contractUntil,
      contract: row.contractUntil ? paperState(row.contractUntil, today) : null,
      status: row.status,
      papers: { expired: states.filter((one) => one === 'expired').length, ending: states.filter((one) => one === 'ending').length },
      orders,
      owed: statements && owedOf(statements.get(row.code) ?? []),
      answered: calls > 0 ? ((calls - unknown) * 100) / calls : null,
    };
  });
  return {
    mayOwe,
    mayEdit: may(context.get(viewerContext), 'supply:edit'),
    state,
    find,
    counts: Object.fromEntries(supplierStates.map((one) => [one, rows.filter((row) => row.status === one).length])),
    all: rows.length,
    rows: rows
      .filter((row) => state === null || row.status === state)
      .filter((row) => words.every((word) => foldText(`${row.name} ${row.code} ${row.licence}`).includes(word))),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const staffId = staffWith(context.get(viewerContext), 'supply:edit', here);
  const form = await request.formData();
  const { code, fields, wrong } = readSupplier((name) => String(form.get(name) ?? ''));
  if (wrong.length > 0) return data({ wrong, taken: false, code, fields }, { status: 422 });
  const made = await registerSupplier(context.get(platformContext), { code, fields, staffId });
  if (!made.ok) return data({ wrong: [] as readonly SupplierField[], taken: true, code, fields }, { status: 409 });
  return redirect(`${here}/${code}?did=registered`, 303);
}

export default function SupplierRegisterPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const { rows, state, find, counts, all, mayEdit, mayOwe } = loaderData;
  const address = (asked: string | null) => {
    const params = new URLSearchParams({ ...(asked ? { state: asked } : {}), ...(find ? { find } : {}) });
    return params.size > 0 ? `${here}?${params}` : here;
  };
  return (
    <div className="sd">
      <header className="sd-head">
        <h1 tabIndex={-1}>{t('register.title')}</h1>
        <p>{t('register.matching', { n: rows.length })}</p>
      </header>
      <nav className="sd-tabs" aria-label={t('own.state')}>
        {[null, ...supplierStates].map((one) => (
          <Link key={one ?? 'all'} to={address(one)} aria-current={one === state ? 'page' : undefined}>
            {t(`status.${one ?? 'all'}`)} <span>{one ? counts[one] : all}</span>
          </Link>
        ))}
      </nav>
      <Said refused={actionData?.taken && t('refused.code-taken')} />
      <div className="sd-stack">
        <Card
          title={t('register.list')}
          end={
            <Form className="sd-inline" method="get" action={here} role="search">
              {state && <input type="hidden" name="state" value={state} />}
              <input
                type="search"
                name="find"
                defaultValue={find}
                aria-label={t('register.find')}
                placeholder={t('register.find')}
                maxLength={60}
                style={{ inlineSize: 'min(240px, 60vw)' }}
              />
              <button className="bo-btn">{t('register.findGo')}</button>
            </Form>
          }
        >
          {rows.length === 0 ? (
            <p className="sd-none">
              <b>{t('register.none')}</b>
              {t('register.noneHow')}
            </p>
          ) : (
            <div className="sd-table">
              <table>
                <thead>
                  <tr>
                    {(['supplier', 'kind', 'licence', 'terms'] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`register.${column}`)}
                      </th>
                    ))}
                    <th scope="col">{t('register.contract')}</th>
                    <th scope="col">{t('register.papers')}</th>
                    <th scope="col" className="sd-num">
                      {t('register.answered')}
                    </th>
                    <th scope="col" className="sd-num">
                      {t('sources.orders')}
                    </th>
                    {mayOwe && (
                      <th scope="col" className="sd-num">
                        {t('register.owed')}
                      </th>
                    )}
                    <th scope="col">{t('own.state')}</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((row) => (
                    <tr key={row.code} className={row.status === 'offboarded' ? 'sd-over' : undefined}>
                      <th scope="row">
                        <Link to={`${here}/${row.code}`}>
                          <bdi>{row.name}</bdi>
                        </Link>
                        <small>
                          <bdi>{row.code}</bdi> · <bdi>{row.country}</bdi>
                        </small>
                      </th>
                      <td>{t(`kind.${row.kind}`)}</td>
                      <td>{row.licence ? <bdi>{row.licence}</bdi> : '–'}</td>
                      <td>
                        {row.paymentDays === 0 ? t('register.prepaid') : t('register.days', { n: row.paymentDays })}
                        <small>
                          <bdi>{formatMoney(money(row.creditLimit, row.currency), language)}</bdi>
                        </small>
                      </td>
                      <td>
                        {row.contractUntil ? formatDate(row.contractUntil, language) : '–'}
                        {row.contract && row.contract !== 'valid' && <small className="sd-up">{t(`paper.${row.contract}`)}</small>}
                      </td>
                      <td>
                        {row.papers.expired > 0 ? (
                          <Chip tone="bad">{t('register.expired', { n: row.papers.expired })}</Chip>
                        ) : row.papers.ending > 0 ? (
                          <Chip tone="act">{t('register.ending', { n: row.papers.ending })}</Chip>
                        ) : (
                          t('register.papersFine')
                        )}
                      </td>
                      <td className="sd-num">{row.answered === null ? '–' : <bdi>{formatNumber(row.answered, language, 1)} %</bdi>}</td>
                      <td className="sd-num">
                        <bdi>{formatNumber(row.orders, language)}</bdi>
                      </td>
                      {row.owed && (
                        <td className="sd-num">
                          <Link to={`${here}/${row.code}/statement`}>
                            <bdi>{row.owed.map((sum) => formatMoney(sum, language)).join(' + ') || '–'}</bdi>
                          </Link>
                        </td>
                      )}
                      <td>
                        <Chip tone={supplierTone[row.status]}>{t(`status.${row.status}`)}</Chip>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Card>
        {mayEdit ? (
          <Card title={t('register.new')} sub={t('register.newHow')}>
            <Form className="sd-form sd-form--row sd-card__in" method="post" action={here}>
              <Field label={t('register.code')} wrong={actionData?.wrong.includes('code') ? t('wrong.code') : undefined}>
                <input
                  name="code"
                  dir="ltr"
                  maxLength={12}
                  placeholder="duffel"
                  required
                  defaultValue={actionData?.code}
                  autoComplete="off"
                />
              </Field>
              <SupplierFieldset values={actionData?.fields ?? {}} wrong={actionData?.wrong ?? []} />
              <button className="bo-btn bo-btn--p">{t('register.go')}</button>
            </Form>
          </Card>
        ) : (
          <p className="sd-locked">{t('locked')}</p>
        )}
      </div>
    </div>
  );
}
