import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { sayDay } from '#app/ui/say-moment.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { openLongList } from '../../orders/staff/open-long-list.server.ts';
import { MoneyNav } from '../../invoices/staff/money-nav.tsx';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { findWaitingTerms, listCreditTerms } from '../credits-store.server.ts';
import {
  askCreditTerms,
  decideCreditTerms,
  readTerms,
  termsDecisions,
  type TermsFault,
  type TermsRefusal,
} from './change-credit-terms.server.ts';
import { listLots, sumCredit, type CreditRow } from './credit-desk-store.server.ts';
import { creditList, creditParts, type CreditColumn } from './credit-list.ts';
import type { Route } from './+types/store-credit-page.ts';
import '../../invoices/staff/invoices-desk.css';
import './store-credit.css';

export const handle = { texts: ['staff-credit', 'staff-invoices', 'staff-lists'] };

const base = '/admin/invoices/credit';

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db } = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const [list, sums, terms, waiting] = await Promise.all([
    openLongList(db, 'store-credit', creditList, (view, most) => listLots(db, view, most), { viewer, search: url.searchParams }),
    sumCredit(db),
    listCreditTerms(db),
    findWaitingTerms(db),
  ]);
  return {
    list,
    sums,
    terms: terms.map(({ number, bonusPercent, months, reason, madeAt }) => ({
      number,
      percent: bonusPercent,
      months,
      reason,
      since: madeAt.toISOString(),
    })),
    works: may(viewer, 'money:work'),
    exports: may(viewer, 'invoices:export'),
    waiting: waiting && {
      id: waiting.id,
      percent: waiting.bonusPercent,
      months: waiting.months,
      reason: waiting.reason,
      by: (await findStaffNames(db, [waiting.askedBy])).get(waiting.askedBy) ?? null,
      mine: waiting.askedBy === viewer.user.id,
    },
    did: dids.find((one) => one === url.searchParams.get('did')) ?? null,
  };
}

const dids = ['asked', ...termsDecisions] as const;

interface Refused {
  readonly faults: readonly TermsFault[];
  readonly refused: 'invalid' | TermsRefusal;
  /** Null when a decision was refused: nothing was typed. */
  readonly typed: Readonly<Record<TermsFault, string>> | null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const form = await request.formData();
  const viewer = context.get(viewerContext);
  const { requestId } = context.get(requestContext);
  const decision = termsDecisions.find((one) => one === form.get('intent'));
  if (decision) {
    const decided = await decideCreditTerms(platform, { viewer, id: String(form.get('wish') ?? ''), decision, requestId });
    if (!decided.ok) return data<Refused>({ faults: [], refused: decided.refused, typed: null }, { status: statusOf(decided.refused) });
    return redirect(`${base}?did=${decision}#terms`, 303);
  }
  if (form.get('intent') !== 'terms') throw new Response('Bad request', { status: 400 });
  const text = (name: TermsFault) => String(form.get(name) ?? '').slice(0, 300);
  const typed = { percent: text('percent'), months: text('months'), reason: text('reason') };
  const read = readTerms(typed);
  if (!read.ok) return data<Refused>({ faults: read.faults, refused: read.refused, typed }, { status: 422 });
  const asked = await askCreditTerms(platform, { viewer, terms: read.value, version: plainVersion(form.get('version')), requestId });
  if (!asked.ok) return data<Refused>({ faults: [], refused: asked.refused, typed }, { status: statusOf(asked.refused) });
  return redirect(`${base}?did=asked#terms`, 303);
}

const statusOf = (refused: TermsRefusal) => (refused === 'permission' ? 403 : 409);

export default function StoreCreditPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-credit');
  const language = useLanguage();
  const { list, sums, exports } = loaderData;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <p>{t('lead')}</p>
      </header>
      <MoneyNav here="credit" />
      {sums.map((sum) => (
        <dl className="sc-sum" key={sum.currency}>
          {(
            [
              ['owed', sum.owed],
              ['owedMoney', sum.money],
              ['owedBonus', sum.bonus],
              ['given', sum.given],
            ] as const
          ).map(([words, value]) => (
            <div key={words}>
              <dt>{t(words)}</dt>
              <dd>
                <bdi>{formatMoney(value, language)}</bdi>
              </dd>
            </div>
          ))}
        </dl>
      ))}
      <ShortListSheet
        base={base}
        list={creditList}
        open={list}
        queueName={(queue) => t(`queue.${queue}`)}
        find={t('find')}
        filters={{
          part: { label: t('column.part'), any: t('anyPart'), options: creditParts.map((id) => ({ id, name: t(`part.${id}`) })) },
        }}
        none={t(list.counts['all'] === 0 ? 'none.first' : 'none.here')}
        exports={exports ? `${base}/export` : null}
        name={(column) => t(`column.${column}`)}
        rowKey={({ id }) => id}
        cell={(column, row) => <Cell column={column} row={row} />}
        figures={['given', 'left']}
        plain={['order', 'part']}
      />
      <Terms data={loaderData} refused={actionData ?? null} />
    </div>
  );
}

function Cell({ column, row }: { column: CreditColumn; row: CreditRow }) {
  const t = useTexts('staff-credit');
  const language = useLanguage();
  const cells: Readonly<Record<CreditColumn, () => ReactNode>> = {
    order: () =>
      row.reference === null ? (
        t('ofPoints')
      ) : (
        <Link to={`/admin/orders/${row.reference}`}>
          <bdi>{row.reference}</bdi>
        </Link>
      ),
    part: () => t(`part.${row.part}`),
    given: () => <bdi>{formatMoney(row.given, language)}</bdi>,
    left: () => <bdi>{formatMoney(row.left, language)}</bdi>,
    made: () => sayDay(row.made, language, 'long'),
    ends: () => formatDate(row.ends, language, 'long'),
  };
  return cells[column]();
}

function Terms({ data: { terms, works, waiting, did }, refused }: { data: Route.ComponentProps['loaderData']; refused: Refused | null }) {
  const t = useTexts('staff-credit');
  const language = useLanguage();
  const [now, ...earlier] = terms;
  if (!now) return null;
  const values = refused?.typed ?? { percent: String(now.percent), months: String(now.months), reason: '' };
  const wrong = (field: TermsFault) =>
    refused?.faults.includes(field) ? { 'aria-invalid': true, 'aria-describedby': `${field}-fault` } : {};
  const fault = (field: TermsFault) =>
    refused?.faults.includes(field) && (
      <small id={`${field}-fault`} className="sc-fault">
        {t(`fault.${field}`)}
      </small>
    );
  return (
    <section className="dl-card" id="terms">
      <h2>{t('terms')}</h2>
      <p>{t('termsNow', { percent: now.percent, months: now.months })}</p>
      {did && !refused && <p role="status">{t(`did.${did}`)}</p>}
      {refused && (
        <div role="alert">
          {refused.refused === 'invalid' ? (
            <>
              <p>{t('fault.title')}</p>
              <ul>
                {refused.faults.map((field) => (
                  <li key={field}>
                    <a href={`#${field}`}>{t(`fault.${field}`)}</a>
                  </li>
                ))}
              </ul>
            </>
          ) : (
            <p>{t(`refused.${refused.refused}`)}</p>
          )}
        </div>
      )}
      {waiting && (
        <div className="sc-waiting">
          <h3>{t('waiting')}</h3>
          <p>
            {t('waitingText', { percent: waiting.percent, months: waiting.months })} <bdi>{waiting.by}</bdi>
          </p>
          <blockquote>
            <bdi>{waiting.reason}</bdi>
          </blockquote>
          {works && (
            <Form method="post" action={base}>
              <input type="hidden" name="wish" value={waiting.id} />
              {waiting.mine ? (
                <button className="bo-btn" name="intent" value="withdraw">
                  {t('withdraw')}
                </button>
              ) : (
                <>
                  <button className="bo-btn bo-btn--p" name="intent" value="approve">
                    {t('approve')}
                  </button>
                  <button className="bo-btn" name="intent" value="decline">
                    {t('decline')}
                  </button>
                </>
              )}
            </Form>
          )}
        </div>
      )}
      {works && !waiting ? (
        <Form method="post" action={base} className="sc-terms">
          <input type="hidden" name="version" value={now.number} />
          <label>
            {t('percent')}
            <input id="percent" name="percent" inputMode="numeric" required defaultValue={values.percent} {...wrong('percent')} />
            {fault('percent')}
          </label>
          <label>
            {t('months')}
            <input id="months" name="months" inputMode="numeric" required defaultValue={values.months} {...wrong('months')} />
            {fault('months')}
          </label>
          <label>
            {t('reason')}
            <input id="reason" name="reason" maxLength={200} required defaultValue={values.reason} {...wrong('reason')} />
            {fault('reason')}
          </label>
          <button className="bo-btn bo-btn--p" name="intent" value="terms">
            {t('save')}
          </button>
        </Form>
      ) : (
        !works && <p className="dl-quiet">{t('refused.permission')}</p>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{t('history')}</summary>
          <ul>
            {earlier.map((one) => (
              <li key={one.number}>
                {t('line', { percent: one.percent, months: one.months, date: sayDay(one.since, language, 'long'), reason: one.reason })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}
