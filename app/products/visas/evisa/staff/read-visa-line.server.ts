import { findOthersOf, consultationEmailIndex } from '#app/commerce/consultations/consultations-store.server.ts';
import { findLedgerLines } from '#app/commerce/ledger/ledger-store.server.ts';
import { withoutUsedPromises } from '#app/commerce/ledger/money-lines.ts';
import { mailKinds } from '#app/commerce/messages/mail-kinds.ts';
import { subjectOf } from '#app/commerce/messages/staff/work-wording.server.ts';
import { findHistory, readContact } from '#app/commerce/orders/orders-store.server.ts';
import type { Order } from '#app/commerce/orders/orders.tables.ts';
import type { NotedCall } from '#app/commerce/record-notes/call-rules.ts';
import { newestFirst, noteEntries } from '#app/commerce/orders/staff/order-line.ts';
import { findPaymentsOfOrder } from '#app/commerce/payments/payments-store.server.ts';
import { cardOf } from '#app/commerce/payments/two-card-rules.ts';
import type { OpenNotes } from '#app/commerce/record-notes/open-notes.server.ts';
import { findStaffNames } from '#app/platform/access-store.server.ts';
import { may, type Clerk } from '#app/platform/access.ts';
import { listMails } from '#app/platform/mail-log-list-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Money } from '#app/values/money.ts';

export interface VisaEntry {
  readonly at: string;
  readonly kind: 'event' | 'note' | 'mail' | 'call' | 'money';
  /** Tells entries of one moment apart. */
  readonly id: string;
  /**
   * A state of the visa or a move of the order by name, the template of a mail about the order, the subject of another, the
   * words of a note, the outcome of a call.
   */
  readonly what: string;
  /** Of what an event or a mail is: the traveller's visa itself, its order, the looks at a counter's calendar. */
  readonly of: 'visa' | 'order' | 'counter' | 'advice' | null;
  /** Not a mail, but a text that went to the telephone beside it. */
  readonly phone: boolean;
  /** Of a note that is of a telephone call. */
  readonly rang?: NotedCall | null;
  /** A colleague's name, or who among customer, system and provider; null where it goes without saying. */
  readonly by: string | null;
  readonly byName: boolean;
  /** What an officer ticked before it went on. */
  readonly checks: readonly string[];
  readonly amount: Money | null;
  /** Of money that two cards pay: which of them it was; or that it is paid in four. */
  readonly card: { readonly ending: string | null; readonly is: ReturnType<typeof cardOf> } | null;
  /** A page of the desk that tells more. */
  readonly to: string | null;
}

/** What happened to one visa, told by its own module. */
export type OwnVisaEntry = Pick<VisaEntry, 'at' | 'id' | 'what' | 'checks'> & {
  readonly kind: 'event' | 'call';
  readonly of: 'visa' | 'counter';
  readonly actor: string;
};

const mostMails = 100;

/** With what the case knows of what was put into it; empty for a kind that is not sent any more. */
const subjectOfKind = (kind: string, language: LanguageCode, places: Readonly<Record<string, string>>) => {
  const known = mailKinds.find((one) => one === kind);
  return known ? subjectOf(known, language).replaceAll(/\{\{\s*(\w+)\s*\}\}/g, (_, name: string) => places[name] ?? '…') : '';
};

/** One line of time of a traveller's visa: its own events, its order's, mails, calls, money and notes. */
export async function readVisaLine(
  { db, crypto }: Pick<Platform, 'db' | 'crypto'>,
  viewer: Clerk,
  {
    order,
    own,
    notes,
    language,
    places,
  }: {
    readonly order: Order;
    readonly own: readonly OwnVisaEntry[];
    readonly notes: OpenNotes['notes'];
    readonly language: LanguageCode;
    /** What subjects of its mails are filled in with. */
    readonly places: { readonly country: string; readonly authority?: string };
  },
): Promise<VisaEntry[]> {
  const anyMail = { status: null, kind: '', language: null, orderId: order.id, from: '', until: '', after: null } as const;
  const [history, mails, ledger, payments, calls] = await Promise.all([
    findHistory(db, order.id),
    listMails(db, anyMail, mostMails),
    findLedgerLines(db, order.id),
    findPaymentsOfOrder(db, order.id),
    // Advice is given to a person, before there is an order and beside it.
    findOthersOf(db, { id: '', emailIndex: consultationEmailIndex(crypto, readContact(crypto, order).email) }),
  ]);
  const moves = history.filter(({ fromStatus, toStatus }) => fromStatus !== toStatus);
  const actors = [...own, ...moves].map(({ actor }) => actor);
  const names = await findStaffNames(db, [
    ...new Set([
      ...actors.flatMap((actor) => (actor.startsWith('staff:') ? [actor.slice('staff:'.length)] : [])),
      ...calls.flatMap(({ officerId }) => officerId ?? []),
    ]),
  ]);
  const by = (actor: string) => {
    const [who = '', id = ''] = actor.split(':');
    return who === 'staff' ? { by: names.get(id) ?? '–', byName: true } : { by: who === 'user' ? 'customer' : who, byName: false };
  };
  const quiet = { of: null, phone: false, by: null, byName: false, checks: [], amount: null, card: null, to: null } as const;
  // What one card pays alone needs no name.
  const cards = new Map(
    payments.some((payment) => cardOf(payment) !== null)
      ? payments.map((payment) => [payment.id, { ending: payment.cardEnding, is: cardOf(payment) }])
      : [],
  );
  return newestFirst<VisaEntry>([
    ...own.map(({ actor, ...entry }) => ({ ...quiet, ...entry, ...by(actor) })),
    ...moves.map(({ version, event, at, actor }) => ({
      ...quiet,
      at: at.toISOString(),
      kind: 'event' as const,
      id: `order-${version}`,
      of: 'order' as const,
      what: event,
      ...by(actor),
    })),
    ...mails.map((mail) => ({
      ...quiet,
      at: mail.queuedAt.toISOString(),
      kind: 'mail' as const,
      id: mail.id,
      phone: mail.channel === 'text',
      ...(mail.kind.startsWith('orders.')
        ? { of: 'order' as const, what: mail.kind.slice('orders.'.length) }
        : { of: 'visa' as const, what: subjectOfKind(mail.kind, language, { ...places, reference: order.reference }) }),
      to: may(viewer, 'notifications:view') ? `/admin/notifications/mails/${encodeURIComponent(mail.id)}` : null,
    })),
    ...calls.map((call) => ({
      ...quiet,
      at: (call.startsAt ?? call.createdAt).toISOString(),
      kind: 'call' as const,
      id: `call-${call.id}`,
      of: 'advice' as const,
      what: call.status,
      by: call.officerId && (names.get(call.officerId) ?? '–'),
      byName: true,
      to: may(viewer, 'consultations:view') ? `/admin/consultations/${call.reference}` : null,
    })),
    ...withoutUsedPromises(ledger).map((line, index) => ({
      ...quiet,
      at: line.postedAt.toISOString(),
      kind: 'money' as const,
      id: `money-${index}`,
      what: line.kind,
      amount: line.amount,
      card: cards.get(line.paymentId ?? '') ?? null,
    })),
    ...noteEntries(notes).map((note) => ({ ...quiet, ...note })),
  ]);
}
