import { readTravellers } from '#app/commerce/orders/orders-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { money, type Money } from '#app/values/money.ts';
import { plainLine } from '#app/values/plain-text.ts';
import { readAmount } from '#app/values/read-amount.ts';
import type { PassengerDetails } from '../booking-draft.ts';
import { withdrawChange } from '../carry-out-change.server.ts';
import {
  agreeToCorrection,
  answerCorrection,
  askCorrection,
  judgeWish,
  leaveRest,
  refuseCorrection,
  reopenCorrection,
  withdrawCorrection,
} from '../correct-names.server.ts';
import { getFlightOrder } from '../flight-store.server.ts';
import type { Flights } from '../flights-context.ts';
import type { CorrectionKind } from '../name-correction-rules.ts';
import { beginChangePayment } from '../pay-change.server.ts';
import type { FlightPress, Pressed } from '../press-flights.server.ts';
import { sentName } from '../ticket-name.ts';
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
  readonly typed: { readonly fee: string; readonly reason: string; readonly documentSeen: boolean };
  readonly refused: string;
}

export type NamesPressed =
  | ({ readonly kind: 'to' } & Pressed)
  | { readonly kind: 'form'; readonly again: NameAgain }
  | { readonly kind: 'desk'; readonly again: DeskAgain };

const longestReason = 500;
const to = (address: string, away = false): NamesPressed => ({ kind: 'to', to: address, ...(away ? { away } : {}) });

/** What a button on the page of an order's names does, for the traveller and for staff; null for one that is none of its buttons. */
export async function pressNames(platform: Platform, flights: Flights, press: FlightPress): Promise<NamesPressed | null> {
  const { form, asker, here, order } = press;
  const intent = form.get('intent');
  const correction = plainLine(form.get('correction'), 64);
  const answered = (outcome: { ok: true } | { ok: false; refused: string }, did: string): NamesPressed =>
    to(outcome.ok ? `${here}?did=${did}` : `${here}?refused=${outcome.refused}`);
  // What was typed goes back into its fields.
  if (intent === 'edit') return { kind: 'form', again: { typed: typedName(form), problems: [], refused: null, look: null } };
  if (intent === 'look' || intent === 'ask') return askFor(platform, flights, press, intent);
  if (intent === 'withdraw') return answered(await withdrawCorrection(platform, { ...asker, correction }), 'withdrawn');
  if (intent === 'stop') return answered(await withdrawChange(platform, asker), 'stopped');
  if (asker.by === 'customer') {
    if (intent === 'pay') return pay(platform, press);
    if (intent !== 'agree') return null;
    const seen = String(form.get('seen') ?? '');
    const agreed = await agreeToCorrection(platform, { ...asker, correction, seenFee: /^\d{1,12}$/.test(seen) ? Number(seen) : -1 });
    return agreed.ok ? pay(platform, press) : to(`${here}?refused=${agreed.refused}`);
  }
  const reason = plainLine(form.get('reason'), longestReason).trim();
  const typed = { fee: plainLine(form.get('fee'), 20).trim(), reason, documentSeen: form.get('seen-document') === 'on' };
  const again = (refused: string): NamesPressed => ({ kind: 'desk', again: { correction, typed, refused } });
  if (intent === 'answer') {
    const fee = typed.fee === '' ? null : readAmount(typed.fee);
    if (typed.fee !== '' && fee === null) return again('fee-unreadable');
    const did = await answerCorrection(platform, flights, {
      orderId: order.id,
      correction,
      who: asker.who,
      fee,
      documentSeen: typed.documentSeen,
    });
    return did.ok ? to(`${here}?did=${did.value}`) : again(did.refused);
  }
  if (intent === 'reopen') return answered(await reopenCorrection(platform, { orderId: order.id, correction, who: asker.who }), 'reopened');
  if (intent === 'refuse' || intent === 'leave-rest') {
    const settle = intent === 'refuse' ? refuseCorrection : leaveRest;
    const did = await settle(platform, { orderId: order.id, correction, who: asker.who, reason });
    return did.ok ? to(`${here}?did=refused`) : again(did.refused);
  }
  return null;
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
