import { data, Link, redirect, useNavigation } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { newFormKey, readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { readTyped } from '../../evisa/evisa-form.ts';
import { findGroupFor, redeemGroupLink } from '../../evisa/evisa-group-access.server.ts';
import { documentCodes } from '../../evisa/evisa-offer.ts';
import { findApplications, openTyped } from '../../evisa/evisa-applications-store.server.ts';
import { fillFromBook, fillFromZone } from '../../evisa/fill-evisa.server.ts';
import { removePaper, saveTraveller, sendPaper } from '../../evisa/keep-evisa.server.ts';
import { takeTripForm } from '../../evisa/take-trip-form.server.ts';
import { changeAddress } from '../../delivery/change-address.server.ts';
import { addressFaults, readAddress, regionsFor } from '../../delivery/delivery-address.ts';
import { takeTicketForm } from '../../evisa/name-ticket.server.ts';
import { TripStep } from '../../evisa/pages/evisa-review-step.tsx';
import { TravellerStep } from '../../evisa/pages/evisa-traveller-step.tsx';
import { answerCase, sendCasePaper } from '../answer-case.server.ts';
import { assistedMail } from '../assisted-jobs.server.ts';
import { openAssistedApplication, type AssistedApplicationView } from '../open-assisted-application.server.ts';
import { placeAssistedOrder } from '../place-assisted-order.server.ts';
import { withdrawCase } from '../withdraw-case.server.ts';
import { readVisaStays } from '../../compliance/read-visa-stay.server.ts';
import { isStayForm, takeStayForm } from '../../compliance/take-stay-form.server.ts';
import { AssistedReview } from './assisted-review.tsx';
import { AssistedCaseStep } from './assisted-case-step.tsx';
import type { Route } from './+types/assisted-apply-page.ts';
import '../../evisa/pages/evisa.css';
import './assisted.css';

export const handle = { texts: ['visa-stays', 'assisted', 'evisas', 'delivery', 'passport-photo', 'orders', 'price'] };

const notFound = () => new Response('Not found', { status: 404 });

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const key = url.searchParams.get('key');
  if (key && /^[\w-]{16,32}$/.test(params.id)) {
    const cookie = redeemGroupLink(platform, params.id, key);
    if (!cookie) return { view: null };
    throw redirect(`/visa-assistance/apply/${params.id}`, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
  }
  const group = await findGroupFor(platform, viewer, request, params.id, 'assisted');
  if (!group) throw notFound();
  const { language } = context.get(requestContext);
  const view = await openAssistedApplication(platform, viewer, group, language);
  const step = url.searchParams.get('step');
  const asked = Number(url.searchParams.get('traveller'));
  const wanted = view.travellers.find((traveller) => traveller.number === asked) ?? null;
  const first = view.travellers.find((traveller) => !traveller.ready) ?? view.travellers[0]!;
  const { number } = wanted ?? first;
  const own = (await findApplications(platform.db, group.id))[number - 1]!;
  const stays = await readVisaStays(platform, group.orderId ? [own.id] : []);
  return {
    view,
    title: view.title,
    step: step === 'trip' || step === 'review' ? step : ('traveller' as const),
    number,
    stay: stays.get(own.id) ?? null,
    staySaid: url.searchParams.get('stay'),
    doorSaid: url.searchParams.get('door'),
    saved: url.searchParams.get('saved'),
    refused: url.searchParams.get('refused'),
    papersRefused: url.searchParams.getAll('paper').slice(0, 16),
    countries: countryNames(language),
    formKey: newFormKey(),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language, address, requestId } = context.get(requestContext);
  const group = await findGroupFor(platform, viewer, request, params.id, 'assisted');
  if (!group) throw notFound();
  const form = await request.formData();
  const text = (name: string, most = 200) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, most) : '';
  };
  const who = whoIs(viewer);
  const base = `/visa-assistance/apply/${group.id}`;
  const position = Number(text('traveller')) - 1;
  const here = `${base}?traveller=${position + 1}`;
  const application = (await findApplications(platform.db, group.id))[position];
  const paid = group.orderId !== null;

  const papers = async (): Promise<string[]> => {
    const refused: string[] = [];
    for (const kind of documentCodes) {
      const file = form.get(`paper.${kind}`);
      if (!(file instanceof File) || file.size === 0) continue;
      const content = new Uint8Array(await file.arrayBuffer());
      const sent = paid
        ? await sendCasePaper(platform, { caseId: application?.id ?? '', kind, content, who })
        : await sendPaper(platform, { groupId: group.id, position, kind, content, who });
      if (!sent.ok) refused.push(`${kind}.${sent.refused}`);
    }
    return refused;
  };
  const back = (to: string, refused: readonly string[] = []) =>
    redirect(`${to}${refused.map((each) => `&paper=${encodeURIComponent(each)}`).join('')}`);

  if (isStayForm(text('intent', 40)) && application)
    return redirect(`${here}&${await takeStayForm(platform, form, { stayId: application.id, who, requestId })}#stay`);
  switch (text('intent', 40)) {
    case 'save':
    case 'next': {
      if (!application) throw notFound();
      await saveTraveller(platform, { groupId: group.id, position, typed: readTyped((name) => text(name)), who });
      const refused = await papers();
      if (text('intent') === 'save' || refused.length > 0) return back(`${here}&saved=1`, refused);
      const fresh = (await findGroupFor(platform, viewer, request, group.id, 'assisted'))!;
      const view = await openAssistedApplication(platform, viewer, fresh, language);
      if (!view.travellers[position]!.ready) return back(`${here}&saved=faults`);
      const next = view.travellers.find((traveller) => !traveller.ready && traveller.number > position + 1);
      return redirect(next ? `${base}?traveller=${next.number}` : `${base}?step=trip`);
    }
    case 'fill':
    case 'fill-zone': {
      if (!application) throw notFound();
      const typed = { ...openTyped(platform.crypto, application), ...readTyped((name) => text(name)) };
      const filled =
        text('intent') === 'fill' ? await fillFromBook(platform, viewer, text('person'), typed) : fillFromZone(platform, typed);
      await saveTraveller(platform, { groupId: group.id, position, typed: filled ?? typed, who });
      return redirect(`${here}&saved=${filled ? 'filled' : 'unread'}`);
    }
    case 'ticket':
    case 'ticket-off': {
      if (!application) throw notFound();
      await saveTraveller(platform, { groupId: group.id, position, typed: readTyped((name) => text(name)), who });
      return redirect(`${here}&saved=${await takeTicketForm(platform, form, { groupId: group.id, address })}#ticket`);
    }
    case 'remove': {
      await removePaper(platform, { groupId: group.id, documentId: text('document'), who });
      return redirect(`${here}&saved=1`);
    }
    case 'papers': {
      if (!application) throw notFound();
      const refused = await papers();
      const chosen = [...form.values()].some((value) => value instanceof File && value.size > 0);
      return chosen ? back(`${here}&saved=${refused.length > 0 ? 'answer' : 'papers'}`, refused) : redirect(here);
    }
    case 'trip':
    case 'mail-link': {
      const linkOnly = text('intent') === 'mail-link';
      const answer = await takeTripForm(platform, group, { text, courier: form.get('courier') === 'yes', linkOnly }, who);
      if (answer) return data(answer, { status: 422 });
      if (!linkOnly) return redirect(`${base}?step=review`);
      const number = Math.floor(platform.clock.now() / 300_000);
      await transact(platform.db, (tx) =>
        platform.jobs.send(tx, assistedMail, { template: 'link', groupId: group.id, caseId: null, number }),
      );
      return redirect(`${base}?step=trip&saved=link`);
    }
    case 'address': {
      const changed = await changeAddress(platform, { groupId: group.id, typed: readAddress(text), who, requestId });
      if (!changed.ok && changed.refused === 'address') {
        const typed = readAddress(text);
        const faults = addressFaults(typed, regionsFor(group.route)).map((field) => `door-${field}`);
        return data({ faults, typed: { email: '', phone: '', courier: group.courier, address: typed } }, { status: 422 });
      }
      return redirect(`${here}&door=${changed.ok ? 'saved' : 'closed'}#door`);
    }
    case 'place': {
      const amount = Number(text('seen'));
      const currency = text('currency');
      const key = readFormKey(form);
      if (!key || !Number.isSafeInteger(amount) || amount <= 0 || !isCurrencyCode(currency))
        return redirect(`${base}?step=review&refused=form-keyless`);
      const placed = await placeAssistedOrder(platform, {
        viewer,
        groupId: group.id,
        language,
        seenTotal: money(amount, currency),
        agreed: form.get('agree') === 'yes',
        key,
        address,
        requestId,
      });
      if (!placed.ok) return redirect(`${base}?step=review&refused=${placed.refused}`);
      return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
    }
    case 'answer': {
      if (!application) throw notFound();
      const refused = await papers();
      if (refused.length > 0) return back(`${here}&saved=answer`, refused);
      const typed = readTyped((name) => text(name));
      const answered = await answerCase(platform, { caseId: application.id, who, requestId, typed, words: text('words', 2000) });
      return redirect(answered.ok ? `${here}&saved=answered` : `${here}&refused=${answered.refused}`);
    }
    case 'withdraw': {
      if (!application) throw notFound();
      const withdrawn = await withdrawCase(platform, { caseId: application.id, by: 'customer', who, requestId });
      return redirect(withdrawn.ok ? `${here}&saved=${withdrawn.value}` : `${here}&refused=${withdrawn.refused}`);
    }
    default:
      return redirect(base);
  }
}

export default function AssistedApplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('assisted');
  const words = useTexts('evisas');
  const busy = useNavigation().state !== 'idle';
  if (!loaderData.view)
    return (
      <main id="main" className="wrap page-end">
        <div className="page-head">
          <h1 tabIndex={-1}>{words('oldLink.title')}</h1>
          <p className="lede">{words('oldLink.text')}</p>
        </div>
      </main>
    );
  const { view, step, number, saved, refused, papersRefused, countries, formKey, stay, staySaid, doorSaid } = loaderData;
  const traveller = view.travellers.find((one) => one.number === number)!;
  const base = `/visa-assistance/apply/${view.id}`;
  return (
    <main id="main" className="wrap page-end">
      {view.open && <Steps view={view} step={step} number={number} />}
      <div className="page-head">
        <h1 tabIndex={-1}>{view.title}</h1>
        <p className="lede">
          {view.terms} · {t('facts.arrival')} <DateText date={view.arrival} form="long" />
        </p>
      </div>
      <div className="ev-case">
        <nav className="ev-people" aria-label={words('people.label')}>
          <ol>
            {view.travellers.map((one) => (
              <li key={one.number}>
                <Link
                  to={`${base}?traveller=${one.number}`}
                  aria-current={step === 'traveller' && one.number === number ? 'page' : undefined}
                >
                  <b>
                    <bdi>{one.name || words('people.traveller', { number: one.number })}</bdi>
                  </b>
                  {view.open && one.ready && <Icon name="done" label={words('people.ready')} />}
                  <small>
                    {one.view
                      ? t(`states.${one.view.status}.title`)
                      : words(one.ready ? 'people.ready' : one.begun ? 'people.begun' : 'people.empty')}
                  </small>
                </Link>
              </li>
            ))}
          </ol>
          {view.open && <p className="small muted">{words('people.kept')}</p>}
        </nav>
        <div>
          {refused && (
            <Notice tone="danger" boxed live>
              {words([`refused.${refused}`, 'refused.other'])}
            </Notice>
          )}
          {papersRefused.length > 0 && (
            <Notice tone="danger" boxed live title={words('upload.refusedTitle')}>
              <ul>
                {papersRefused.map((each) => {
                  const [code = '', why = ''] = each.split('.');
                  return (
                    <li key={each}>
                      {words([`documents.${code}`, 'documents.photo'])}: {words([`upload.refused.${why}`, 'upload.refused.other-type'])}
                    </li>
                  );
                })}
              </ul>
            </Notice>
          )}
          {!view.open ? (
            <AssistedCaseStep
              view={view}
              traveller={traveller}
              saved={saved}
              busy={busy}
              stay={stay}
              staySaid={staySaid}
              door={{ said: doorSaid, answer: actionData ?? null }}
            />
          ) : step === 'traveller' ? (
            <>
              <Notice tone="info">{t('papers.later')}</Notice>
              <TravellerStep
                key={`${number} ${saved}`}
                view={view}
                base={base}
                papersLater
                traveller={traveller}
                countries={countries}
                saved={saved}
                busy={busy}
              />
            </>
          ) : step === 'trip' ? (
            <TripStep
              view={view}
              copy={view.check ? null : { title: t('courier.title'), label: t('courier.label'), hint: t('courier.hint') }}
              saved={saved}
              answer={actionData ?? null}
              busy={busy}
            />
          ) : (
            <AssistedReview view={view} formKey={formKey} busy={busy} />
          )}
        </div>
      </div>
    </main>
  );
}

function Steps({ view, step, number }: { view: AssistedApplicationView; step: string; number: number }) {
  const t = useTexts('evisas');
  const base = `/visa-assistance/apply/${view.id}`;
  return (
    <StepBar
      label={t('steps.label')}
      steps={[
        { label: t('steps.visa'), state: 'done', to: `/visa-assistance/${view.slug}` },
        { label: t('steps.travellers'), state: step === 'traveller' ? 'here' : 'done', to: `${base}?traveller=${number}` },
        { label: t('steps.trip'), state: step === 'trip' ? 'here' : step === 'review' ? 'done' : 'ahead', to: `${base}?step=trip` },
        { label: t('steps.review'), state: step === 'review' ? 'here' : 'ahead', to: `${base}?step=review` },
        { label: t('steps.pay'), state: 'ahead' },
      ]}
    />
  );
}
