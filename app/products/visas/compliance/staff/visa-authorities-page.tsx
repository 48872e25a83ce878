import { data, Form, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryName } from '#app/ui/country-name.server.ts';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { findOffers } from '../../evisa/evisa-offers-store.server.ts';
import { typeWords } from '../../evisa/evisa-words.server.ts';
import { percentOf, windowDays } from '../authority-rules.ts';
import { readAuthorities, writeQuota } from '../watch-authorities.server.ts';
import { ComplianceTabs } from './compliance-tabs.tsx';
import type { Route } from './+types/visa-authorities-page.ts';
import './compliance.css';

export const handle = { texts: ['staff-compliance', 'evisas'] };

const here = '/admin/visa-compliance/authorities';

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language } = context.get(requestContext);
  const [states, offers] = await Promise.all([readAuthorities(platform), findOffers(platform.db)]);
  const typeOf = (country: string, code: string) =>
    offers.find((offer) => offer.code === country)?.types.find((type) => type.code === code);
  return {
    publishes: may(viewer, 'visas:publish'),
    did: url.searchParams.get('did'),
    alerts: states.filter((one) => one.rising || one.quota === 'full').length,
    rows: states.map((one) => {
      const type = one.route === 'evisa' ? typeOf(one.country, one.typeCode) : null;
      return {
        ...one,
        name: countryName(one.country, language),
        type: type ? typeWords(type, language) : null,
        share: percentOf(one.recent),
      };
    }),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 64);
  const typed = text('perDay');
  const set = await writeQuota(context.get(platformContext), {
    route: text('route') === 'assisted' ? 'assisted' : 'evisa',
    country: text('country'),
    typeCode: text('type'),
    perDay: typed === '' ? null : /^\d{1,6}$/.test(typed) ? Number(typed) : 0,
    staffId: viewer.user.id,
    requestId: context.get(requestContext).requestId,
  });
  return set.ok ? redirect(`${here}?did=set`, 303) : data({ refused: set.refused as string }, { status: 422 });
}

export default function VisaAuthoritiesPage({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, alerts, publishes, did } = loaderData;
  const t = useTexts('staff-compliance');
  const words = useTexts('evisas');
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('authorities.title')}</h1>
        <p>{alerts > 0 ? <span className="dl-late">{t('authorities.alerts', { count: alerts })}</span> : t('authorities.calm')}</p>
      </header>
      <ComplianceTabs here="authorities" />
      <p className="dl-quiet">
        {t('authorities.lede')} {t('authorities.window', { days: windowDays })}
      </p>
      {actionData?.refused && (
        <p className="dl-said dl-said--warn" role="alert">
          <Icon name="warning" /> {t([`refused.${actionData.refused}`, 'refused.other'])}
        </p>
      )}
      {!actionData && did === 'set' && (
        <p className="dl-said" role="status">
          <Icon name="done" /> {t('authorities.saved')}
        </p>
      )}
      {rows.length === 0 ? (
        <p className="dl-none">{t('authorities.none')}</p>
      ) : (
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                {(['authority', 'type', 'today', 'limit', 'decided', 'refused', 'rate', 'months', 'reasons'] as const).map((column) => (
                  <th key={column} scope="col">
                    {t(`authorities.column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.route}${row.country}${row.typeCode}`}>
                  <td>
                    <b>{row.name}</b> <span className="dl-quiet">{t(`route.${row.route}`)}</span>
                  </td>
                  <td>
                    <bdi>{row.type ?? row.typeCode}</bdi>
                  </td>
                  <td>
                    {number(row.filedToday)}
                    {row.quota && (
                      <span className={`dl-state${row.quota === 'full' ? ' dl-state--now' : ''}`}>{t(`authorities.${row.quota}`)}</span>
                    )}
                  </td>
                  <td>
                    {publishes ? (
                      <Form method="post" className="vc-quota">
                        <input type="hidden" name="route" value={row.route} />
                        <input type="hidden" name="country" value={row.country} />
                        <input type="hidden" name="type" value={row.typeCode} />
                        <input
                          name="perDay"
                          inputMode="numeric"
                          pattern="[0-9]{0,6}"
                          defaultValue={row.perDay ?? ''}
                          aria-label={`${t('authorities.column.limit')}: ${row.name}. ${t('authorities.hint')}`}
                          title={t('authorities.hint')}
                        />
                        <button className="bo-btn">{t('authorities.set')}</button>
                      </Form>
                    ) : row.perDay === null ? (
                      <span className="dl-quiet">{t('authorities.noLimit')}</span>
                    ) : (
                      number(row.perDay)
                    )}
                  </td>
                  <td>{number(row.recent.decided)}</td>
                  <td>{number(row.recent.refused)}</td>
                  <td className={row.rising ? 'dl-late' : undefined}>
                    {row.share === null ? '–' : <bdi>{number(row.share)} %</bdi>} {row.rising && t('authorities.rising')}
                  </td>
                  <td>
                    <Months months={row.months} />
                  </td>
                  <td>
                    {row.reasons.length === 0
                      ? '–'
                      : row.reasons.map(({ reason, cases }) => (
                          <span className="vc-reason" key={reason ?? ''}>
                            {reason ? words(`rejections.${reason}.title`) : t('authorities.noReason')} <b>{number(cases)}</b>
                          </span>
                        ))}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** Refusals of six months as bars; the figures are read out and shown where one points. */
function Months({ months }: { months: Route.ComponentProps['loaderData']['rows'][number]['months'] }) {
  const language = useLanguage();
  const most = Math.max(1, ...months.map(({ refused }) => refused));
  return (
    <span className="vc-months">
      {months.map(({ month, refused }) => {
        const said = `${formatDate(month, language, 'month')}: ${formatNumber(refused, language)}`;
        return (
          <span key={month} title={said}>
            <svg viewBox="0 0 8 24" aria-hidden="true">
              <rect x="1" width="6" rx="1" y={22 - Math.round((refused * 21) / most)} height={2 + Math.round((refused * 21) / most)} />
            </svg>
            <span className="sr-only">{said}. </span>
          </span>
        );
      })}
    </span>
  );
}
