import { redirect, useNavigation } from 'react-router';
import type { Route } from './+types/evisa-apply-page.ts';
import { unheard } from '#app/commerce/pricing/promo-code.ts';
import { takeGuess, trusted, trustedOrder } from '#app/commerce/pricing/promo-codes.server.ts';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { answerEvisa, withdrawEvisa } from '../answer-evisa.server.ts';
import { enterApplication, readApplicationPlace } from '../enter-application.server.ts';
import { evisaMail } from '../evisa-jobs.server.ts';
import { sendPaper } from '../keep-evisa.server.ts';
import { openEvisaApplication } from '../open-evisa-application.server.ts';
import { placeEvisaOrder } from '../place-evisa-order.server.ts';
import { pressedApplication, readApplicationPress, readPlacing, sendPapers, takeApplicationForm } from '../take-application-form.server.ts';
import { takeAnswerForm } from '../take-answer-form.server.ts';
import { ApplicationFrame, OldLink } from './application-frame.tsx';
import { ReviewStep, TripStep } from './evisa-review-step.tsx';
import { answersOf, reloadHeld } from './held-answer.ts';
import { CaseStep } from './evisa-case-step.tsx';
import { TravellerStep } from './evisa-traveller-step.tsx';
import './evisa.css';

export const handle = { texts: ['visa-stays', 'evisas', 'delivery', 'passport-photo', 'orders', 'price', 'promo'] };

const way = { at: '/e-visa/apply', route: 'evisa' } as const;

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const group = await enterApplication({ request, url, context }, params.id, way);
  if (!group) return { view: null };
  const platform = context.get(platformContext);
  const { language, address } = context.get(requestContext);
  const typed = url.searchParams.get('promo');
  const code = await takeGuess(platform, address, typed);
  const opened = await openEvisaApplication(platform, context.get(viewerContext), group, language, code);
  await trusted(platform, address, opened.promo);
  const view = { ...opened, promo: opened.promo ?? unheard(typed, code) };
  return { view, title: view.title, ...(await readApplicationPlace(platform, group, view.travellers, url, language)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const press = await readApplicationPress({ request, context }, params.id, way);
  const { platform, viewer, facts, group, form, text, who, base, here, position } = press;
  const { language, address, requestId } = facts;
  const papers = () => sendPapers(press, (kind, content) => sendPaper(platform, { groupId: group.id, position, kind, content, who }));
  const taken = await takeApplicationForm(press, {
    papers,
    openTravellers: async (fresh) => (await openEvisaApplication(platform, viewer, fresh, language)).travellers,
    mailLink: (tx, number) => platform.jobs.send(tx, evisaMail, { template: 'link', groupId: group.id, applicationId: null, number }),
  });
  if (taken) return taken;
  switch (press.intent) {
    case 'place': {
      const placing = readPlacing(press);
      if (!placing) return redirect(`${base}?step=review&refused=form-keyless`);
      const promo = text('promo', 40);
      const placed = await placeEvisaOrder(platform, {
        ...placing,
        viewer,
        groupId: group.id,
        language,
        agreed: form.get('agree') === 'yes',
        promo: await takeGuess(platform, address, promo),
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
      const applicationId = pressedApplication(press).id;
      return takeAnswerForm(press, papers, (given) => answerEvisa(platform, { applicationId, by: 'customer', who, requestId, ...given }));
    }
    case 'withdraw': {
      const withdrawn = await withdrawEvisa(platform, { applicationId: pressedApplication(press).id, by: 'customer', who, requestId });
      return redirect(withdrawn.ok ? `${here}&saved=withdrawn` : `${here}&refused=${withdrawn.refused}`);
    }
    default:
      return redirect(base);
  }
}

export { reloadHeld as shouldRevalidate };

export default function EvisaApplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('evisas');
  const busy = useNavigation().state !== 'idle';
  if (!loaderData.view) return <OldLink />;
  const { view, step, number, saved, refused, papersRefused, countries, formKey, stay, staySaid, doorSaid } = loaderData;
  const traveller = view.travellers.find((one) => one.number === number)!;
  const base = `${way.at}/${view.id}`;
  const { held, trip } = answersOf(actionData);
  return (
    <ApplicationFrame
      view={view}
      base={base}
      visa={`/e-visa/${view.slug}`}
      lead={
        <>
          {view.type} · {t('facts.arrival')} <DateText date={view.arrival} form="long" />
        </>
      }
      step={step}
      number={number}
      stateOf={(one) => (view.open ? null : t(`states.${one.status}.title`))}
      refused={held ? null : refused}
      papersRefused={held ? [] : papersRefused}
    >
      {!view.open ? (
        <CaseStep
          view={view}
          traveller={traveller}
          saved={held ? null : saved}
          busy={busy}
          stay={stay}
          staySaid={staySaid}
          door={{ said: doorSaid, answer: trip }}
          held={held}
        />
      ) : step === 'traveller' ? (
        <TravellerStep
          key={`${number} ${saved}`}
          view={view}
          base={base}
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
          answer={trip}
          busy={busy}
        />
      ) : (
        <ReviewStep view={view} formKey={formKey} busy={busy} />
      )}
    </ApplicationFrame>
  );
}
