import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import type { Translate } from '#app/ui/translate.ts';
import { money } from '#app/values/money.ts';
import { readSupplier, type SupplierField } from '../supply/flight-supplier-form.ts';
import { supplierKinds } from '../supply/flight-supplier-status.ts';
import { registerSupplier } from '../supply/keep-supplier.server.ts';
import { staffWith } from './read-staff.server.ts';
import { readSuppliers } from './read-suppliers.server.ts';
import { SupplierFieldset } from './supplier-fieldset.tsx';
import { supplierList, type ListedSupplier, type SupplierColumn } from './supplier-list.ts';
import { supplierTone } from './supplier-tone.ts';
import { Card, Chip, Field, Said } from './supply-parts.tsx';
import type { Route } from './+types/supplier-register-page.ts';

export const handle = { texts: ['staff-supply', 'staff-lists'] };

const here = '/admin/supply/flights/supplier-register';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const suppliers = await readSuppliers(platform, viewer);
  return {
    mayOwe: may(viewer, 'invoices:view'),
    mayEdit: may(viewer, 'supply:edit'),
    list: await openShortList(platform.db, 'suppliers', supplierList, suppliers, { viewer, search: url.searchParams, language }),
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
  const { list, mayEdit, mayOwe } = loaderData;
  return (
    <div className="sd">
      <header className="sd-head">
        <h1 tabIndex={-1}>{t('register.title')}</h1>
        <p>{t('register.matching', { n: list.counts.all })}</p>
      </header>
      <Said refused={actionData?.taken && t('refused.code-taken')} />
      <div className="sd-stack">
        <section className="dl" aria-label={t('register.list')}>
          <ShortListSheet
            base={here}
            list={supplierList}
            open={list}
            columns={supplierList.columns.filter((column) => mayOwe || column !== 'owed')}
            queueName={(queue) => t(`status.${queue}`)}
            find={t('register.find')}
            filters={{
              kind: {
                label: t('register.kind'),
                any: t('register.everyKind'),
                options: supplierKinds.map((id) => ({ id, name: t(`kind.${id}`) })),
              },
            }}
            none={t('register.noneYet')}
            exports={`${here}/export`}
            name={columnName(t)}
            rowKey={({ code }) => code}
            cell={(column, row) => <Cell column={column} row={row} />}
            figures={['answered', 'orders', 'owed']}
            plain={['supplier', 'state']}
          />
        </section>
        {mayEdit && (
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
        )}
      </div>
    </div>
  );
}

const columnName = (t: Translate) => (column: SupplierColumn) =>
  column === 'orders' ? t('sources.orders') : column === 'state' ? t('own.state') : t(`register.${column}`);

function Cell({ column, row }: { column: SupplierColumn; row: ListedSupplier }): ReactNode {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  switch (column) {
    case 'supplier':
      return (
        <>
          <Link to={`${here}/${row.code}`}>
            <bdi>{row.name}</bdi>
          </Link>{' '}
          <small className="dl-quiet">
            <bdi>{row.code}</bdi> · <bdi>{row.country}</bdi>
          </small>
        </>
      );
    case 'kind':
      return t(`kind.${row.kind}`);
    case 'licence':
      return row.licence ? <bdi>{row.licence}</bdi> : '–';
    case 'terms':
      return (
        <>
          {row.paymentDays === 0 ? t('register.prepaid') : t('register.days', { n: row.paymentDays })}{' '}
          <small className="dl-quiet">
            <bdi>{formatMoney(money(row.creditLimit, row.currency), language)}</bdi>
          </small>
        </>
      );
    case 'contract':
      return (
        <>
          {row.contractUntil ? formatDate(row.contractUntil, language) : '–'}{' '}
          {row.contract && row.contract !== 'valid' && <small className="dl-late">{t(`paper.${row.contract}`)}</small>}
        </>
      );
    case 'papers':
      if (row.papers.expired > 0) return <Chip tone="bad">{t('register.expired', { n: row.papers.expired })}</Chip>;
      if (row.papers.ending > 0) return <Chip tone="act">{t('register.ending', { n: row.papers.ending })}</Chip>;
      return t('register.papersFine');
    case 'answered':
      return row.answered === null ? '–' : <bdi>{formatNumber(row.answered, language, 1)} %</bdi>;
    case 'orders':
      return <bdi>{formatNumber(row.orders, language)}</bdi>;
    case 'owed':
      return (
        <Link to={`${here}/${row.code}/statement`}>
          <bdi>{row.owed?.map((sum) => formatMoney(sum, language)).join(' + ') || '–'}</bdi>
        </Link>
      );
    case 'state':
      return <Chip tone={supplierTone[row.status]}>{t(`status.${row.status}`)}</Chip>;
  }
}
