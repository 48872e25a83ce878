import { data, Form, redirect, useNavigation } from 'react-router';
import { DisplayPrice } from '#app/commerce/currencies/display-price.tsx';
import { FavoriteButton } from '#app/commerce/customers/favorites/favorite-button.tsx';
import { passportCookie, readPassportChoice } from '#app/commerce/customers/passport-choice.ts';
import { readCookie } from '#app/platform/cookies.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { RadioCard, SelectField, TextField } from '#app/ui/field.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { EmptyState, Notice } from '#app/ui/notice.tsx';
import { Poster } from '#app/ui/poster/poster.tsx';
import { Price } from '#app/ui/price.tsx';
import { ProductTop } from '#app/ui/product-page.tsx';
import { ScrollRegion } from '#app/ui/scroll-region.tsx';
import { StructuredData } from '#app/ui/structured-data.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { RefundTable } from '../../evisa/pages/refund-table.tsx';
import { mostTravellers } from '../../evisa/start-evisa.server.ts';
import { NeedTag } from '../../requirements/requirement-result.tsx';
import { openAssistedCountry, type AssistedCountryView } from '../open-assisted-country.server.ts';
import { startAssisted } from '../start-assisted.server.ts';
import type { Route } from './+types/assisted-country-page.ts';
import '../../evisa/pages/evisa.css';
import './assisted.css';

export const handle = { texts: ['assisted', 'delivery', 'evisas', 'requirements'] };

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const texts = textsFor(language);
  const told = readPassportChoice(readCookie(request.headers.get('cookie'), passportCookie));
  const asked = (name: string, most = 10) => (url.searchParams.get(name) ?? '').slice(0, most);
  const passport = asked('passport');
  const view = await openAssistedCountry(platform, params.country, language, {
    passport: /^[A-Z]{2}$/.test(passport) ? passport : (told?.nationality ?? ''),
    region: asked('region'),
    purpose: asked('purpose'),
    travel: asked('travel'),
  });
  if (!view) return data({ view: null, title: texts.t('assisted:missing.title') }, { status: 404 });
  const values = { country: view.name };
  return {
    view,
    title: texts.t('assisted:page.title', values),
    description: texts.t('assisted:page.description', values),
    shareCard: view.poster,
    canonical: `${platform.env.publicUrl}/visa-assistance/${view.slug}`,
    most: mostTravellers,
    countries: countryNames(language),
    structured: {
      '@context': 'https://schema.org',
      '@type': 'Service',
      name: texts.t('assisted:page.title', values),
      serviceType: 'visa assistance',
      areaServed: view.name,
      provider: { '@type': 'Organization', name: 'Rihla', url: platform.env.publicUrl },
      offers: view.packages.map((one) => ({ '@type': 'Offer', price: (one.total.amount / 100).toFixed(2), priceCurrency: 'AED' })),
    },
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const { language, address } = context.get(requestContext);
  const form = await request.formData();
  const text = (name: string) => String(form.get(name) ?? '').slice(0, 40);
  const typed = {
    purpose: text('purpose'),
    package: text('package'),
    region: text('region'),
    travellers: text('travellers'),
    arrival: text('arrival'),
  };
  const started = await startAssisted(
    context.get(platformContext),
    context.get(viewerContext),
    { slug: params.country, ...typed, travellers: Number(typed.travellers) },
    { language, address },
  );
  if (started.ok)
    return redirect(`/visa-assistance/apply/${started.value.id}?traveller=1`, {
      headers: { 'Set-Cookie': started.value.cookie, 'Cache-Control': 'no-store' },
    });
  if (started.refused === 'not-sold') throw new Response('Not found', { status: 404 });
  return data({ refused: started.refused, typed }, { status: 422 });
}

export default function AssistedCountryPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('assisted');
  if (!loaderData.view || !('structured' in loaderData))
    return (
      <main id="main" className="wrap page-end">
        <EmptyState
          title={t('missing.title')}
          art={<Poster place="nothing-yet" art={{ scene: 'lake', palette: 'dawn', landmark: null }} crop="landscape" alt="" />}
          action={<ButtonLink to="/visa-assistance">{t('missing.all')}</ButtonLink>}
        >
          {t('missing.text')}
        </EmptyState>
      </main>
    );
  const { view, countries } = loaderData;
  return (
    <main id="main" className="wrap page-end">
      <StructuredData data={loaderData.structured} />
      <ProductTop
        label={t('crumbs')}
        crumbs={[{ to: '/visa-assistance', words: t('all') }]}
        title={t('page.title', { country: view.name })}
        tagline={t('page.lede', { country: view.name })}
      >
        <FavoriteButton kind="assisted" thing={view.code} title={t('page.title', { country: view.name })} price={view.allIn} />
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
                <bdi>{view.purpose.official}</bdi>
              </dd>
            </div>
            <div>
              <dt>{t('official.ours')}</dt>
              <dd>
                {t('from')} <Price value={view.packages[0]!.service} />
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
      </ProductTop>
      <div className="ev-body">
        <div className="ev-story">
          <Poster {...view.poster} crop="wide" alt={t('page.picture', { country: view.name })} eager className="ev-poster" />
          <Plan view={view} countries={countries} />
          <Where view={view} />
          <Papers view={view} />
          <Fees view={view} />
          <section aria-labelledby="refund">
            <h2 id="refund">{t('refund.title')}</h2>
            <p>{t('refund.lede')}</p>
            <RefundTable refund={view.refund} labelledBy="refund" />
          </section>
          <Questions view={view} />
        </div>
        <aside className="ev-side" id="apply">
          <Begin view={view} most={loaderData.most} answer={actionData ?? null} />
        </aside>
      </div>
    </main>
  );
}

const steps = ['start', 'fileReady', 'appointment', 'decision', 'passportBack', 'travel'] as const;

/** Who asks, whether they need the visa at all, and the days of their own case. */
function Plan({ view, countries }: { view: AssistedCountryView; countries: readonly { code: string; name: string }[] }) {
  const t = useTexts('assisted');
  const doors = useTexts('delivery');
  const { asked, answer, backward } = view;
  const line = backward ?? view.forward;
  return (
    <section aria-labelledby="plan">
      <h2 id="plan">{t('plan.title')}</h2>
      <Form className="as-plan__ask" action={`/visa-assistance/${view.slug}#plan`} key={JSON.stringify(asked)}>
        <SelectField name="passport" label={t('plan.passport')} defaultValue={asked.passport}>
          <option value="">{t('choose')}</option>
          {countries.map(({ code, name }) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField name="region" label={t('plan.region')} defaultValue={view.region}>
          {view.regions.map((region) => (
            <option key={region} value={region}>
              {doors(`region.${region}`)}
            </option>
          ))}
        </SelectField>
        <SelectField name="purpose" label={t('plan.purpose')} defaultValue={view.purpose.code}>
          {view.purposes.map(({ code }) => (
            <option key={code} value={code}>
              {t(`purposes.${code}`)}
            </option>
          ))}
        </SelectField>
        <TextField name="travel" type="date" label={t('plan.travel')} min={view.firstTravel} defaultValue={asked.travel} />
        <Button>{t('plan.show')}</Button>
      </Form>
      {answer && (
        <p className="as-plan__answer">
          <NeedTag need={answer.need} isStale={answer.isStale} />
          <span>
            {t([`plan.need.${answer.need}`, 'plan.need.unknown'], { passport: answer.passport, country: view.name })}{' '}
            {answer.checkedOn && (
              <small className="muted">
                {t('plan.checkedOn')} <DateText date={answer.checkedOn} form="short" />
              </small>
            )}
          </span>
        </p>
      )}
      {backward && (
        <Notice tone={backward.late ? 'warn' : 'ok'} boxed icon="calendar">
          {t(backward.late ? 'plan.tooLate' : 'plan.applyBy')}{' '}
          <b>
            <DateText date={backward.late ? view.forward.travel : backward.start} form="long" />
          </b>
          .
        </Notice>
      )}
      <ol className="as-line">
        {steps.map((step) => (
          <li key={step}>
            <DateText date={line[step]} form="day" />
            <b>{t(`plan.steps.${step}`)}</b>
            <span>{t(`plan.notes.${step}`, { city: t(`cities.${view.counter.city}`), count: view.processingDays })}</span>
          </li>
        ))}
      </ol>
      <p className="small muted">
        {t(view.wait.seen ? 'plan.waitSeen' : 'plan.waitUsual', { count: view.wait.days, city: t(`cities.${view.counter.city}`) })}{' '}
        <DateText date={view.wait.asOf} form="short" />. {t('plan.noPromise')}
      </p>
    </section>
  );
}

function Where({ view }: { view: AssistedCountryView }) {
  const t = useTexts('assisted');
  const doors = useTexts('delivery');
  return (
    <section aria-labelledby="where">
      <h2 id="where">{t('where.title')}</h2>
      <p>{t('where.lede')}</p>
      <ScrollRegion className="ev-scroll" labelledBy="where">
        <table className="ev-table ev-table--fits">
          <thead>
            <tr>
              <th scope="col">{t('where.counter')}</th>
              <th scope="col">{t('where.serves')}</th>
              <th scope="col">{t('where.wait')}</th>
            </tr>
          </thead>
          <tbody>
            {view.counters.map((counter) => (
              <tr key={counter.city} className={counter.city === view.counter.city ? 'as-mine' : undefined}>
                <th scope="row">{t(`counters.${counter.kind}`, { city: t(`cities.${counter.city}`) })}</th>
                <td className="as-wrap">{counter.serves.map((region) => doors(`region.${region}`)).join(`${t('comma')} `)}</td>
                <td>
                  {t(counter.wait.seen ? 'wait.seen' : 'wait.usual', { count: counter.wait.days })}
                  <small>
                    {t(counter.wait.seen ? 'wait.seenOn' : 'wait.asOf')} <DateText date={counter.wait.asOf} form="short" />
                  </small>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <ul className="ev-papers">
        <li>
          <Icon name="user" />
          <b>{t('where.biometrics')}</b>
          <span>{t(`biometrics.${view.terms.biometrics}`)}</span>
        </li>
        <li>
          <Icon name="passport" />
          <b>{t('where.passport')}</b>
          <span>{t(view.terms.kept ? 'where.kept' : 'where.notKept')}</span>
        </li>
        {(view.terms.interview || view.counter.kind === 'mission') && (
          <li>
            <Icon name="users" />
            <b>{t('where.interview')}</b>
            <span>{t('where.interviewText')}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

function Papers({ view }: { view: AssistedCountryView }) {
  const t = useTexts('assisted');
  const words = useTexts('evisas');
  return (
    <section aria-labelledby="papers">
      <h2 id="papers">{t('papers.title', { purpose: t(`purposes.${view.purpose.code}`) })}</h2>
      <p>{t('papers.lede')}</p>
      <ul className="ev-papers">
        {view.papers.map((code) => (
          <li key={code}>
            <Icon name={code === 'photo' ? 'camera' : code === 'passport-page' ? 'passport' : 'document'} />
            <b>{words(`documents.${code}`)}</b>
            <span>{words(`documentNotes.${code}`)}</span>
          </li>
        ))}
        <li>
          <Icon name="calendar" />
          <b>{words('papers.validity')}</b>
          <span>{words('papers.validityText', { count: view.terms.passportMonths })}</span>
        </li>
      </ul>
    </section>
  );
}

function Fees({ view }: { view: AssistedCountryView }) {
  const t = useTexts('assisted');
  return (
    <section aria-labelledby="fees">
      <h2 id="fees">{t('fees.title')}</h2>
      <ScrollRegion className="ev-scroll" labelledBy="fees">
        <table className="ev-table ev-table--stacks">
          <thead>
            <tr>
              <th scope="col">{t('fees.package')}</th>
              <th scope="col">{t('refund.government')}</th>
              <th scope="col">{t('refund.centre')}</th>
              <th scope="col">{t('fees.service')}</th>
              <th scope="col">{t('fees.total')}</th>
            </tr>
          </thead>
          <tbody>
            {view.packages.map((one) => (
              <tr key={one.code}>
                <th scope="row">
                  {t(`packages.${one.code}.name`)}
                  <small className="as-wrap">{t(`packages.${one.code}.text`)}</small>
                </th>
                <td data-label={t('refund.government')}>{one.code === 'check' ? t('fees.atCounter') : <Price value={one.government} />}</td>
                <td data-label={t('refund.centre')}>{one.code === 'check' ? t('fees.atCounter') : <Price value={one.centre} />}</td>
                <td data-label={t('fees.service')}>
                  <Price value={one.service} />
                </td>
                <td data-label={t('fees.total')}>
                  <b>
                    <Price value={one.total} />
                  </b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="small muted">
        {view.childFees.map(({ under, fee }) => (
          <span key={under}>
            {t('fees.child', { count: under })} <Price value={fee} />.{' '}
          </span>
        ))}
        {t('fees.courier')} <Price value={view.courier} />. {t('fees.note')}
      </p>
    </section>
  );
}

function Questions({ view }: { view: AssistedCountryView }) {
  const t = useTexts('assisted');
  const values = { country: view.name, authority: view.authority, count: view.terms.earliest, share: view.terms.rejectedService };
  const asked = ['decide', 'sooner', 'fly', 'early', 'refused', 'custody', 'children'] as const;
  return (
    <section aria-labelledby="questions">
      <h2 id="questions">{t('questions.title')}</h2>
      <div className="ev-questions">
        {asked.map((question) => (
          <details key={question}>
            <summary>{t(`questions.${question}.ask`, values)}</summary>
            <p>{t(`questions.${question}.answer`, values)}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

function Begin({
  view,
  most,
  answer,
}: {
  view: AssistedCountryView;
  most: number;
  answer: {
    readonly refused: string;
    readonly typed: Readonly<Record<'purpose' | 'package' | 'region' | 'travellers' | 'arrival', string>>;
  } | null;
}) {
  const t = useTexts('assisted');
  const doors = useTexts('delivery');
  const busy = useNavigation().state !== 'idle';
  const typed = answer?.typed;
  return (
    <Form method="post" className="card card--in ev-apply" key={`${view.slug} ${view.region} ${view.purpose.code} ${view.asked.travel}`}>
      <h2>
        <small>{t('from')}</small> <DisplayPrice value={view.packages[0]!.total} />
      </h2>
      {answer && (
        <Notice tone="danger" boxed live>
          {t(`begin.refused.${answer.refused}`)}
        </Notice>
      )}
      <fieldset className="ev-apply__choices">
        <legend>{t('begin.package')}</legend>
        {view.packages.map((one) => (
          <RadioCard
            key={one.code}
            name="package"
            id={`package-${one.code}`}
            value={one.code}
            defaultChecked={one.code === (typed?.package || 'full')}
            label={t(`packages.${one.code}.name`)}
            hint={t(`packages.${one.code}.short`)}
            end={<Price value={one.total} />}
          />
        ))}
      </fieldset>
      <SelectField name="region" id="begin-region" label={t('plan.region')} defaultValue={typed?.region || view.region}>
        {view.regions.map((region) => (
          <option key={region} value={region}>
            {doors(`region.${region}`)}
          </option>
        ))}
      </SelectField>
      <SelectField name="purpose" id="begin-purpose" label={t('plan.purpose')} defaultValue={typed?.purpose || view.purpose.code}>
        {view.purposes.map(({ code }) => (
          <option key={code} value={code}>
            {t(`purposes.${code}`)}
          </option>
        ))}
      </SelectField>
      <div className="ev-apply__pair">
        <SelectField name="travellers" label={t('begin.travellers')} defaultValue={typed?.travellers ?? '1'}>
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
          label={t('begin.arrival')}
          defaultValue={typed?.arrival ?? view.asked.travel}
          min={view.firstTravel}
          error={answer?.refused === 'arrival' ? t('begin.refused.arrival') : undefined}
        />
      </div>
      <Button look="go" wide icon="arrow-end" busy={busy && t('begin.busy')}>
        {t('begin.button')}
      </Button>
      <p className="small muted">{t('begin.note')}</p>
    </Form>
  );
}
