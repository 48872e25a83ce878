import { Form, Link } from 'react-router';
import type { Route } from './+types/my-invoices-page.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField, TextField } from '#app/ui/field.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { Pagination } from '#app/ui/pagination.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { AccountFrame } from '../../customers/pages/account-frame.tsx';
import { invoiceKinds, invoiceListQuery, readInvoiceList } from '../invoice-list-form.ts';
import { listInvoices } from '../list-invoices.server.ts';
import './my-invoices.css';

export const handle = { texts: ['orders', 'my'] };

const perPage = 20;

export async function loader({ context, url }: Route.LoaderArgs) {
  const ask = readInvoiceList(url.searchParams);
  const { owned, years, invoices, sum } = await listInvoices(context.get(platformContext).db, context.get(viewerContext), ask);
  const pages = Math.max(1, Math.ceil(invoices.length / perPage));
  const page = Math.min(pages, Math.max(1, Math.trunc(Number(url.searchParams.get('page'))) || 1));
  return { ask, owned, years, sum, count: invoices.length, page, pages, invoices: invoices.slice((page - 1) * perPage, page * perPage) };
}

export default function MyInvoicesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const { ask, owned, years, sum, count, page, pages, invoices } = loaderData;
  return (
    <AccountFrame title={t('invoices.title')} lede={t('invoices.lede')}>
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
