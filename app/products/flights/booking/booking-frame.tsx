import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Button } from '#app/ui/button.tsx';
import { Icon } from '#app/ui/icon.tsx';
import { Price } from '#app/ui/price.tsx';
import { StepBar, type Step } from '#app/ui/step-bar.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import { stepNumbers, stepPaths, type BookingStep } from './booking-draft.ts';
import { DraftMirror, FlightBookingProvider, useFlightBooking } from './booking-draft-mirror.tsx';
import type { BookingPageView } from './booking-view.ts';
import { JourneyStrip } from './journey-strip.tsx';
import { MoneyPanel } from './money-panel.tsx';
import { OtherFlights } from './other-flights.tsx';
import { PriceRise } from './price-rise.tsx';
import './booking.css';

const shown: readonly BookingStep[] = ['results', 'passengers', 'ticket-type', 'extras', 'seats', 'checkout'];

/** An optional step has two ways on: with what was chosen, and past it, as visible as the first. */
interface WaysOn {
  /** The name under which the pressed button sends its value. */
  readonly name: string;
  readonly go: { readonly value: string; readonly words: string; readonly busy: string | false };
  readonly skip: { readonly value: string; readonly words: string };
}

/** Steps, heading, the step's own form and the money beside it; on a phone the money is a bar at the foot. */
export function BookingFrame({
  view,
  step,
  title,
  lede,
  formId,
  actions,
  waysOn,
  children,
}: {
  view: BookingPageView;
  step: BookingStep;
  title: string;
  lede: ReactNode;
  /** The form that the buttons of the money panel send. */
  formId: string;
  actions?: ReactNode;
  /** In place of `actions`, where the step may be passed. */
  waysOn?: WaysOn;
  children: ReactNode;
}) {
  const t = useTexts('booking');
  const here = stepNumbers[step];
  const steps: Step[] = shown.map((each) => {
    const number = stepNumbers[each];
    const state = each === step ? 'here' : number <= view.reached && number < here ? 'done' : 'ahead';
    return { label: t(`steps.${each}`), state, to: each === 'results' ? view.resultsPath : stepPaths[each] };
  });
  // A link that nobody sees: the router asks about the next page now, not when the button was pressed.
  const next = shown[shown.indexOf(step) + 1];
  return (
    <FlightBookingProvider>
      <main id="main" className="wrap page-end booking" data-step={step}>
        <DraftMirror booking={view.mirror} />
        <StepBar steps={steps} label={t('steps.label')} />
        {next && <Link to={stepPaths[next]} hidden aria-hidden tabIndex={-1} />}
        <header className="booking__head">
          <h1 tabIndex={-1}>{title}</h1>
          <p className="lede">{lede}</p>
        </header>
        <div className="booking__columns">
          <div className="booking__main">
            {step !== 'seats' && (
              <JourneyStrip slices={view.slices} airports={view.airports} change={view.resultsPath} contracts={view.contracts} />
            )}
            {view.were && <OtherFlights were={view.were} />}
            {view.rise && <PriceRise rise={view.rise} />}
            {children}
          </div>
          <aside className="booking__aside" aria-label={t('money.title')}>
            <MoneyPanel money={view.money}>
              <div className="booking__actions">
                {actions}
                {waysOn && (
                  <>
                    <Button look="go" wide form={formId} name={waysOn.name} value={waysOn.go.value} busy={waysOn.go.busy}>
                      {waysOn.go.words}
                    </Button>
                    <Button look="line" wide form={formId} name={waysOn.name} value={waysOn.skip.value}>
                      {waysOn.skip.words}
                    </Button>
                  </>
                )}
              </div>
              <p className="small muted">{t('money.nothingYet')}</p>
            </MoneyPanel>
            <StartOver />
          </aside>
        </div>
        {view.money && (
          <div className={`booking__bar${waysOn ? ' booking__bar--two' : ''}`}>
            <p>
              <span className="small muted">{t('money.totalFor', { count: view.money.travellers })}</span>
              <Price value={view.money.total} className="booking__bar-total" />
            </p>
            {waysOn && (
              <button className="btn btn--line" form={formId} name={waysOn.name} value={waysOn.skip.value}>
                {waysOn.skip.words}
              </button>
            )}
            <button className="btn btn--go" form={formId} name={waysOn?.name ?? 'intent'} value={waysOn?.go.value ?? 'save'}>
              {t('continue')}
            </button>
          </div>
        )}
      </main>
    </FlightBookingProvider>
  );
}

/** Gives the booking up, here and on the server. */
function StartOver() {
  const t = useTexts('booking');
  const { resetBooking } = useFlightBooking();
  return (
    <Form method="post" action={stepPaths.passengers} className="booking__reset" onSubmit={resetBooking}>
      <button className="btn btn--quiet btn--s" name="intent" value="reset">
        <Icon name="history" small />
        {t('reset')}
      </button>
    </Form>
  );
}
