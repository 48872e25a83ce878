import { data, Form, redirect, useNavigation } from 'react-router';
import type { Route } from './+types/evisa-country-page.ts';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { passportCookie, readPassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { RadioCard, SelectField, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { formatDate } from '#app/ui/number-format.ts';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { ProductTop } from '#app/ui/product-page.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { openEvisaCountry, type ChoiceView, type EvisaCountryView } from '../open-evisa-country.server.ts';
import { mostTravellers, startEvisa } from '../start-evisa.server.ts';
import { isPictured, PictureSamples } from './picture-samples.tsx';
import { RefundTable } from './refund-table.tsx';
import './evisa.css';

export const handle = { texts: ['evisas'] };

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const texts = textsFor(language);
  const told = readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
  const view = await openEvisaCountry(platform, params.country, language, {
    passport: told?.nationality ?? '',
    residence: told?.residence ?? '',
  });
  if (!view) return data({ view: null, title: texts.t('evisas:missing.title'), refused: null }, { status: 404 });
  const values = { country: view.name };
  return {
    view,
    title: texts.t('evisas:page.title', values),
    description: texts.t('evisas:page.description', values),
    shareCard: view.poster,
    canonical: `${platform.env.publicUrl}/e-visa/${view.slug}`,
    refused: url.searchParams.get('refused'),
    most: mostTravellers,
    structured: {
      '@context': 'https://schema.org',
      '@type': 'Service',
      name: texts.t('evisas:page.title', values),
      serviceType: 'e-visa',
      areaServed: view.name,
      provider: { '@type': 'Organization', name: 'Rihla', url: platform.env.publicUrl },
      offers: view.choices.map((choice) => ({ '@type': 'Offer', price: (choice.total.amount / 100).toFixed(2), priceCurrency: 'AED' })),
    },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { language, address } = context.get(requestContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 80);
  const [type = '', speed = ''] = text('choice').split('/');
  const started = await startEvisa(
    context.get(platformContext),
    context.get(viewerContext),
    { slug: params.country, type, speed, travellers: Number(text('travellers')), arrival: text('arrival') },
    { language, address },
  );
  if (started.ok)
    return redirect(`/e-visa/apply/${started.value.id}?traveller=1`, {
      headers: { 'Set-Cookie': started.value.cookie, 'Cache-Control': 'no-store' },
    });
  if (started.refused === 'not-sold') throw new Response('Not found', { status: 404 });
  return data(
    { refused: started.refused, typed: { choice: text('choice'), travellers: text('travellers'), arrival: text('arrival') } },
    { status: 422 },
  );
}

export default function EvisaCountryPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('evisas');
  if (!loaderData.view || !('structured' in loaderData))
    return (
      <main id="main" className="wrap page-end">
        <EmptyState
          level="h1"
          title={t('missing.title')}
          art={<Poster place="nothing-yet" art={{ scene: 'lake', palette: 'dawn', landmark: null }} crop="landscape" alt="" />}
          action={<ButtonLink to="/e-visa">{t('missing.all')}</ButtonLink>}
        >
          {t('missing.text')}
        </EmptyState>
      </main>
    );
  const { view } = loaderData;
  return (
    <main id="main" className="wrap page-end">
      <StructuredData data={loaderData.structured} />
      <ProductTop
        label={t('crumbs')}
        crumbs={[{ to: '/e-visa', words: t('all') }]}
        title={t('page.title', { country: view.name })}
        tagline={t('page.lede', { country: view.name })}
      >
        <FavoriteButton kind="evisa" thing={view.code} title={t('page.title', { country: view.name })} price={view.from} />
        <OfficialFirst view={view} />
      </ProductTop>
      <div className="ev-body">
        <div className="ev-story">
          <Poster {...view.poster} crop="wide" alt={t('page.picture', { country: view.name })} eager className="ev-poster" />
          {view.answer && (
            <Notice tone={view.answer.is === 'not-open' ? 'warn' : 'ok'} boxed icon="passport">
              {t(`answer.${view.answer.is}`, { passport: view.answer.passport, country: view.name })}
            </Notice>
          )}
          <Types view={view} />
          {view.record && <OurRecord record={view.record} />}
          <Documents view={view} />
          <Refund view={view} />
          <Refusals view={view} />
          <Questions view={view} />
        </div>
        <aside className="ev-side" id="apply">
          <Apply view={view} most={loaderData.most} answer={actionData ?? null} />
        </aside>
      </div>
    </main>
  );
}

/** The government's own site and fee come before ours. */
function OfficialFirst({ view }: { view: EvisaCountryView }) {
  const t = useTexts('evisas');
  // Another visa of the country may cost more: the least of each fee is said as one.
  const least = (fee: 'government' | 'service') => view.choices.toSorted((a, b) => a[fee].amount - b[fee].amount)[0]!;
  const [official, ours] = [least('government'), least('service')];
  const from = (fee: 'government' | 'service', of: ChoiceView) => view.choices.some((choice) => choice[fee].amount > of[fee].amount);
  return (
    <div className="ev-official">
      <Icon name="bank" />
      <p>
        {t('official.text', { authority: view.authority })}{' '}
        <a className="link" href={view.site} rel="noopener noreferrer nofollow">
          <bdi>{new URL(view.site).hostname}</bdi>
        </a>
        . {t('official.opening')}
      </p>
      <dl>
        <div>
          <dt>{t('official.fee')}</dt>
          <dd>
            {official.official !== '0' && from('government', official) && `${t('official.from')} `}
            <bdi>{official.official === '0' ? t('official.none') : official.official}</bdi>
          </dd>
        </div>
        <div>
          <dt>{t('official.ours')}</dt>
          <dd>
            {from('service', ours) && `${t('official.from')} `}
            <Price value={ours.service} />
          </dd>
        </div>
        <div>
          <dt>{t('official.asOf')}</dt>
          <dd>
            <DateText date={view.asOf} form="short" />
          </dd>
        </div>
      </dl>
    </div>
  );
}

function Types({ view }: { view: EvisaCountryView }) {
  const t = useTexts('evisas');
  return (
    <section aria-labelledby="types">
      <h2 id="types">{t('types.title')}</h2>
      <ScrollRegion className="ev-scroll" labelledBy="types">
        <table className="ev-table ev-table--stacks">
          <thead>
            <tr>
              <th scope="col">{t('types.visa')}</th>
              <th scope="col">{t('types.use')}</th>
              <th scope="col">{t('types.government')}</th>
              <th scope="col">{t('types.service')}</th>
              <th scope="col">{t('types.by')}</th>
              <th scope="col">{t('types.total')}</th>
            </tr>
          </thead>
          <tbody>
            {view.choices.map((choice) => (
              <tr key={`${choice.type}/${choice.speed}`}>
                <th scope="row">
                  <ChoiceName choice={choice} />
                </th>
                <td data-label={t('types.use')}>{t('types.validity', { count: choice.validity })}</td>
                <td data-label={t('types.government')}>
                  <Price value={choice.government} />
                </td>
                <td data-label={t('types.service')}>
                  <Price value={choice.service} />
                </td>
                <td data-label={t('types.by')}>
                  <DateText date={choice.by} form="day" />
                  <small>{t('speeds.days', { count: choice.days })}</small>
                </td>
                <td data-label={t('types.total')}>
                  <b>
                    <Price value={choice.total} />
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="small muted">{t('types.note', { authority: view.authority })}</p>
    </section>
  );
}

/** What ours really took: of enough decisions only, and as a band, not a promise. */
function OurRecord({ record }: { record: NonNullable<EvisaCountryView['record']> }) {
  const t = useTexts('evisas');
  return (
    <section aria-labelledby="record">
      <h2 id="record">{t('record.title')}</h2>
      <dl className="ev-record">
        <div>
          <dt>{t('record.half')}</dt>
          <dd>{t('types.stay', { count: record.median })}</dd>
        </div>
        <div>
          <dt>{t('record.nine')}</dt>
          <dd>{t('types.stay', { count: record.most })}</dd>
        </div>
        <div>
          <dt>{t('record.granted')}</dt>
          <dd>{t(`record.band.${record.band}`)}</dd>
        </div>
      </dl>
      <p className="small muted">{t('record.note', { number: record.decided })}</p>
    </section>
  );
}

function ChoiceName({ choice }: { choice: ChoiceView }) {
  const t = useTexts('evisas');
  return (
    <>
      {t('types.line', {
        purpose: t(`types.purpose.${choice.purpose}`),
        stay: t('types.stay', { count: choice.stay }),
        entries: t(`types.entries.${choice.entries}`),
      })}
      {choice.speed === 'express' && <small className="ev-express">{t('speeds.express')}</small>}
    </>
  );
}

function Documents({ view }: { view: EvisaCountryView }) {
  const t = useTexts('evisas');
  return (
    <section aria-labelledby="papers">
      <h2 id="papers">{t('papers.title')}</h2>
      <p>{t('papers.lede')}</p>
      <ul className="ev-papers">
        {view.offer.documents.map((code) => (
          <li key={code}>
            <Icon name={code === 'photo' ? 'camera' : code === 'passport-page' ? 'passport' : 'document'} />
            <b>{t(`documents.${code}`)}</b>
            <span>{t(`documentNotes.${code}`)}</span>
            {isPictured(code) && <PictureSamples code={code} />}
          </li>
        ))}
        <li>
          <Icon name="calendar" />
          <b>{t('papers.validity')}</b>
          <span>{t('papers.validityText', { count: view.offer.passportMonths })}</span>
        </li>
      </ul>
    </section>
  );
}

function Refund({ view }: { view: EvisaCountryView }) {
  const t = useTexts('evisas');
  return (
    <section aria-labelledby="refund">
      <h2 id="refund">{t('refund.title')}</h2>
      <p>{t('refund.lede')}</p>
      <RefundTable refund={view.refund} labelledBy="refund" />
      <p className="small muted">{t('refund.late')}</p>
    </section>
  );
}

function Refusals({ view }: { view: EvisaCountryView }) {
  const t = useTexts('evisas');
  return (
    <section aria-labelledby="refusals">
      <h2 id="refusals">{t('refusalsTitle')}</h2>
      <dl className="ev-refusals">
        {view.offer.refusals.map((code) => (
          <div key={code}>
            <dt>{t(`rejections.${code}.title`)}</dt>
            <dd>{t(`rejections.${code}.text`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Questions({ view }: { view: EvisaCountryView }) {
  const t = useTexts('evisas');
  const values = { country: view.name, authority: view.authority, count: view.offer.earliest, share: view.offer.rejectedService };
  const asked = [
    ['official', 'official'],
    ['shown', `shown-${view.offer.shown}`],
    ['ports', `ports-${view.offer.ports}`],
    ['early', 'early'],
    ['extend', view.offer.extendable ? 'extend-yes' : 'extend-no'],
    ['children', 'children'],
    ['refused', 'refused'],
  ] as const;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{t('questions.title')}</h2>
      <div className="ev-questions">
        {asked.map(([question, answer]) => (
          <details key={question}>
            <summary>{t(`questions.${question}.ask`, values)}</summary>
            <p>{t(`questions.answers.${answer}`, values)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Apply({
  view,
  most,
  answer,
}: {
  view: EvisaCountryView;
  most: number;
  answer: {
    readonly refused: string;
    readonly typed: { readonly choice: string; readonly travellers: string; readonly arrival: string };
  } | null;
}) {
  const t = useTexts('evisas');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const chosen = answer?.typed.choice ?? `${view.choices[0]!.type}/${view.choices[0]!.speed}`;
  if (view.paused)
    return (
      <div className="card ev-apply">
        <h2>{t('apply.title')}</h2>
        <Notice tone="warn">{t('apply.paused', { authority: view.authority })}</Notice>
      </div>
    );
  return (
    <Form method="post" className="card card--in ev-apply" key={view.slug}>
      <h2>
        <small>{t('apply.from')}</small> <DisplayPrice value={view.from} />
      </h2>
      {answer && (
        <Notice tone="danger" boxed live>
          {t(`apply.refused.${answer.refused}`, { day: formatDate(view.firstArrival, language) })}
        </Notice>
      )}
      <fieldset className="ev-apply__choices">
        <legend>{t('apply.choose')}</legend>
        {view.choices.map((choice) => {
          const value = `${choice.type}/${choice.speed}`;
          return (
            <RadioCard
              key={value}
              name="choice"
              id={`choice-${value.replace('/', '-')}`}
              value={value}
              defaultChecked={value === chosen}
              label={<ChoiceName choice={choice} />}
              hint={
                <>
                  {t('apply.by')} <DateText date={choice.by} form="day" />
                </>
              }
              end={<Price value={choice.total} />}
            />
          );
        })}
      </fieldset>
      <div className="ev-apply__pair">
        <SelectField name="travellers" label={t('apply.travellers')} defaultValue={answer?.typed.travellers ?? '1'}>
          {Array.from({ length: most }, (_, index) => (
            <option key={index} value={index + 1}>
              {index + 1}
            </option>
          ))}
        </SelectField>
        <TextField
          name="arrival"
          type="date"
          required
          label={t('apply.arrival')}
          defaultValue={answer?.typed.arrival ?? ''}
          min={view.firstArrival}
          max={view.lastArrival}
          error={
            answer?.refused === 'arrival' || answer?.refused === 'arrival-early'
              ? t(`apply.refused.${answer.refused}`, { day: formatDate(view.firstArrival, language) })
              : undefined
          }
        />
      </div>
      <Button look="go" wide icon="arrow-end" busy={busy && t('apply.busy')}>
        {t('apply.button')}
      </Button>
      <p className="small muted">{t('apply.note')}</p>
    </Form>
  );
}
