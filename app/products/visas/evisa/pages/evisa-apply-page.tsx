import { data, Link, redirect, useNavigation } from 'react-router';
import type { Route } from './+types/evisa-apply-page.ts';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import { newFormKey, readFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { countryNames } from '#app/ui/country-names.server.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { StepBar } from '#app/ui/step-bar.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { isCurrencyCode, money } from '#app/values/money.ts';
import { answerEvisa, withdrawEvisa } from '../answer-evisa.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { documentCodes } from '../evisa-offer.ts';
import { readTyped } from '../evisa-form.ts';
import { findGroupFor, redeemGroupLink } from '../evisa-group-access.server.ts';
import { evisaMail } from '../evisa-jobs.server.ts';
import { findApplications, openTyped } from '../evisa-applications-store.server.ts';
import { fillFromBook, fillFromZone } from '../fill-evisa.server.ts';
import { removePaper, saveTraveller, sendPaper } from '../keep-evisa.server.ts';
import { takeTripForm } from '../take-trip-form.server.ts';
import { changeAddress } from '../../delivery/change-address.server.ts';
import { addressFaults, readAddress, regionsFor } from '../../delivery/delivery-address.ts';
import { takeTicketForm } from '../name-ticket.server.ts';
import { openEvisaApplication, type EvisaApplicationView } from '../open-evisa-application.server.ts';
import { placeEvisaOrder } from '../place-evisa-order.server.ts';
import { readVisaStays } from '../../compliance/read-visa-stay.server.ts';
import { isStayForm, takeStayForm } from '../../compliance/take-stay-form.server.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted, trustedOrder } from '#app/commerce/pricing/promo-codes.server.ts';
import { ReviewStep, TripStep } from './evisa-review-step.tsx';
import { CaseStep } from './evisa-case-step.tsx';
import { TravellerStep } from './evisa-traveller-step.tsx';
import './evisa.css';

export const handle = { texts: ['visa-stays', 'evisas', 'delivery', 'passport-photo', 'orders', 'price', 'promo'] };

const notFound = () => new Response('Not found', { status: 404 });

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const key = url.searchParams.get('key');
  if (key && /^[\w-]{16,32}$/.test(params.id)) {
    const cookie = redeemGroupLink(platform, params.id, key);
    if (!cookie) return { view: null };
    throw redirect(`/e-visa/apply/${params.id}`, { headers: { 'Set-Cookie': cookie, 'Cache-Control': 'no-store' } });
  }
  const group = await findGroupFor(platform, viewer, request, params.id);
  if (!group) throw notFound();
  const { language, address } = context.get(requestContext);
  const typed = url.searchParams.get('promo');
  const code = await takeGuess(platform, address, typed);
  const opened = await openEvisaApplication(platform, viewer, group, language, code);
  await trusted(platform, address, opened.promo);
  const view = { ...opened, promo: opened.promo ?? unheard(typed, code) };
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
    papersRefused: url.searchParams.getAll('paper').slice(0, 12),
    countries: countryNames(language),
    formKey: newFormKey(),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { language, address, requestId } = context.get(requestContext);
  const group = await findGroupFor(platform, viewer, request, params.id);
  if (!group) throw notFound();
  const form = await request.formData();
  const text = (name: string, most = 200) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, most) : '';
  };
  const who = whoIs(viewer);
  const base = `/e-visa/apply/${group.id}`;
  const position = Number(text('traveller')) - 1;
  const here = `${base}?traveller=${position + 1}`;
  const application = (await findApplications(platform.db, group.id))[position];

  const papers = async (): Promise<string[]> => {
    const refused: string[] = [];
    for (const code of documentCodes) {
      const file = form.get(`paper.${code}`);
      if (!(file instanceof File) || file.size === 0) continue;
      const sent = await sendPaper(platform, {
        groupId: group.id,
        position,
        kind: code,
        content: new Uint8Array(await file.arrayBuffer()),
        who,
      });
      if (!sent.ok) refused.push(`${code}.${sent.refused}`);
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
      const typed = readTyped((name) => text(name));
      await saveTraveller(platform, { groupId: group.id, position, typed, who });
      const refused = await papers();
      if (text('intent') === 'save' || refused.length > 0) return back(`${here}&saved=1`, refused);
      const view = await openEvisaApplication(platform, viewer, (await findGroupFor(platform, viewer, request, group.id))!, language);
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
    case 'trip':
    case 'mail-link': {
      const linkOnly = text('intent') === 'mail-link';
      const answer = await takeTripForm(platform, group, { text, courier: form.get('courier') === 'yes', linkOnly }, who);
      if (answer) return data(answer, { status: 422 });
      if (!linkOnly) return redirect(`${base}?step=review`);
      const number = Math.floor(platform.clock.now() / 300_000);
      await transact(platform.db, (tx) =>
        platform.jobs.send(tx, evisaMail, { template: 'link', groupId: group.id, applicationId: null, number }),
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
      const seenTotal = money(amount, currency);
      const promo = text('promo', 40);
      const placed = await placeEvisaOrder(platform, {
        viewer,
        groupId: group.id,
        language,
        seenTotal,
        agreed: form.get('agree') === 'yes',
        promo: await takeGuess(platform, address, promo),
        key,
        address,
        requestId,
      });
      // A code that this person has used up is not tried again: the page shows the price without it.
      if (!placed.ok) {
        const again = promo && placed.refused !== 'promo-used-up' ? `&promo=${encodeURIComponent(promo)}` : '';
        return redirect(`${base}?step=review&refused=${placed.refused}${again}`);
      }
      await trustedOrder(platform, address, placed.value.orderId);
      return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
    }
    case 'answer': {
      if (!application) throw notFound();
      const refused = await papers();
      if (refused.length > 0) return back(`${here}&saved=answer`, refused);
      const answered = await answerEvisa(platform, {
        applicationId: application.id,
        by: 'customer',
        who,
        requestId,
        typed: readTyped((name) => text(name)),
        words: text('words', 2000),
      });
      return redirect(answered.ok ? `${here}&saved=answered` : `${here}&refused=${answered.refused}`);
    }
    case 'withdraw': {
      if (!application) throw notFound();
      const withdrawn = await withdrawEvisa(platform, { applicationId: application.id, by: 'customer', who, requestId });
      return redirect(withdrawn.ok ? `${here}&saved=withdrawn` : `${here}&refused=${withdrawn.refused}`);
    }
    default:
      return redirect(base);
  }
}

export default function EvisaApplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('evisas');
  const busy = useNavigation().state !== 'idle';
  if (!loaderData.view)
    return (
      <main id="main" className="wrap page-end">
        <div className="page-head">
          <h1 tabIndex={-1}>{t('oldLink.title')}</h1>
          <p className="lede">{t('oldLink.text')}</p>
        </div>
      </main>
    );
  const { view, step, number, saved, refused, papersRefused, countries, formKey, stay, staySaid, doorSaid } = loaderData;
  const traveller = view.travellers.find((one) => one.number === number)!;
  return (
    <main id="main" className="wrap page-end">
      {view.open && <Steps view={view} step={step} number={number} />}
      <div className="page-head">
        <h1 tabIndex={-1}>{view.title}</h1>
        <p className="lede">
          {view.type} · {t('facts.arrival')} <DateText date={view.arrival} form="long" />
        </p>
      </div>
      <div className="ev-case">
        <nav className="ev-people" aria-label={t('people.label')}>
          <ol>
            {view.travellers.map((one) => (
              <li key={one.number}>
                <Link
                  to={`/e-visa/apply/${view.id}?traveller=${one.number}`}
                  aria-current={step === 'traveller' && one.number === number ? 'page' : undefined}
                >
                  <b>
                    <bdi>{one.name || t('people.traveller', { number: one.number })}</bdi>
                  </b>
                  {view.open && one.ready && <Icon name="done" label={t('people.ready')} />}
                  <small>
                    {view.open
                      ? t(one.ready ? 'people.ready' : one.begun ? 'people.begun' : 'people.empty')
                      : t(`states.${one.status}.title`)}
                  </small>
                </Link>
              </li>
            ))}
          </ol>
          {view.open && <p className="small muted">{t('people.kept')}</p>}
        </nav>
        <div>
          {refused && (
            <Notice tone="danger" boxed live>
              {t([`refused.${refused}`, 'refused.other'])}
            </Notice>
          )}
          {papersRefused.length > 0 && (
            <Notice tone="danger" boxed live title={t('upload.refusedTitle')}>
              <ul>
                {papersRefused.map((each) => {
                  const [code = '', why = ''] = each.split('.');
                  return (
                    <li key={each}>
                      {t([`documents.${code}`, 'documents.photo'])}: {t([`upload.refused.${why}`, 'upload.refused.other-type'])}
                    </li>
                  );
                })}
              </ul>
            </Notice>
          )}
          {!view.open ? (
            <CaseStep
              view={view}
              traveller={traveller}
              saved={saved}
              busy={busy}
              stay={stay}
              staySaid={staySaid}
              door={{ said: doorSaid, answer: actionData ?? null }}
            />
          ) : step === 'traveller' ? (
            <TravellerStep
              key={`${number} ${saved}`}
              view={view}
              base={`/e-visa/apply/${view.id}`}
              traveller={traveller}
              countries={countries}
              saved={saved}
              busy={busy}
            />
          ) : step === 'trip' ? (
            <TripStep
              view={view}
              copy={{ title: t('trip.copy'), label: t('trip.courier'), hint: t('trip.courierHint') }}
              saved={saved}
              answer={actionData ?? null}
              busy={busy}
            />
          ) : (
            <ReviewStep view={view} formKey={formKey} busy={busy} />
          )}
        </div>
      </div>
    </main>
  );
}

function Steps({ view, step, number }: { view: EvisaApplicationView; step: string; number: number }) {
  const t = useTexts('evisas');
  const base = `/e-visa/apply/${view.id}`;
  return (
    <StepBar
      label={t('steps.label')}
      steps={[
        { label: t('steps.visa'), state: 'done', to: `/e-visa/${view.slug}` },
        { label: t('steps.travellers'), state: step === 'traveller' ? 'here' : 'done', to: `${base}?traveller=${number}` },
        { label: t('steps.trip'), state: step === 'trip' ? 'here' : step === 'review' ? 'done' : 'ahead', to: `${base}?step=trip` },
        { label: t('steps.review'), state: step === 'review' ? 'here' : 'ahead', to: `${base}?step=review` },
        { label: t('steps.pay'), state: 'ahead' },
      ]}
    />
  );
}
