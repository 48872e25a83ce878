import { createContext, useContext, useEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { Form, useSearchParams } from 'react-router';
import { Notice } from '#app/ui/notice.tsx';
import { useTexts } from '#app/ui/texts.tsx';
import {
  draftStorageKey,
  emptyBooking,
  mirrorOf,
  stepPaths,
  totalPassengers,
  type FlightBooking,
  type MirroredPassenger,
} from './booking-draft.ts';
import { readMirror } from './read-mirror.ts';

type Mirror = FlightBooking<MirroredPassenger>;

export interface FlightBookingState {
  readonly booking: Mirror;
  readonly totalPassengers: number;
  updateBooking(changes: Partial<Mirror>): void;
  /** Restores the defaults and removes the stored copy. */
  resetBooking(): void;
}

const empty: Mirror = mirrorOf(emptyBooking);
const FlightBookingContext = createContext<FlightBookingState | null>(null);

/** The browser's copy of the draft: saved with each change, restored on load. The server's draft decides. */
export function FlightBookingProvider({ children }: { children: ReactNode }) {
  const [booking, setBooking] = useState<Mirror>(empty);
  useEffect(() => {
    const stored = readStored();
    if (stored) setBooking(stored);
  }, []);
  const state: FlightBookingState = {
    booking,
    totalPassengers: totalPassengers(booking),
    updateBooking(changes) {
      setBooking((before) => {
        const after = { ...before, ...changes };
        store(after);
        return after;
      });
    },
    resetBooking() {
      store(null);
      setBooking(empty);
    },
  };
  return <FlightBookingContext value={state}>{children}</FlightBookingContext>;
}

/** Throws outside its provider: a fault of the page, not of the visitor. */
export function useFlightBooking(): FlightBookingState {
  const state = useContext(FlightBookingContext);
  if (!state) throw new Error('useFlightBooking must be used within a FlightBookingProvider');
  return state;
}

/** Keeps the browser's copy equal to what the server has just shown. */
export function DraftMirror({ booking }: { booking: Mirror }) {
  const { updateBooking } = useFlightBooking();
  const text = JSON.stringify(booking);
  useEffect(() => {
    updateBooking(JSON.parse(text) as Mirror);
    // The setter is new on every rendering; the text tells whether there is anything to do.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [text]);
  return null;
}

const told = ['none', 'offer-gone', 'supplier-silent', 'not-a-booking'] as const;

/** Why a step of a booking led here, and the booking that could be gone on with. */
export function BookingNotice() {
  const t = useTexts('booking');
  const why = useSearchParams()[0].get('booking');
  // The server does not know what this browser keeps.
  const stored = useSyncExternalStore(
    () => () => undefined,
    () => rawStored(),
    () => null,
  );
  // Whoever was quicker than the script of the step has sent its form alone: the copy is still here.
  const givenUp = why === 'given-up';
  useEffect(() => {
    if (givenUp) store(null);
  }, [givenUp]);
  const resumable = !givenUp && stored && readMirror(stored)?.selectedOutboundFlight ? stored : null;
  const known = told.find((each) => each === why);
  return (
    <div className="mb-3 grid gap-2 empty:hidden">
      {known && !(known === 'none' && resumable) && (
        <Notice tone="info" boxed>
          {t(`notice.${known}`)}
        </Notice>
      )}
      <ResumeBooking stored={resumable} />
    </div>
  );
}

/** Offers to go on with a booking that this browser remembers and the server does not. */
function ResumeBooking({ stored }: { stored: string | null }) {
  const t = useTexts('booking');
  const [gone, setGone] = useState(false);
  const booking = stored && !gone ? readMirror(stored) : null;
  if (!booking?.selectedOutboundFlight) return null;
  const { from, to } = booking.selectedOutboundFlight.summary;
  return (
    <Notice tone="info" boxed icon="history" title={t('resume.title', { from, to })}>
      {t('resume.text')}
      <Form method="post" action={stepPaths.passengers} className="mt-2 flex flex-wrap gap-2">
        <input type="hidden" name="mirror" value={JSON.stringify(booking)} />
        <button className="btn btn--line btn--s" name="intent" value="restore">
          {t('resume.go')}
        </button>
        <button
          className="btn btn--quiet btn--s"
          type="button"
          onClick={() => {
            store(null);
            setGone(true);
          }}
        >
          {t('resume.drop')}
        </button>
      </Form>
    </Notice>
  );
}

function rawStored(): string | null {
  try {
    return sessionStorage.getItem(draftStorageKey);
  } catch {
    // Storage may be switched off; the booking works without it.
    return null;
  }
}

function readStored(): Mirror | null {
  const raw = rawStored();
  if (raw === null) return null;
  const booking = readMirror(raw);
  if (!booking) store(null);
  return booking;
}

function store(booking: Mirror | null): void {
  try {
    if (booking) sessionStorage.setItem(draftStorageKey, JSON.stringify(booking));
    else sessionStorage.removeItem(draftStorageKey);
  } catch {
    // Full or switched off: the server's draft is the one that counts.
  }
}
