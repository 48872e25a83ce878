import { Link } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { sayMoment } from '#app/ui/say-moment.ts';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { money } from '#app/values/money.ts';
import { FiguresHead, FiguresNav } from './figure-parts.tsx';
import { questionAddress } from './figure-view.ts';
import { nameMember, readSupplierNames } from './name-member.server.ts';
import { openRecords } from './open-records.server.ts';
import type { Split } from './measure-rules.ts';
import type { Route } from './+types/records-page.ts';
import './analytics.css';

export const handle = { texts: ['analytics'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const { language } = context.get(requestContext);
  const platform = context.get(platformContext);
  const view = await openRecords(platform, context.get(viewerContext), url.searchParams);
  const by = view.by as Split;
  const name =
    view.member && nameMember(textsFor(language).of('analytics'), language, by, view.member, await readSupplierNames(platform.db, by));
  return { ...view, name };
}

export default function RecordsPage({ loaderData: page }: Route.ComponentProps) {
  const t = useTexts('analytics');
  const language = useLanguage();
  const { ask, kind, measure, by, member, fact } = page;
  const question = { measure, by, kind, member };
  const moneyFact = fact === 'revenue' || fact === 'margin' || fact === 'refunded';
  const plain = page.rows.every(({ amount }) => amount === 1);
  const said = (amount: number) => (moneyFact ? formatMoney(money(amount, 'AED'), language) : formatNumber(amount, language));
  return (
    <div className="dl an">
      <FiguresHead title={page.name ? t('records.titleOf', { fact: t(`fact.${fact}`), member: page.name }) : t(`fact.${fact}`)} head={page}>
        <Link className="bo-btn" to={`/admin/analytics/explore?${questionAddress(ask, { measure, by, kind })}`}>
          {t('records.back')}
        </Link>
      </FiguresHead>
      <FiguresNav here="explore" />
      {page.facts.length > 1 && (
        <nav className="dl-tabs" aria-label={t('records.facts')}>
          {page.facts.map((one) => (
            <Link
              key={one}
              to={`/admin/analytics/records?${questionAddress(ask, { ...question, fact: one })}`}
              aria-current={one === fact ? 'page' : undefined}
            >
              {t(`fact.${one}`)}
            </Link>
          ))}
        </nav>
      )}
      {page.withheld && <p className="dl-said">{t('records.withheld')}</p>}
      {page.rows.length === 0 ? (
        <p className="dl-none">{t(page.countedOnly ? 'records.countedOnly' : 'records.none')}</p>
      ) : (
        <section className="an-part an-part--full">
          <header>
            <h2 id="records">{t('records.heading')}</h2>
            <p>{t('records.lead')}</p>
          </header>
          <ScrollRegion labelledBy="records" className="an-rows">
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('records.at')}</th>
                  <th scope="col">{t('records.name')}</th>
                  <th scope="col">{t('split.kind')}</th>
                  {!plain && (
                    <th scope="col" className="an-num">
                      {t(`fact.${fact}`)}
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {page.rows.map((row) => (
                  <tr key={row.at + row.to}>
                    <td>{sayMoment(row.at, language)}</td>
                    <th scope="row">
                      <Link to={row.to}>
                        <bdi>{row.name}</bdi>
                      </Link>
                    </th>
                    <td>{t(row.kind === '' ? 'kind.none' : `kind.${row.kind}`)}</td>
                    {!plain && (
                      <td className="an-num">
                        <bdi>{said(row.amount)}</bdi>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </ScrollRegion>
        </section>
      )}
      {page.next && (
        <p className="an-more">
          <Link className="bo-btn" to={`/admin/analytics/records?${questionAddress(ask, { ...question, fact, after: page.next })}`}>
            {t('records.next')}
          </Link>
        </p>
      )}
    </div>
  );
}
