import { Form, Link } from 'react-router';
import type { Route } from './+types/my-invoices-page.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { DateText } from '#app/ui/date-text.tsx';
import { SelectField } from '#app/ui/field.tsx';
import { EmptyState } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { dateIn, instant } from '#app/values/dates.ts';
import { money } from '#app/values/money.ts';
import { findInvoicesFor } from '../invoices-store.server.ts';
import './my-invoices.css';

export const handle = { texts: ['orders'] };

const kinds = ['invoice', 'credit-note'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const all = await findInvoicesFor(context.get(platformContext).db, context.get(viewerContext), { limit: 500 });
  const years = [...new Set(all.map((invoice) => invoice.year))].sort((a, b) => b - a);
  const year = years.find((each) => String(each) === url.searchParams.get('year')) ?? null;
  const kind = kinds.find((each) => each === url.searchParams.get('kind')) ?? null;
  const shown = all.filter((invoice) => (year === null || invoice.year === year) && (kind === null || invoice.kind === kind));
  return {
    owned: all.length,
    years,
    year,
    kind,
    invoices: shown.map((invoice) => ({
      number: invoice.number,
      kind: invoice.kind,
      orderReference: invoice.orderReference,
      issuedOn: dateIn('Asia/Dubai', instant(invoice.issuedAt.getTime())),
      net: money(invoice.net, 'AED'),
      vat: money(invoice.vat, 'AED'),
      gross: money(invoice.gross, 'AED'),
    })),
  };
}

export default function MyInvoicesPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('orders');
  const { owned, years, year, kind, invoices } = loaderData;
  return (
    <main id="main" className="wrap invoices">
      <header className="invoices__head">
        <h1 tabIndex={-1}>{t('invoices.title')}</h1>
        <p>{t('invoices.lede')}</p>
      </header>
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
          <Form className="invoices__filters">
            <SelectField name="year" label={t('invoices.year')} defaultValue={year ?? ''}>
              <option value="">{t('invoices.all')}</option>
              {years.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
            <SelectField name="kind" label={t('invoices.kind')} defaultValue={kind ?? ''}>
              <option value="">{t('invoices.all')}</option>
              {kinds.map((each) => (
                <option key={each} value={each}>
                  {t(`invoices.${each}`)}
                </option>
              ))}
            </SelectField>
            <Button>{t('invoices.apply')}</Button>
          </Form>
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
            </table>
          )}
          <p className="small muted">{t('invoices.correction')}</p>
        </>
      )}
    </main>
  );
}
