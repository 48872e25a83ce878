import { data, Form, Link, redirect, useNavigation, type ShouldRevalidateFunctionArgs } from 'react-router';
import { isCalledOff, stageOf } from '#app/commerce/bookings/booking-status.ts';
import { PayPart } from '#app/commerce/orders/pages/order-plan.tsx';
import { findOrderFor, whoIs } from '#app/commerce/orders/order-access.server.ts';
import { newFormKey } from '#app/platform/idempotency.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { Button, ButtonLink } from '#app/ui/button.tsx';
import { TextField } from '#app/ui/field.tsx';
import { Notice, Tag } from '#app/ui/notice.tsx';
import { comma, formatDate, formatMoney } from '#app/ui/number-format.ts';
import { IconLines } from '#app/ui/product-page.tsx';
import { useLanguage, useTexts } from '#app/ui/texts.tsx';
import { plainVersion } from '#app/values/plain-text.ts';
import { acceptOffer, changeStart, declineRequest } from '../answer-request.server.ts';
import { longestPickup } from '#app/commerce/bookings/booker-lengths.ts';
import { changePickup } from '../change-pickup.server.ts';
import { changeParty } from '../change-party.server.ts';
import { toneOf } from '../booking-tone.ts';
import { ageBandNames } from '../experience.ts';
import { experienceProduct } from '../experience-product.server.ts';
import { openParty, readPartyForm } from '../open-party.server.ts';
import { openBookedVisit, type BookedVisit } from '../open-visit.server.ts';
import { PickupForm } from '../pickup-form.tsx';
import { PartyChange } from '../party-change.tsx';
import type { Route } from './+types/visit-page.ts';
import './experiences.css';
import './visit.css';

export const handle = { texts: ['experiences', 'visit', 'booker', 'promo', 'orders'] };

const good = ['taken', 'changed', 'left', 'fetched'] as const;
const said = [...good, 'not-open', 'no-such-start', 'sold-out', 'changed-meanwhile', 'disputed', 'party-refused'] as const;

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const order = await findOrderFor(platform, context.get(viewerContext), request, params.order);
  const { language } = context.get(requestContext);
  const visit = order?.kind === 'experience' ? await openBookedVisit(platform, order, url.searchParams.get('day'), language) : null;
  if (!visit) throw new Response('Not found', { status: 404 });
  const party = visit.partyOpen && order ? await openParty(platform, order, url.searchParams, language, 'customer') : null;
  return {
    visit,
    party,
    title: visit.title,
    said: said.find((one) => one === url.searchParams.get('said')) ?? null,
    formKey: newFormKey(),
  };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const order = await findOrderFor(platform, viewer, request, params.order);
  if (order?.kind !== 'experience') throw new Response('Not found', { status: 404 });
  const form = await request.formData();
  const ask = { orderId: order.id, by: 'customer', who: whoIs(viewer) } as const;
  const here = (said: string) => redirect(`/experience-visit/${order.reference}?said=${said}`);
  const product = experienceProduct(platform);
  switch (form.get('intent')) {
    case 'take-offer': {
      const taken = await acceptOffer(platform, product, ask);
      return here(taken.ok ? 'taken' : taken.refused);
    }
    case 'leave-offer': {
      const left = await declineRequest(platform, product, ask);
      return here(left.ok ? 'left' : left.refused);
    }
    case 'change': {
      const changed = await changeStart(platform, product, {
        ...ask,
        date: String(form.get('day') ?? ''),
        start: String(form.get('start') ?? ''),
        version: plainVersion(form.get('version')),
      });
      return here(changed.ok ? 'changed' : changed.refused);
    }
    case 'party': {
      const asked = await readPartyForm(platform, order, form);
      if (!asked) return data({ refused: 'unread' as const }, { status: 400 });
      const changed = await changeParty(platform, product, { ...ask, ...asked });
      return changed.ok ? here('changed') : data({ refused: changed.refused }, { status: 409 });
    }
    case 'pickup': {
      const kept = await changePickup(platform, {
        orderId: order.id,
        who: whoIs(viewer),
        pickup: form.get('pickup'),
        version: plainVersion(form.get('pickupVersion')),
        requestId: context.get(requestContext).requestId,
      });
      const typed = String(form.get('pickup') ?? '').slice(0, longestPickup);
      return kept.ok
        ? here('fetched')
        : data({ pickup: { refused: kept.refused, typed } }, { status: kept.refused === 'unread' ? 422 : 409 });
    }
    default:
      return here('not-open');
  }
}

/** After a refusal the page is asked anew: what stands there now is why. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return actionStatus === 409 || defaultShouldRevalidate;
}

export default function VisitPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('visit');
  const tx = useTexts('experiences');
  const language = useLanguage();
  const busy = useNavigation().state !== 'idle';
  const { visit, party: open, said: word, formKey } = loaderData;
  const path = `/experience-visit/${visit.reference}`;
  const stage = stageOf(visit.status);
  const fetched = actionData && 'pickup' in actionData ? actionData.pickup : null;
  const party = ageBandNames
    .flatMap((band) => ((visit.party[band] ?? 0) === 0 ? [] : [tx(`visit.line.${band}`, { count: visit.party[band]! })]))
    .join(comma(language));
  return (
    <main id="main" className="wrap page-end vs">
      <div className="page-head">
        <h1 tabIndex={-1}>{visit.title}</h1>
        <p className="lede">
          {formatDate(visit.date, language, 'long')}
          {comma(language)}
          <bdi>{visit.start}</bdi> · {visit.city}
        </p>
      </div>
      {word && (
        <Notice tone={good.some((one) => one === word) ? 'ok' : 'danger'} boxed live>
          {t(word === 'changed' && visit.unpaid ? 'said.changed-unpaid' : `said.${word}`)}
        </Notice>
      )}
      {visit.status === 'counter_offered' && visit.offered && (
        <Notice
          tone="warn"
          boxed
          title={t('offer.title', { date: formatDate(visit.offered.date, language, 'long'), time: visit.offered.start })}
        >
          <p>{t('offer.text')}</p>
          <Form method="post" action={path} className="vs-offer">
            <Button look="go" name="intent" value="take-offer" busy={busy && t('busy')}>
              {t('offer.take')}
            </Button>
            <Button name="intent" value="leave-offer">
              {t('offer.leave')}
            </Button>
          </Form>
        </Notice>
      )}
      {visit.status === 'requested' && (
        <Notice tone="plain" boxed>
          <p>{t('withdraw.text')}</p>
          <Form method="post" action={path} className="vs-offer">
            <Button name="intent" value="leave-offer" busy={busy && t('busy')}>
              {t('withdraw.go')}
            </Button>
          </Form>
        </Notice>
      )}
      <div className="vs-body">
        <Voucher visit={visit} party={party} formKey={formKey} />
        <div className="vs-side">
          {stage !== 'over' && (
            <>
              <section aria-labelledby="meeting">
                <h2 id="meeting">{tx('meeting')}</h2>
                <p>{visit.meeting}</p>
              </section>
              <section aria-labelledby="bring">
                <h2 id="bring">{tx('bring')}</h2>
                <IconLines lines={visit.bring} icon="bag" />
              </section>
            </>
          )}
          {visit.pickup?.open && <PickupForm pickup={visit.pickup} path={path} refused={fetched?.refused ?? null} typed={fetched?.typed} />}
          {visit.change && <Change visit={visit} change={visit.change} path={path} />}
          {open && <PartyChange party={open} path={path} refused={actionData && 'refused' in actionData ? actionData.refused : null} />}
          <p className="vs-links">
            <ButtonLink to={`/track?order=${visit.reference}`}>
              {t(isCalledOff(visit.status) ? 'ended' : stage === 'over' || stage === 'begun' ? 'over' : 'order')}
            </ButtonLink>
            <Link className="link" to={`/experience/${visit.experienceId}`}>
              {t('experience')}
            </Link>
          </p>
        </div>
      </div>
    </main>
  );
}

function Voucher({ visit, party, formKey }: { visit: BookedVisit; party: string; formKey: string }) {
  const t = useTexts('visit');
  const tx = useTexts('experiences');
  const facts: [string, string][] = [
    [t('voucher.name'), visit.name],
    [tx('facts.who'), party],
    [t('voucher.option'), tx([`option.${visit.option}`, 'option.standard'])],
    ...(visit.pickup ? [[tx('facts.pickup'), visit.pickup.at || tx('facts.pickupOpen')] as [string, string]] : []),
    [tx('facts.operator'), visit.operator],
  ];
  return (
    <section className="vs-voucher card card--in" aria-labelledby="voucher">
      <h2 id="voucher">{t(visit.qr ? 'voucher.title' : 'voucher.later')}</h2>
      <Tag tone={toneOf(visit.status)}>{tx(`states.${visit.status}`)}</Tag>
      {visit.unpaid && <Unpaid visit={visit} unpaid={visit.unpaid} formKey={formKey} />}
      {visit.qr && visit.voucher && (
        <>
          {/* Drawn on the server from our own signed text. */}
          <div className="vs-qr" role="img" aria-label={t('voucher.qr')} dangerouslySetInnerHTML={{ __html: visit.qr }} />
          <p className="vs-number num">
            <bdi>{visit.voucher}</bdi>
          </p>
          <p className="small muted">{t('voucher.text')}</p>
        </>
      )}
      {visit.voucher && isCalledOff(visit.status) && <p>{t('voucher.calledOff')}</p>}
      <dl className="xp-table">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Whom the voucher lets in while something is still to pay, what that is and by when, and the way to pay it. */
function Unpaid({ visit, unpaid, formKey }: { visit: BookedVisit; unpaid: NonNullable<BookedVisit['unpaid']>; formKey: string }) {
  const t = useTexts('visit');
  const language = useLanguage();
  const { paid, places, amount, by, late } = unpaid;
  const values = { paid, places, amount: formatMoney(amount, language), date: by ? formatDate(by, language, 'long') : '' };
  return (
    <Notice tone="warn" boxed title={t(paid < places ? 'unpaid.title' : 'unpaid.whole', values)}>
      <p>
        {t(by === null ? 'unpaid.now' : late ? 'unpaid.late' : 'unpaid.text', values)}
        {paid < places && ` ${t('unpaid.door')}`}
      </p>
      <PayPart reference={visit.reference} part={unpaid.part} amount={amount} formKey={formKey}>
        {t('unpaid.pay', values)}
      </PayPart>
    </Notice>
  );
}

function Change({ visit, change, path }: { visit: BookedVisit; change: NonNullable<BookedVisit['change']>; path: string }) {
  const t = useTexts('visit');
  return (
    <section aria-labelledby="change">
      <h2 id="change">{t('change.title')}</h2>
      <p className="muted">{t(change.calledOff ? 'change.calledOff' : 'change.text')}</p>
      <Form method="get" action={path} className="vs-change">
        <TextField name="day" type="date" label={t('change.day')} defaultValue={change.day} key={change.day} />
        <Button>{t('change.look')}</Button>
      </Form>
      {change.starts.length === 0 ? (
        <p className="muted">{t('change.none')}</p>
      ) : (
        <Form method="post" action={path} className="vs-change">
          <input type="hidden" name="day" value={change.day} />
          <input type="hidden" name="intent" value="change" />
          <input type="hidden" name="version" value={visit.version} />
          {change.starts.map(({ start, left }) => (
            <Button key={start} name="start" value={start} icon="clock">
              <bdi>{start}</bdi> {t('change.left', { count: left })}
            </Button>
          ))}
        </Form>
      )}
      {change.calledOff ? (
        <p className="small">
          <Link className="link" to={`/track?order=${visit.reference}#choice`}>
            {t('change.ways')}
          </Link>
        </p>
      ) : (
        <p className="small muted">{t('change.note', { reference: visit.reference })}</p>
      )}
    </section>
  );
}
