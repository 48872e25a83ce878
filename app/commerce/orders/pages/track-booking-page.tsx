import { Form, Link, redirect } from 'react-router';
import type { Route } from './+types/track-booking-page.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { transact } from '#app/platform/database.server.ts';
import { newFormKey, onceForForm } from '#app/platform/idempotency.server.ts';
import { Button } from '#app/ui/button.tsx';
import { ErrorSummary } from '#app/ui/error-summary.tsx';
import { TextField } from '#app/ui/field.tsx';
import { HelpAnswer } from '#app/ui/help-answer.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { offerMoneyBack } from '../../bookings/operator-cancel.server.ts';
import { showCreditOfOrder } from '../../credits/give-credit.server.ts';
import { findTripOfOrder } from '../../baskets/trip-of-order.server.ts';
import { findTrackedInquiry, trackInquiry } from '../../inquiries/track-inquiry.server.ts';
import { TrackedInquiry } from '../../inquiries/tracked-inquiry.tsx';
import { messageSend } from '../../messages/message-jobs.server.ts';
import { productCountersContext } from '../../product-counter.ts';
import { findLinked } from '../find-linked.server.ts';
import { givenUp } from '../linked-rules.ts';
import { trackOrder } from '../order-access.server.ts';
import { redeemLink, visitOrder } from '../order-visit.server.ts';
import { showOrder } from '../show-order.server.ts';
import { TrackedOrder } from './tracked-order.tsx';

export const handle = { texts: ['orders', 'price', 'cart'] };

const nothing = {
  order: null,
  inquiry: null,
  trip: null,
  linked: [],
  credit: null,
  moneyBack: null,
  oldLink: false,
  sent: false,
  kept: false,
  refused: null,
  formKey: '',
};

/** Where the button of a mail leads once its key has opened the order. */
function thenOf(then: string | null, reference: string): string {
  if (then === 'pay') return `/checkout/${reference}`;
  return then === 'people' ? `/trip-people/${reference}` : `/track?order=${reference}`;
}

export async function loader({ request, context, url }: Route.LoaderArgs) {
  const platform = context.get(platformContext);
  const reference = url.searchParams.get('order');
  const key = url.searchParams.get('key');
  if (reference && key) {
    const opened = await redeemLink(platform, reference, key);
    if (opened)
      throw redirect(thenOf(url.searchParams.get('then'), opened.order.reference), {
        headers: { 'Set-Cookie': opened.cookie, 'Cache-Control': 'no-store' },
      });
    return { ...nothing, oldLink: true };
  }
  const visit = reference ? await visitOrder(platform, context.get(viewerContext), request, reference) : null;
  if (!visit) return { ...nothing, inquiry: reference ? await findTrackedInquiry(platform, request, reference) : null };
  const [viewer, counters, { language }] = [context.get(viewerContext), context.get(productCountersContext), context.get(requestContext)];
  const left = visit.sight === 'full' && givenUp.includes(visit.order.status);
  const [order, trip, linked, credit, moneyBack] = await Promise.all([
    showOrder(platform, counters, visit, language),
    visit.sight === 'full' ? findTripOfOrder(platform, counters, viewer, request, visit.order.id, language) : null,
    left ? findLinked(platform, counters, { viewer, request, language }, visit.order) : [],
    visit.sight === 'full' ? showCreditOfOrder(platform, visit.order) : null,
    visit.sight === 'full' ? offerMoneyBack(platform, visit.order) : null,
  ]);
  return {
    order,
    inquiry: null,
    trip,
    linked,
    credit,
    moneyBack,
    oldLink: false,
    sent: url.searchParams.has('sent'),
    kept: url.searchParams.has('kept'),
    refused: url.searchParams.get('refused'),
    formKey: newFormKey(),
  };
}

interface Answer {
  readonly typed: { readonly reference: string; readonly who: string };
  readonly faults: readonly ('missReference' | 'missWho')[];
  readonly refused: 'miss' | 'tooMany' | null;
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer | Response> {
  const platform = context.get(platformContext);
  const form = await request.formData();
  const text = (name: string) =>
    String(form.get(name) ?? '')
      .trim()
      .slice(0, 200);
  const intent = text('intent');
  if (intent === 'send-link') {
    const visit = await visitOrder(platform, context.get(viewerContext), request, text('order'));
    if (!visit) throw new Response('Not found', { status: 404 });
    const { order } = visit;
    const sent = { actor: `tracker:${order.id}`, form, about: 'send-link' };
    const to = await onceForForm<string>(platform, sent, async (progress) => {
      const there = `/track?order=${order.reference}&sent`;
      await transact(platform.db, async (tx) => {
        await platform.jobs.send(tx, messageSend, {
          template: 'order-link',
          orderId: order.id,
          version: Math.floor(platform.clock.now() / 300_000),
          language: order.language,
        });
        await progress.answer(tx, there);
      });
      return there;
    });
    return redirect(to);
  }
  const typed = { reference: text('reference'), who: text('who') };
  const faults = [...(typed.reference === '' ? (['missReference'] as const) : []), ...(typed.who === '' ? (['missWho'] as const) : [])];
  if (faults.length > 0) return { typed, faults, refused: null };
  const found = await trackOrder(platform, {
    reference: typed.reference,
    emailOrSurname: typed.who,
    address: context.get(requestContext).address,
  });
  if (!found.ok && found.refused === 'not-found') {
    // Counted as a try already; an inquiry has a reference like an order's.
    const asked = await trackInquiry(platform, { reference: typed.reference, emailOrSurname: typed.who });
    if (asked) return redirect(`/track?order=${asked.reference}`, { headers: { 'Set-Cookie': asked.cookie } });
  }
  if (!found.ok) return { typed, faults: [], refused: found.refused === 'too-many-tries' ? 'tooMany' : 'miss' };
  return redirect(`/track?order=${found.value.order.reference}`, { headers: { 'Set-Cookie': found.value.cookie } });
}

export default function TrackBookingPage({ loaderData, actionData }: Route.ComponentProps) {
  if (loaderData.inquiry) return <TrackedInquiry inquiry={loaderData.inquiry} />;
  return loaderData.order ? (
    <TrackedOrder
      order={loaderData.order}
      trip={loaderData.trip}
      linked={loaderData.linked}
      credit={loaderData.credit}
      moneyBack={loaderData.moneyBack}
      sent={loaderData.sent}
      kept={loaderData.kept}
      refused={loaderData.refused}
      formKey={loaderData.formKey}
    />
  ) : (
    <FindOrder oldLink={loaderData.oldLink} answer={actionData ?? null} />
  );
}

function FindOrder({ oldLink, answer }: { oldLink: boolean; answer: Answer | null }) {
  const t = useTexts('orders');
  const fault = (of: Answer['faults'][number]) => (answer?.faults.includes(of) ? t(`track.${of}`) : undefined);
  return (
    <main id="main" className="wrap order-page">
      <header className="order-head">
        <h1 tabIndex={-1}>{t('track.title')}</h1>
        <p>{t('track.lede')}</p>
      </header>
      <div className="order-find__beside">
        <Form method="post" className="card order-find" noValidate>
          {oldLink && !answer && <Notice tone="warn">{t('track.oldLink')}</Notice>}
          {answer?.refused && (
            <Notice tone="danger" boxed live>
              {t(`track.${answer.refused}`)} <HelpAnswer to="order-not-found" />
            </Notice>
          )}
          <ErrorSummary
            faults={(answer?.faults ?? []).map((each) => ({
              field: each === 'missWho' ? 'who' : 'reference',
              message: t(`track.${each}`),
            }))}
          />
          <TextField
            name="reference"
            label={t('track.reference')}
            defaultValue={answer?.typed.reference}
            error={fault('missReference')}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            dir="ltr"
            maxLength={30}
          />
          <TextField
            name="who"
            label={t('track.who')}
            hint={t('track.whoHint')}
            defaultValue={answer?.typed.who}
            error={fault('missWho')}
            autoComplete="email"
            maxLength={200}
          />
          <Button look="go" icon="search" wide>
            {t('track.find')}
          </Button>
        </Form>
        <div className="order-main">
          <h2>{t('track.lost')}</h2>
          <p>{t('track.lostText')}</p>
          <p>
            <Link to="/order-management" className="link">
              {t('track.signedIn')}
            </Link>
          </p>
        </div>
      </div>
    </main>
  );
}
