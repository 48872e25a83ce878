import type { ReactNode } from 'react';
import { data, Form, Link, redirect } from 'react-router';
import { openShortList } from '#app/commerce/orders/staff/open-short-list.server.ts';
import { may } from '#app/platform/access.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { ShortListSheet } from '#app/ui/desk-list/short-list-sheet.tsx';
import { formatDate, formatMoney, formatNumber } from '#app/ui/number-format.ts';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { languageCodes } from '#app/values/preferences.ts';
import { readDeal, type DealField } from '../deals/flight-deal-form.ts';
import { flightsContext } from '../flights-context.ts';
import { cabinsInOrder } from '../offer.ts';
import { publishFlightDeal } from '../deals/publish-flight-deal.server.ts';
import { withdrawFlightDeal } from '../deals/withdraw-flight-deal.server.ts';
import { dealList, type DealColumn, type ListedDeal } from './deal-list.ts';
import { readDeals } from './read-deals.server.ts';
import { oneOf, staffWith } from './read-staff.server.ts';
import { Card, Chip, Field, Said, SupplyHead } from './supply-parts.tsx';
import type { Route } from './+types/flight-deals-page.ts';

export const handle = { texts: ['staff-supply', 'staff-lists'] };

const here = '/admin/flight-supply/deals';

const dids = ['published', 'withdrawn'] as const;
const refusals = ['unknown-place', 'dates-do-not-fit', 'nothing-to-sell', 'no-words', 'id-taken', 'not-on-sale'] as const;

export async function loader({ context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  if (viewer.kind !== 'staff') throw new Response('Not found', { status: 404 });
  const { language } = context.get(requestContext);
  const deals = await readDeals(platform);
  return {
    mayEdit: may(viewer, 'deals:edit'),
    list: await openShortList(platform.db, 'flight-deals', dealList, deals, { viewer, search: url.searchParams, language }),
    did: oneOf(dids, url.searchParams.get('did')),
    refused: oneOf(refusals, url.searchParams.get('refused')),
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const actor = `staff:${staffWith(context.get(viewerContext), 'deals:edit', here)}`;
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
  const { list, mayEdit, did } = loaderData;
  const refused = actionData?.refused ?? loaderData.refused;
  const typed = actionData?.typed ?? {};
  const fault = (field: DealField) => (actionData?.wrong.includes(field) ? t(`wrong.${field}`) : undefined);
  return (
    <div className="sd">
      <SupplyHead current="deals" sub={t('deals.sub')} />
      <Said did={did && t(`did.${did}`)} refused={refused && t(`refused.${refused}`)} />
      <div className="sd-stack">
        <section className="dl" aria-label={t('deals.title')}>
          <ShortListSheet
            base={here}
            list={dealList}
            open={list}
            queueName={(queue) => (queue === 'all' ? t('status.all') : t(`deals.${queue}`))}
            find={t('deals.find')}
            none={`${t('deals.none')} ${t('deals.noneHow')}`}
            exports={`${here}/export`}
            name={(column) => (column === 'act' ? t('act') : column === 'state' ? t('own.state') : t(`deals.${column}`))}
            rowKey={({ id }) => id}
            cell={(column, row) => <Cell column={column} deal={row} mayEdit={mayEdit} />}
            figures={['price', 'languages']}
            plain={['deal', 'route', 'state', 'act']}
          />
        </section>
        {mayEdit && (
          <Card title={t('deals.new')}>
            <Form className="sd-form sd-card__in" method="post" action={here}>
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
          </Card>
        )}
      </div>
    </div>
  );
}

function Cell({ column, deal, mayEdit }: { column: DealColumn; deal: ListedDeal; mayEdit: boolean }): ReactNode {
  const t = useTexts('staff-supply');
  const language = useLanguage();
  switch (column) {
    case 'deal':
      return (
        <Link to={`/flight-deal/${deal.id}`}>
          <bdi>{deal.id}</bdi>
        </Link>
      );
    case 'route':
      return (
        <>
          <bdi dir="ltr">
            {deal.from} → {deal.to}
          </bdi>{' '}
          <small className="dl-quiet">{deal.nights === null ? t('deals.oneWay') : t('deals.nights', { n: deal.nights })}</small>
        </>
      );
    case 'travel':
      return `${formatDate(deal.travelFrom, language)} – ${formatDate(deal.travelUntil, language)}`;
    case 'bookBy':
      return formatDate(deal.bookBy, language);
    case 'price':
      return <bdi>{formatMoney(deal.price, language)}</bdi>;
    case 'languages':
      return (
        <bdi>
          {formatNumber(languageCodes.filter((code) => deal.note[code]).length, language)}/{formatNumber(languageCodes.length, language)}
        </bdi>
      );
    case 'state':
      return <Chip tone={deal.state === 'onSale' ? 'good' : 'calm'}>{t(`deals.${deal.state}`)}</Chip>;
    case 'act':
      return (
        mayEdit &&
        deal.state === 'onSale' && (
          <Form method="post" action={here}>
            <button className="bo-btn" name="withdraw" value={deal.id}>
              {t('deals.withdraw')}
            </button>
          </Form>
        )
      );
  }
}
