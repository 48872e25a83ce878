import { Form, Link, redirect } from 'react-router';
import { tellSeries } from '#app/commerce/invoices/staff/check-numbers.server.ts';
import { paymentProviderContext } from '#app/commerce/payments/payment-provider-context.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { isEarlyFeature, listEarlyAccess, switchEarlyAccess } from '#app/platform/early-access.server.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { Icon } from '#app/ui/icon.tsx';
import { comma } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { sayDay, sayMoment } from '#app/ui/say-moment.ts';
import { withUntaken } from './payments-setting.ts';
import { openSettings } from './open-setting.server.ts';
import { SeriesPanel } from './series-panel.tsx';
import { SettingFacts } from './setting-words.tsx';
import type { Route } from './+types/settings-page.ts';
import './settings.css';

export const handle = { texts: ['staff-settings', 'staff', 'price'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db } = platform;
  const viewer = context.get(viewerContext);
  const [switches, sections, { series }] = await Promise.all([listEarlyAccess(db), openSettings(platform), tellSeries(platform)]);
  const names = await findStaffNames(
    db,
    switches.flatMap((one) => one.changedBy ?? []),
  );
  return {
    owner: viewer.kind === 'staff' && viewer.staff.roles.includes('owner'),
    saved: url.searchParams.get('saved') === '1',
    sections: sections.map((one) => ({ ...one, lines: withUntaken(one.section, one.lines, context.get(paymentProviderContext).methods) })),
    series: series.map(({ series: name, prefix, year, counter }) => ({ series: name, prefix, year, counter })),
    switches: switches.map((one) => ({
      feature: one.feature,
      isOn: one.isOn,
      by: one.changedBy && (names.get(one.changedBy) ?? null),
      at: one.changedAt?.toISOString() ?? null,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const feature = String(form.get('feature') ?? '');
  if (!isEarlyFeature(feature)) throw new Response('Not found', { status: 404 });
  const switched = await switchEarlyAccess(context.get(platformContext), context.get(viewerContext), feature, form.get('on') === 'yes');
  if (!switched) throw new Response('Forbidden', { status: 403 });
  return redirect('/admin/settings?saved=1');
}

export default function SettingsPage({ loaderData }: Route.ComponentProps) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  const { owner, saved, switches, sections } = loaderData;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
        <form method="post" action="/admin/settings/export">
          <button className="bo-btn" type="submit">
            <Icon name="download" small /> {t('export')}
          </button>
        </form>
      </header>
      {saved && (
        <p className="dl-said" role="status">
          {t('saved')}
        </p>
      )}
      <div className="st-grid">
        {sections.map(({ section, lines, last, under }) => (
          <section key={section} className="dl-card" aria-labelledby={section}>
            <h2 id={section}>{t(`section.${section}.title`)}</h2>
            <SettingFacts section={section} lines={lines} />
            <p className="dl-quiet">
              {last ? (
                <>
                  {t('lastChanged', { version: last.version ?? 0 })} {sayMoment(last.at, language)}
                  {comma(language)}
                  <bdi>{last.by}</bdi>
                </>
              ) : (
                t('asDelivered')
              )}
            </p>
            <p>
              {under && (
                <span className="dl-state dl-state--now">
                  {t(`open.${under.status}`)}: <bdi>{under.by}</bdi>
                </span>
              )}{' '}
              <Link className="bo-btn" to={`/admin/settings/${section}`}>
                {t(under ? 'look' : owner ? 'change' : 'look')}
                <span className="sr-only"> {t(`section.${section}.title`)}</span>
              </Link>
            </p>
          </section>
        ))}
      </div>
      <SeriesPanel series={loaderData.series} />
      <section className="dl-card" aria-labelledby="early">
        <h2 id="early">{t('early.title')}</h2>
        <p className="dl-quiet">{t(owner ? 'early.text' : 'early.ownerOnly')}</p>
        <div className="dl-sheet dl-sheet--cards">
          <table>
            <thead>
              <tr>
                <th scope="col">{t('early.page')}</th>
                <th scope="col">{t('early.state')}</th>
                <th scope="col">{t('early.changed')}</th>
                {owner && <th scope="col">{t('early.switch')}</th>}
              </tr>
            </thead>
            <tbody>
              {switches.map((one) => (
                <tr key={one.feature}>
                  <td>{t(`early.feature.${one.feature}`)}</td>
                  <td>
                    <span className={`dl-state${one.isOn ? ' dl-state--good' : ''}`}>{t(one.isOn ? 'early.on' : 'early.off')}</span>
                  </td>
                  <td>{one.at ? `${sayDay(one.at, language, 'day')}${comma(language)}${one.by ?? ''}` : '–'}</td>
                  {owner && (
                    <td>
                      <Form method="post">
                        <input type="hidden" name="feature" value={one.feature} />
                        <button
                          className="bo-btn"
                          type="submit"
                          name="on"
                          value={one.isOn ? 'no' : 'yes'}
                          aria-label={`${t(one.isOn ? 'early.turnOff' : 'early.turnOn')}: ${t(`early.feature.${one.feature}`)}`}
                        >
                          {t(one.isOn ? 'early.turnOff' : 'early.turnOn')}
                        </button>
                      </Form>
                    </td>
                  )}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
    </div>
  );
}
