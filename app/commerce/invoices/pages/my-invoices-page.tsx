import { data, Form, Link, redirect } from 'react-router';
import type { Route } from './+types/my-invoices-page.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { EmptyState, Notice, Tag, type Tone } from '#app/ui/notice.tsx';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { Pagination } from '#app/ui/pagination.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { correctInvoice, type Corrected as CorrectedInvoice } from '../../orders/correct-invoice.server.ts';
import { knownCompany } from '../../orders/known-company.server.ts';
import { BuyerFields } from '../../orders/pages/buyer-fields.tsx';
import { buyerTyped, readBuyer } from '../invoice-buyer-form.ts';
import { invoiceKinds, invoiceListQuery, readInvoiceList } from '../invoice-list-form.ts';
import type { InvoiceState } from '../invoice-standing-rules.ts';
import { listInvoices } from '../list-invoices.server.ts';
import './my-invoices.css';

export const handle = { texts: ['orders', 'my'] };

const perPage = 20;

const invoiceTones: Readonly<Record<InvoiceState, Tone>> = {
  paid: 'ok',
  'part-paid': 'info',
  open: 'info',
  overdue: 'danger',
  'part-credited': 'plain',
  credited: 'plain',
  'credit-note': 'plain',
};
const refusals = ['not-yours', 'not-in-force', 'same-buyer'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const ask = readInvoiceList(url.searchParams);
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { owned, years, invoices, sum } = await listInvoices(platform, viewer, ask);
  const pages = Math.max(1, Math.ceil(invoices.length / perPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  const named = (name: string) => invoices.find(({ number }) => number === url.searchParams.get(name)) ?? null;
  const correcting = named('correct');
  return {
    ask,
    owned,
    years,
    sum,
    count: invoices.length,
    page,
    pages,
    invoices: invoices.slice((page - 1) * perPage, page * perPage),
    correcting: correcting?.correctable ? { number: correcting.number, company: buyerTyped(await knownCompany(platform, viewer)) } : null,
    corrected: named('corrected')?.number ?? null,
    asked: named('asked')?.number ?? null,
    refused: refusals.find((one) => one === url.searchParams.get('refused')) ?? null,
    formKey: newFormKey(),
  };
}

/** Issues an invoice anew in the name of a company. */
export async function action({ context, request }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind === 'anonymous') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const number = String(form.get('number') ?? '').slice(0, 40);
  const { typed, problems, buyer } = readBuyer(form);
  if (!buyer) return data({ number, typed, problems }, { status: 422 });
  const { requestId } = context.get(requestContext);
  const to = await onceForForm<string>(platform, { actor: `user:${viewer.user.id}`, form, about: 'correct-invoice' }, async (progress) => {
    const said = (done: CorrectedInvoice) =>
      done.kind === 'asked' ? `/my-invoices?asked=${number}` : `/my-invoices?corrected=${done.number}`;
    const corrected = await correctInvoice(platform, { viewer, number, buyer, requestId }, (tx, done) => progress.answer(tx, said(done)));
    return corrected.ok ? said(corrected.value) : `/my-invoices?refused=${corrected.refused}`;
  });
  return redirect(to);
}

export default function MyInvoicesPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const language = useLanguage();
  const { ask, owned, years, sum, count, page, pages, invoices } = loaderData;
  return (
    <AccountFrame title={t('invoices.title')} lede={t('invoices.lede')}>
      {loaderData.corrected && (
        <Notice tone="ok" boxed live>
          {t('invoices.correct.done')} <bdi>{loaderData.corrected}</bdi>
        </Notice>
      )}
      {loaderData.asked && (
        <Notice tone="info" boxed live>
          {t('invoices.correct.asked')}
        </Notice>
      )}
      {loaderData.refused && (
        <Notice tone="warn" boxed live>
          {t(`invoices.correct.${loaderData.refused}`)}
        </Notice>
      )}
      <Correction loaded={loaderData} sent={actionData ?? null} />
      {owned === 0 ? (
        <EmptyState
          title={t('invoices.empty')}
          art={<Poster place="nothing-yet" art={{ scene: 'island', palette: 'day', landmark: null }} crop="landscape" alt="" />}
          action={
            <ButtonLink look="go" to="/flights">
              {t('checkout.search')}
            </ButtonLink>
          }
        >
          {t('invoices.emptyText')}
        </EmptyState>
      ) : (
        <>
          <Form className="invoices__filters" role="search" key={invoiceListQuery(ask)}>
            <TextField name="q" label={t('invoices.search')} defaultValue={ask.search} maxLength={60} />
            <SelectField name="year" label={t('invoices.year')} defaultValue={ask.year ?? ''}>
              <option value="">{t('invoices.all')}</option>
              {years.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
            <SelectField name="kind" label={t('invoices.kind')} defaultValue={ask.kind ?? ''}>
              <option value="">{t('invoices.all')}</option>
              {invoiceKinds.map((each) => (
                <option key={each} value={each}>
                  {t(`invoices.${each}`)}
                </option>
              ))}
            </SelectField>
            <Button>{t('invoices.apply')}</Button>
          </Form>
          <p className="small muted invoices__count">
            {t('invoices.count', { count })} ·{' '}
            {sum.due.amount > 0 && <>{t('invoices.due', { amount: formatMoney(sum.due, language) })} · </>}
            <a className="link" href={`/invoices.csv${invoiceListQuery(ask)}`} download>
              {t('invoices.export')}
            </a>{' '}
            ·{' '}
            <a className="link" href={`/invoices.zip?year=${ask.year ?? years[0]}`} download>
              {t('invoices.zip', { year: ask.year ?? years[0] })}
            </a>
          </p>
          {invoices.length === 0 ? (
            <EmptyState title={t('invoices.none')} action={<ButtonLink to="/my-invoices">{t('invoices.clear')}</ButtonLink>} />
          ) : (
            <table className="invoices__table">
              <caption className="sr-only">{t('invoices.table')}</caption>
              <thead>
                <tr>
                  <th scope="col">{t('invoices.number')}</th>
                  <th scope="col">{t('invoices.date')}</th>
                  <th scope="col">{t('invoices.order')}</th>
                  <th scope="col" className="invoices__figure">
                    {t('invoices.net')}
                  </th>
                  <th scope="col" className="invoices__figure">
                    {t('invoices.vat')}
                  </th>
                  <th scope="col" className="invoices__figure">
                    {t('invoices.gross')}
                  </th>
                  <th scope="col">{t('invoices.papers')}</th>
                </tr>
              </thead>
              <tbody>
                {invoices.map((invoice) => (
                  <tr key={invoice.number}>
                    <th scope="row">
                      <bdi>{invoice.number}</bdi>
                      <small>{t(`papers.${invoice.kind}`)}</small>
                      {invoice.state !== 'credit-note' && (
                        <Tag tone={invoiceTones[invoice.state]}>{t(`invoices.state.${invoice.state}`)}</Tag>
                      )}
                    </th>
                    <td data-label={t('invoices.date')}>
                      <DateText date={invoice.issuedOn} />
                    </td>
                    <td data-label={t('invoices.order')}>
                      <Link className="link" to={`/track?order=${invoice.orderReference}`}>
                        <bdi>{invoice.orderReference}</bdi>
                      </Link>
                    </td>
                    <td className="invoices__figure" data-label={t('invoices.net')}>
                      <Price value={invoice.net} />
                    </td>
                    <td className="invoices__figure" data-label={t('invoices.vat')}>
                      <Price value={invoice.vat} />
                    </td>
                    <td className="invoices__figure" data-label={t('invoices.gross')}>
                      <b>
                        <Price value={invoice.gross} />
                      </b>
                      {invoice.due.amount > 0 && (
                        <small className="invoices__due">
                          {invoice.dueOn
                            ? t('invoices.dueBy', { amount: formatMoney(invoice.due, language), date: formatDate(invoice.dueOn, language) })
                            : t('invoices.due', { amount: formatMoney(invoice.due, language) })}
                          <HowToPay invoice={invoice} />
                        </small>
                      )}
                    </td>
                    <td className="invoices__papers" data-label={t('invoices.papers')}>
                      {(['en', 'ar'] as const).map((language) => (
                        <a
                          key={language}
                          className="link"
                          lang={language}
                          hrefLang={language}
                          href={`/documents/${invoice.orderReference}/${invoice.number}-${language}.pdf`}
                        >
                          {language === 'en' ? 'English' : 'العربية'}
                        </a>
                      ))}
                      {invoice.receipts.length > 0 && (
                        <details className="invoices__receipts">
                          <summary className="link">{t('invoices.receipts')}</summary>
                          <ul>
                            {invoice.receipts.map((receipt) => (
                              <li key={receipt.number}>
                                <a className="link" href={`/documents/${invoice.orderReference}/receipt-${receipt.number}-${language}.pdf`}>
                                  {t('papers.receipt', { number: receipt.number })}
                                </a>
                                <Price value={receipt.amount} />
                              </li>
                            ))}
                          </ul>
                        </details>
                      )}
                      {invoice.correctable && (
                        <Link className="link" to={`/my-invoices?correct=${invoice.number}#correct`}>
                          {t('invoices.correct.link')}
                          <span className="sr-only">
                            {' '}
                            <bdi>{invoice.number}</bdi>
                          </span>
                        </Link>
                      )}
                    </td>
                  </tr>
                ))}
              </tbody>
              {count > 1 && (
                <tfoot>
                  <tr>
                    <th scope="row" colSpan={3}>
                      {t('invoices.sum')}
                    </th>
                    {(['net', 'vat', 'gross'] as const).map((column) => (
                      <td key={column} className="invoices__figure" data-label={t(`invoices.${column}`)}>
                        <Price value={sum[column]} />
                      </td>
                    ))}
                    <td />
                  </tr>
                </tfoot>
              )}
            </table>
          )}
          <Pagination
            page={page}
            pages={pages}
            pageTo={(to) => `/my-invoices${invoiceListQuery(ask, { page: String(to) })}`}
            label={t('invoices.pages')}
          />
          <p className="small muted">{t('invoices.correction')}</p>
        </>
      )}
    </AccountFrame>
  );
}

/** What leads to where it is paid, or says that nothing is to be done. */
function HowToPay({ invoice: { number, orderReference, comes } }: { invoice: Route.ComponentProps['loaderData']['invoices'][number] }) {
  const t = useTexts('orders');
  if (comes === null) return null;
  if (comes === 'bank') return <> {t('invoices.atBank')}</>;
  return (
    <>
      {' '}
      <Link
        className="link"
        to={comes === 'plan' ? `/track?order=${orderReference}#plan` : `/contact?about=booking&order=${orderReference}`}
      >
        {t(comes === 'plan' ? 'invoices.pay' : 'invoices.askToPay')}
        <span className="sr-only">
          {' '}
          <bdi>{number}</bdi>
        </span>
      </Link>
    </>
  );
}

function Correction({
  loaded,
  sent,
}: {
  loaded: Pick<Route.ComponentProps['loaderData'], 'correcting' | 'formKey'>;
  sent: Route.ComponentProps['actionData'] | null;
}) {
  const t = useTexts('orders');
  const { correcting, formKey } = loaded;
  const number = sent?.number ?? correcting?.number;
  if (number === undefined) return null;
  return (
    <section className="block invoices__correct" id="correct" aria-labelledby="correct-head">
      <h2 id="correct-head">
        {t('invoices.correct.title')} <bdi>{number}</bdi>
      </h2>
      <p>{t('invoices.correct.text')}</p>
      <Form method="post" action="/my-invoices">
        <input type="hidden" name="key" value={formKey} />
        <input type="hidden" name="number" value={number} />
        <BuyerFields form={sent ?? { typed: correcting!.company, problems: {} }} />
        <Button look="go" name="intent" value="correct">
          {t('invoices.correct.go')}
        </Button>{' '}
        <ButtonLink look="quiet" to="/my-invoices">
          {t('invoices.correct.leave')}
        </ButtonLink>
      </Form>
    </section>
  );
}
