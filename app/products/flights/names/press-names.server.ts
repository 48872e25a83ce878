import { readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money, type Money } from '#app/values/money.ts';
import { refuse, type Outcome } from '#app/values/outcome.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';
import type { PassengerDetails } from '../booking/booking-draft.ts';
import { withdrawChange } from '../change/carry-out-change.server.ts';
import { answerCorrection, decideNameFee } from './answer-correction.server.ts';
import {
  agreeToCorrection,
  askCorrection,
  judgeWish,
  refuseCorrection,
  reopenCorrection,
  withdrawCorrection,
  type NameRefusal,
} from './correct-names.server.ts';
import { getFlightOrder } from '../order/flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import { leaveRest } from '../leave/leave-rest.server.ts';
import type { AirlineAnswer, CorrectionKind } from './name-correction-rules.ts';
import { findCorrection, type NameCorrection } from './name-corrections-store.server.ts';
import { beginChangePayment } from '../change/pay-change.server.ts';
import { putNameBack } from './put-name-back.server.ts';
import type { FlightPress, Pressed } from '../order/press-flights.server.ts';
import { sentName } from '../tickets/ticket-name.ts';
import { nameRulesOf } from '../world/open-ground-facts.server.ts';
import { checkNameForm, typedName, type NameProblem, type NameTyped } from './name-form.ts';

/** Old and new name beside each other, with what the airlines' rules say of it, before anything is asked for. */
export interface NameLook {
  readonly was: string;
  readonly wanted: string;
  readonly kind: CorrectionKind;
  readonly letters: number;
  /** Null: an airline says it when it is asked. */
  readonly fee: Money | null;
  readonly wantsDocument: boolean;
  readonly before: boolean;
  /** Until when the tickets can be given back whole, which ends with it; null where that is over anyway. */
  readonly voidUntil: string | null;
}

/** The page again, with what was typed kept. */
export interface NameAgain {
  readonly typed: NameTyped;
  readonly problems: readonly NameProblem[];
  readonly refused: string | null;
  readonly look: NameLook | null;
}

export const isWrong = ({ problems, refused }: NameAgain): boolean => problems.length > 0 || refused !== null;

/** What a colleague typed beside one correction, and what is wrong with it. */
export interface DeskAgain {
  readonly correction: string;
  readonly typed: DeskTyped;
  readonly refused: string;
}

export interface DeskTyped {
  /** By contract; `no`: it does not do it. */
  readonly fees: Readonly<Record<number, { readonly fee: string; readonly no: boolean }>>;
  readonly feeReason: string;
  readonly reason: string;
  readonly answer: string;
  readonly documentSeen: boolean;
}

export type NamesPressed =
  | ({ readonly kind: 'to' } & Pressed)
  | { readonly kind: 'form'; readonly again: NameAgain }
  | { readonly kind: 'desk'; readonly again: DeskAgain };

const longestReason = 500;
/** More tickets than an order of flights has. */
const mostContracts = 12;
const to = (address: string, away = false): NamesPressed => ({ kind: 'to', to: address, ...(away ? { away } : {}) });

/** What a button on the page of an order's names does, for the traveller and for staff; null for one that is none of its buttons. */
export async function pressNames(
  platform: Platform,
  flights: Flights,
  press: FlightPress,
  clerk: Clerk | null = null,
): Promise<NamesPressed | null> {
  const { form, asker, here, order } = press;
  const intent = form.get('intent');
  const correction = plainLine(form.get('correction'), 64);
  /** Without scripts the answer to a second press is the one that is read: what the first one did is done. */
  const pressedBefore = async (refused: string, isDone: (one: NameCorrection) => boolean): Promise<boolean> => {
    if (refused !== 'not-possible') return false;
    const one = await findCorrection(platform.db, platform.crypto, order.id, correction);
    return one !== null && isDone(one);
  };
  const answered = (outcome: { ok: true } | { ok: false; refused: string }, did: string): NamesPressed =>
    to(outcome.ok ? `${here}?did=${did}` : `${here}?refused=${outcome.refused}`);
  // What was typed goes back into its fields.
  if (intent === 'edit') return { kind: 'form', again: { typed: typedName(form), problems: [], refused: null, look: null } };
  if (intent === 'look' || intent === 'ask') return askFor(platform, flights, press, intent);
  if (intent === 'ask-rest') return answered(await askRest(platform, flights, press, correction), 'asked');
  if (intent === 'withdraw') return answered(await withdrawCorrection(platform, { ...asker, correction }), 'withdrawn');
  if (intent === 'stop') return answered(await withdrawChange(platform, asker), 'stopped');
  if (asker.by === 'customer') {
    if (intent === 'pay') return pay(platform, press);
    if (intent !== 'agree') return null;
    const seen = String(form.get('seen') ?? '');
    const agreed = await agreeToCorrection(platform, { ...asker, correction, seenFee: /^\d{1,12}$/.test(seen) ? Number(seen) : -1 });
    if (!agreed.ok) return to(`${here}?refused=${agreed.refused}`);
    // What costs nothing was agreed to because not all of its airlines do it.
    return seen === '0' ? to(`${here}?did=agreed`) : pay(platform, press);
  }
  const typed = typedAnswer(form);
  const { reason } = typed;
  const again = (refused: string): NamesPressed => ({ kind: 'desk', again: { correction, typed, refused } });
  if (intent === 'answer') {
    const answers = readAnswers(typed);
    if (answers === null) return again('fee-unreadable');
    const did = await answerCorrection(platform, flights, {
      orderId: order.id,
      correction,
      who: asker.who,
      roles: clerk?.staff.roles ?? [],
      answers,
      feeReason: typed.feeReason,
      documentSeen: typed.documentSeen,
    });
    return did.ok ? to(`${here}?did=${did.value}`) : again(did.refused);
  }
  const decision = decisions[String(intent)];
  if (decision) {
    // A second person is one who may give a colleague's work away; whoever wrote it down may take it back.
    if (decision !== 'take-back' && !(clerk && may(clerk, 'flight-orders:override'))) return to(`${here}?refused=second-person`);
    const seen = plainLine(form.get('seen'), 40);
    const did = await decideNameFee(platform, { orderId: order.id, correction, who: asker.who, decision, seen, answer: typed.answer });
    if (did.ok) return to(`${here}?did=${did.value}`);
    const agreed = (one: NameCorrection) => decision === 'agree' && one.feeSeenBy === asker.who;
    const takenBack = (one: NameCorrection) => decision === 'take-back' && one.status === 'asked' && !one.feeWaits && one.feeBy === null;
    if (await pressedBefore(did.refused, takenBack)) return to(`${here}?did=taken-back`);
    if (await pressedBefore(did.refused, (one) => agreed(one) && one.status === 'offered')) return to(`${here}?did=offered`);
    return (await pressedBefore(did.refused, agreed)) ? to(`${here}?did=writing`) : again(did.refused);
  }
  if (intent === 'reopen') return answered(await reopenCorrection(platform, { orderId: order.id, correction, who: asker.who }), 'reopened');
  if (intent === 'refuse' || intent === 'leave-rest') {
    const settle = intent === 'refuse' ? refuseCorrection : leaveRest;
    const did = await settle(platform, { orderId: order.id, correction, who: asker.who, reason });
    const end = intent === 'refuse' ? 'refused' : 'done';
    const isDone = (one: NameCorrection) => one.status === end && one.settledBy === asker.who && one.reason === reason;
    return did.ok || (await pressedBefore(did.refused, isDone)) ? to(`${here}?did=refused`) : again(did.refused);
  }
  if (intent === 'put-back') {
    const did = await putNameBack(platform, flights, { orderId: order.id, correction, who: asker.who, reason });
    const isDone = (one: NameCorrection) => one.status === 'refused' && one.settledBy === asker.who && one.reason === reason;
    return did.ok || (await pressedBefore(did.refused, isDone)) ? to(`${here}?did=put-back`) : again(did.refused);
  }
  return null;
}

const decisions: Readonly<Record<string, 'agree' | 'decline' | 'take-back'>> = {
  'fee-agree': 'agree',
  'fee-decline': 'decline',
  'fee-take-back': 'take-back',
};

function typedAnswer(form: FormData): DeskTyped {
  const line = (name: string, longest = longestReason) => plainLine(form.get(name), longest).trim();
  const fees = Object.fromEntries(
    Array.from({ length: mostContracts }, (_, at) => [at, { fee: line(`fee-${at}`, 20), no: form.get(`no-${at}`) === 'on' }] as const),
  );
  const documentSeen = form.get('seen-document') === 'on';
  return { fees, feeReason: line('fee-reason'), reason: line('reason'), answer: line('answer'), documentSeen };
}

/** What was typed of each airline; null where one of the fees is no amount. */
function readAnswers({ fees }: DeskTyped): Readonly<Record<number, AirlineAnswer>> | null {
  const answers: Record<number, AirlineAnswer> = {};
  for (const [contract, { fee, no }] of Object.entries(fees)) {
    if (no) answers[Number(contract)] = 'no';
    else if (fee !== '') {
      const amount = readAmount(fee);
      if (amount === null) return null;
      answers[Number(contract)] = amount;
    }
  }
  return answers;
}

/** The name that some of its tickets have, for those that were left. */
async function askRest(
  platform: Platform,
  flights: Flights,
  { order, asker }: FlightPress,
  id: string,
): Promise<Outcome<'asked' | 'done', NameRefusal>> {
  const { db, crypto } = platform;
  const left = await findCorrection(db, crypto, order.id, id);
  const person = left && (await readTravellers<PassengerDetails>(db, crypto, order.id))[left.traveller];
  if (!left || !person) return refuse('not-possible');
  const { title, givenNames, surname, singleName } = person;
  const wanted = { title, givenNames, surname, singleName };
  return askCorrection(platform, flights, { ...asker, traveller: left.traveller, wanted });
}

async function askFor(platform: Platform, flights: Flights, press: FlightPress, intent: 'look' | 'ask'): Promise<NamesPressed> {
  const { form, asker, here, order } = press;
  const typed = typedName(form);
  const again = (more: Partial<NameAgain>): NamesPressed => ({
    kind: 'form',
    again: { typed, problems: [], refused: null, look: null, ...more },
  });
  const people = await readTravellers<PassengerDetails>(platform.db, platform.crypto, order.id);
  const { contracts } = await getFlightOrder(platform.db, order.id);
  const read = checkNameForm(
    typed,
    people.map(({ type }) => type),
    contracts.map(({ offer }) => nameRulesOf(offer.validatingAirline)),
  );
  if (read.problems.length > 0) return again({ problems: read.problems });
  const wish = { traveller: read.traveller, wanted: read.wanted };
  if (intent === 'ask') {
    const asked = await askCorrection(platform, flights, { ...asker, ...wish, documentSeen: form.get('seen-document') === 'on' });
    return asked.ok ? to(`${here}?did=${asked.value === 'done' ? 'put-right' : 'asked'}`) : again({ refused: asked.refused });
  }
  const judged = await judgeWish(platform, platform.db, order, wish);
  if (!judged.ok) return again({ refused: judged.refused });
  const { was, kind, letters, fee, paper, before, voidUntil } = judged.value;
  return again({
    look: {
      was: sentName(was, null),
      wanted: sentName(read.wanted, null),
      kind,
      letters,
      fee: fee === null ? null : money(fee, order.currency),
      wantsDocument: paper,
      before,
      voidUntil,
    },
  });
}

/** The bank's page for what the airline takes. */
async function pay(platform: Platform, { order, here, record, language, provider }: FlightPress): Promise<NamesPressed> {
  const returnTo = { success: record, failure: here };
  const begun = await beginChangePayment(platform, provider, { orderId: order.id, returnTo, language });
  return begun.ok ? to(begun.value.redirectTo, true) : to(`${here}?refused=${begun.refused}`);
}
