import { data, Form, redirect } from 'react-router';
import { readSeller, sellerVersion } from '#app/commerce/invoices/invoices-store.server.ts';
import { readSellerForm, type SellerField, type TypedSeller } from '#app/commerce/invoices/seller-form.ts';
import { changeSeller } from '#app/commerce/invoices/staff/change-seller.server.ts';
import { tellSeries } from '#app/commerce/invoices/staff/check-numbers.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { isEarlyFeature, listEarlyAccess, switchEarlyAccess } from '#app/platform/early-access.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { CompanyPanel, SeriesPanel } from './company-panel.tsx';
import type { Route } from './+types/settings-page.ts';

export const handle = { texts: ['staff-settings'] };

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { db } = platform;
  const viewer = context.get(viewerContext);
  const [switches, seller, version, { series }] = await Promise.all([
    listEarlyAccess(db),
    readSeller(db),
    sellerVersion(db),
    tellSeries(platform),
  ]);
  const names = await findStaffNames(
    db,
    switches.flatMap((one) => one.changedBy ?? []),
  );
  return {
    owner: viewer.kind === 'staff' && viewer.staff.roles.includes('owner'),
    saved: url.searchParams.get('saved') === '1',
    seller: { ...seller, trn: seller.trn ?? '' } satisfies TypedSeller,
    version,
    series: series.map(({ series: name, year, counter }) => ({ series: name, year, counter })),
    switches: switches.map((one) => ({
      feature: one.feature,
      isOn: one.isOn,
      by: one.changedBy && (names.get(one.changedBy) ?? null),
      at: one.changedAt?.toISOString().slice(0, 10) ?? null,
    })),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  if (form.get('form') === 'company') return saveCompany(form, context);
  const feature = String(form.get('feature') ?? '');
  if (!isEarlyFeature(feature)) throw new Response('Not found', { status: 404 });
  const switched = await switchEarlyAccess(context.get(platformContext), context.get(viewerContext), feature, form.get('on') === 'yes');
  if (!switched) throw new Response('Forbidden', { status: 403 });
  return redirect('/admin/settings?saved=1');
}

interface CompanyAnswer {
  readonly typed: TypedSeller;
  readonly wrong: readonly SellerField[];
  readonly refused: 'permission' | 'changed' | null;
}

async function saveCompany(form: FormData, context: Route.ActionArgs['context']) {
  const read = readSellerForm(form);
  if (!read.ok) return data<CompanyAnswer>({ typed: read.typed, wrong: read.wrong, refused: null }, { status: 422 });
  const changed = await changeSeller(context.get(platformContext), {
    viewer: context.get(viewerContext),
    seller: read.seller,
    version: plainVersion(form.get('version')),
    requestId: context.get(requestContext).requestId,
  });
  if (changed.ok) return redirect('/admin/settings?saved=1', 303);
  return data<CompanyAnswer>(
    { typed: read.typed, wrong: [], refused: changed.refused },
    { status: changed.refused === 'permission' ? 403 : 409 },
  );
}

export default function SettingsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-settings');
  const language = useLanguage();
  const { owner, saved, switches } = loaderData;
  const answer = actionData ?? null;
  return (
    <div className="dl">
      <header className="dl-head">
        <h1 tabIndex={-1}>{t('title')}</h1>
      </header>
      {saved && !answer && (
        <p className="dl-said" role="status">
          {t('saved')}
        </p>
      )}
      {answer && (
        <div className="dl-said dl-said--warn" role="alert">
          <div>
            {answer.refused && <p>{t(`company.refused.${answer.refused}`)}</p>}
            {answer.wrong.length > 0 && (
              <ul>
                {answer.wrong.map((field) => (
                  <li key={field}>
                    <a href={`#${field}`}>
                      {t(`company.${field}`)}: {t(`company.wrong.${field === 'trn' ? 'trn' : 'text'}`)}
                    </a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      <CompanyPanel seller={answer?.typed ?? loaderData.seller} version={loaderData.version} owner={owner} wrong={answer?.wrong ?? []} />
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
                  <td>{one.at ? `${formatDate(one.at, language, 'day')}, ${one.by ?? ''}` : '–'}</td>
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
