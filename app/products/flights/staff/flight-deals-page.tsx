import { data, Form, Link, redirect } from 'react-router';
import { may } from '#app/platform/access.ts';
import { platformContext, viewerContext } from '#app/platform/request-context.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { dateIn } from '#app/values/dates.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { readDeal, type DealField } from '../flight-deal-form.ts';
import { listDeals } from '../flight-deal-store.server.ts';
import { flightsContext } from '../flights-context.ts';
import { cabinsInOrder } from '../offer.ts';
import { publishFlightDeal } from '../publish-flight-deal.server.ts';
import { withdrawFlightDeal } from '../withdraw-flight-deal.server.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said, SupplyHead } from './supply-parts.tsx';
import type { Route } from './+types/flight-deals-page.ts';

export const handle = { texts: ['staff-supply'] };

const dids = ['published', 'withdrawn'] as const;
const refusals = ['unknown-place', 'dates-do-not-fit', 'nothing-to-sell', 'no-words', 'id-taken', 'not-on-sale'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const { db, clock } = context.get(platformContext);
  const today = dateIn('Asia/Dubai', clock.now());
  const deals = await listDeals(db, 100);
  return {
    mayEdit: may(context.get(viewerContext), 'supply:edit'),
    deals: deals.map((deal) => ({
      ...deal,
      state: deal.withdrawn ? ('withdrawn' as const) : deal.bookBy < today ? ('over' as const) : ('onSale' as const),
    })),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const here = '/admin/flight-supply/deals';
  const actor = `staff:${staffWith(context.get(viewerContext), 'supply:edit', here)}`;
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '');
  if (text('withdraw')) {
    const ended = await withdrawFlightDeal(platform, actor, text('withdraw'));
    return redirect(`${here}?${ended.ok ? 'did=withdrawn' : `refused=${ended.refused}`}`, 303);
  }
  const typed = Object.fromEntries([...form].map(([name, value]) => [name, String(value).slice(0, 600)]));
  const { deal, wrong } = readDeal(text);
  if (wrong.length > 0) return data({ wrong, refused: null, typed }, { status: 422 });
  const published = await publishFlightDeal(platform, context.get(flightsContext), actor, deal);
  if (!published.ok) return data({ wrong: [] as readonly DealField[], refused: published.refused, typed }, { status: 409 });
  return redirect(`${here}?did=published`, 303);
}

export default function FlightDealsPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  const { deals, mayEdit, did } = loaderData;
  const refused = actionData?.refused ?? loaderData.refused;
  const typed = actionData?.typed ?? {};
  const fault = (field: DealField) => (actionData?.wrong.includes(field) ? t(`wrong.${field}`) : undefined);
  return (
    <div className="sd">
      <SupplyHead current="deals" sub={t('deals.sub')} />
      <Said did={did && t(`did.${did}`)} refused={refused && t(`refused.${refused}`)} />
      <div className="sd-split">
        <Card title={t('deals.title')} sub={t('deals.matching', { n: deals.length })}>
          {deals.length === 0 ? (
            <p className="sd-none">
              <b>{t('deals.none')}</b>
              {t('deals.noneHow')}
            </p>
          ) : (
            <div className="sd-table">
              <table>
                <thead>
                  <tr>
                    {(['deal', 'route', 'travel', 'bookBy'] as const).map((column) => (
                      <th key={column} scope="col">
                        {t(`deals.${column}`)}
                      </th>
                    ))}
                    <th scope="col" className="sd-num">
                      {t('deals.price')}
                    </th>
                    <th scope="col">{t('own.state')}</th>
                    <th scope="col">
                      <span className="sr-only">{t('act')}</span>
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {deals.map((deal) => (
                    <tr key={deal.id} className={deal.state === 'onSale' ? undefined : 'sd-over'}>
                      <td>
                        <Link to={`/flight-deal/${deal.id}`}>
                          <bdi>{deal.id}</bdi>
                        </Link>
                        <small>
                          {languageCodes.filter((code) => deal.note[code]).length}/{languageCodes.length} {t('deals.languages')}
                        </small>
                      </td>
                      <td>
                        <bdi dir="ltr">
                          {deal.from} → {deal.to}
                        </bdi>
                        <small>{deal.nights === null ? t('deals.oneWay') : t('deals.nights', { n: deal.nights })}</small>
                      </td>
                      <td>
                        {formatDate(deal.travelFrom, language)} – {formatDate(deal.travelUntil, language)}
                      </td>
                      <td>{formatDate(deal.bookBy, language)}</td>
                      <td className="sd-num">
                        <bdi>{formatMoney(deal.price, language)}</bdi>
                      </td>
                      <td>
                        <Chip tone={deal.state === 'onSale' ? 'good' : 'calm'}>{t(`deals.${deal.state}`)}</Chip>
                      </td>
                      <td>
                        {mayEdit && deal.state === 'onSale' && (
                          <Form method="post">
                            <button className="bo-btn" name="withdraw" value={deal.id}>
                              {t('deals.withdraw')}
                            </button>
                          </Form>
                        )}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </Card>
        <Card title={t('deals.new')}>
          {mayEdit ? (
            <Form className="sd-form sd-card__in" method="post" action="/admin/flight-supply/deals">
              <p className="sd-quiet">{t('deals.newHow')}</p>
              <Field label={t('deals.id')} wrong={fault('id')} wide>
                <input name="id" dir="ltr" maxLength={60} placeholder="istanbul-week" defaultValue={typed.id} required autoComplete="off" />
              </Field>
              <Field label={t('field.fromAirport')} wrong={fault('fromAirport')}>
                <input name="from" dir="ltr" maxLength={3} placeholder="DXB" defaultValue={typed.from} required autoComplete="off" />
              </Field>
              <Field label={t('field.toAirport')} wrong={fault('toAirport')}>
                <input name="to" dir="ltr" maxLength={3} placeholder="IST" defaultValue={typed.to} required autoComplete="off" />
              </Field>
              <Field label={t('own.cabin')}>
                <select name="cabin" defaultValue={typed.cabin}>
                  {cabinsInOrder.map((cabin) => (
                    <option key={cabin} value={cabin}>
                      {t(`cabin.${cabin}`)}
                    </option>
                  ))}
                </select>
              </Field>
              <Field label={t('deals.nightsField')} wrong={fault('nights')}>
                <input name="nights" inputMode="numeric" maxLength={3} defaultValue={typed.nights} />
              </Field>
              <Field label={t('deals.travelFrom')} wrong={fault('travelFrom')}>
                <input name="travelFrom" type="date" defaultValue={typed.travelFrom} required />
              </Field>
              <Field label={t('deals.travelUntil')} wrong={fault('travelUntil')}>
                <input name="travelUntil" type="date" defaultValue={typed.travelUntil} required />
              </Field>
              <Field label={t('deals.bookBy')} wrong={fault('bookBy')}>
                <input name="bookBy" type="date" defaultValue={typed.bookBy} required />
              </Field>
              <Field label={t('deals.priceField')} wrong={fault('price')}>
                <input name="price" inputMode="decimal" maxLength={9} defaultValue={typed.price} required />
              </Field>
              <label className="sd-tick">
                <input type="checkbox" name="directOnly" value="1" defaultChecked={typed.directOnly === '1'} />
                {t('deals.direct')}
              </label>
              <label className="sd-tick">
                <input type="checkbox" name="withBag" value="1" defaultChecked={typed.withBag === '1'} />
                {t('own.bagIn')}
              </label>
              {languageCodes.map((code) => (
                <Field
                  key={code}
                  label={t('deals.note', { language: t(`language.${code}`) })}
                  wrong={code === 'en' ? fault('note') : undefined}
                  wide
                >
                  <textarea
                    name={`note-${code}`}
                    rows={2}
                    maxLength={300}
                    lang={code}
                    dir="auto"
                    required={code === 'en'}
                    defaultValue={typed[`note-${code}`]}
                  />
                </Field>
              ))}
              <button className="bo-btn bo-btn--p">{t('deals.publish')}</button>
            </Form>
          ) : (
            <p className="sd-locked sd-card__in">{t('locked')}</p>
          )}
        </Card>
      </div>
    </div>
  );
}
