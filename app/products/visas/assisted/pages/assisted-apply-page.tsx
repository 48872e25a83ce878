import { redirect, useNavigation } from 'react-router';
import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { DateText } from '#app/ui/date-text.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { enterApplication, readApplicationPlace } from '../../evisa/enter-application.server.ts';
import { sendPaper } from '../../evisa/keep-evisa.server.ts';
import { ApplicationFrame, OldLink } from '../../evisa/pages/application-frame.tsx';
import { TripStep } from '../../evisa/pages/evisa-review-step.tsx';
import { TravellerStep } from '../../evisa/pages/evisa-traveller-step.tsx';
import {
  backWith,
  pressedApplication,
  readApplicationPress,
  readPlacing,
  sendPapers,
  takeApplicationForm,
} from '../../evisa/take-application-form.server.ts';
import { takeAnswerForm } from '../../evisa/take-answer-form.server.ts';
import { answersOf, reloadHeld } from '../../evisa/pages/held-answer.ts';
import { answerCase, sendCasePaper } from '../answer-case.server.ts';
import { assistedMail } from '../assisted-jobs.server.ts';
import { openAssistedApplication } from '../open-assisted-application.server.ts';
import { placeAssistedOrder } from '../place-assisted-order.server.ts';
import { withdrawCase } from '../withdraw-case.server.ts';
import { AssistedReview } from './assisted-review.tsx';
import { AssistedCaseStep } from './assisted-case-step.tsx';
import type { Route } from './+types/assisted-apply-page.ts';
import '../../evisa/pages/evisa.css';
import './assisted.css';

export const handle = { texts: ['visa-stays', 'assisted', 'evisas', 'delivery', 'passport-photo', 'orders', 'price'] };

const way = { at: '/visa-assistance/apply', route: 'assisted' } as const;

export async function loader({ request, params, url, context }: Route.LoaderArgs) {
  const group = await enterApplication({ request, url, context }, params.id, way);
  if (!group) return { view: null };
  const platform = context.get(platformContext);
  const { language } = context.get(requestContext);
  const view = await openAssistedApplication(platform, context.get(viewerContext), group, language);
  return { view, title: view.title, ...(await readApplicationPlace(platform, group, view.travellers, url, language)) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const press = await readApplicationPress({ request, context }, params.id, way);
  const { platform, viewer, facts, group, form, who, base, here, position, application } = press;
  const { language, address, requestId } = facts;
  const papers = () =>
    sendPapers(press, (kind, content) =>
      group.orderId === null
        ? sendPaper(platform, { groupId: group.id, position, kind, content, who })
        : sendCasePaper(platform, { caseId: application?.id ?? '', kind, content, who }),
    );
  const taken = await takeApplicationForm(press, {
    papers,
    openTravellers: async (fresh) => (await openAssistedApplication(platform, viewer, fresh, language)).travellers,
    mailLink: (tx, number) => platform.jobs.send(tx, assistedMail, { template: 'link', groupId: group.id, caseId: null, number }),
  });
  if (taken) return taken;
  switch (press.intent) {
    case 'papers': {
      pressedApplication(press);
      const refused = await papers();
      const chosen = [...form.values()].some((value) => value instanceof File && value.size > 0);
      return chosen ? backWith(`${here}&saved=${refused.length > 0 ? 'answer' : 'papers'}`, refused) : redirect(here);
    }
    case 'place': {
      const placing = readPlacing(press);
      if (!placing) return redirect(`${base}?step=review&refused=form-keyless`);
      const placed = await placeAssistedOrder(platform, {
        ...placing,
        viewer,
        groupId: group.id,
        language,
        agreed: form.get('agree') === 'yes',
        address,
        requestId,
      });
      if (!placed.ok) return redirect(`${base}?step=review&refused=${placed.refused}`);
      return redirect(`/checkout/${placed.value.reference}`, { headers: { 'Set-Cookie': placed.value.cookie } });
    }
    case 'answer': {
      const caseId = pressedApplication(press).id;
      return takeAnswerForm(press, papers, (given) => answerCase(platform, { caseId, who, requestId, ...given }));
    }
    case 'withdraw': {
      const withdrawn = await withdrawCase(platform, { caseId: pressedApplication(press).id, by: 'customer', who, requestId });
      return redirect(withdrawn.ok ? `${here}&saved=${withdrawn.value}` : `${here}&refused=${withdrawn.refused}`);
    }
    default:
      return redirect(base);
  }
}

export { reloadHeld as shouldRevalidate };

export default function AssistedApplyPage({ loaderData, actionData }: Route.ComponentProps) {
  const t = useTexts('assisted');
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
      visa={`/visa-assistance/${view.slug}`}
      lead={
        <>
          {view.terms} · {t('facts.arrival')} <DateText date={view.arrival} form="long" />
        </>
      }
      step={step}
      number={number}
      stateOf={(one) => one.view && t(`states.${one.view.status}.title`)}
      refused={held ? null : refused}
      papersRefused={held ? [] : papersRefused}
    >
      {!view.open ? (
        <AssistedCaseStep
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
          answer={trip}
          busy={busy}
        />
      ) : (
        <AssistedReview view={view} formKey={formKey} busy={busy} />
      )}
    </ApplicationFrame>
  );
}
