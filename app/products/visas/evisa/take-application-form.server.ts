import { data, redirect, type RouterContextProvider } from 'react-router';
import { whoIs } from '#app/commerce/orders/order-access.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { readFormKey } from '#app/platform/idempotency.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { platformContext, requestContext, viewerContext, type RequestFacts } from '#app/platform/request-context.ts';
import { isCurrencyCode, money, type Money } from '#app/values/money.ts';
import { isStayForm, takeStayForm } from '../compliance/take-stay-form.server.ts';
import { changeAddress } from '../delivery/change-address.server.ts';
import { addressFaults, readAddress, regionsFor } from '../delivery/delivery-address.ts';
import { findApplications, openTyped } from './evisa-applications-store.server.ts';
import { readTyped } from './evisa-form.ts';
import { findGroupFor } from './evisa-group-access.server.ts';
import { documentCodes, type DocumentCode } from './evisa-offer.ts';
import type { EvisaApplication, EvisaGroup, VisaRoute } from './evisa.tables.ts';
import { fillFromBook, fillFromZone } from './fill-evisa.server.ts';
import { removePaper, saveTraveller } from './keep-evisa.server.ts';
import { takeTicketForm } from './name-ticket.server.ts';
import { takeTripForm, type TripAnswer } from './take-trip-form.server.ts';

const notFound = () => new Response('Not found', { status: 404 });

/** A form of an application's page, by whoever may see the group. */
export interface ApplicationPress {
  readonly platform: Platform;
  readonly viewer: Viewer;
  readonly facts: RequestFacts;
  readonly request: Request;
  readonly group: EvisaGroup;
  readonly form: FormData;
  /** A field as it was typed, without space around it and no longer than `most`. */
  readonly text: (name: string, most?: number) => string;
  readonly intent: string;
  readonly who: string;
  /** The address of the group's page, and of it for the traveller of the form. */
  readonly base: string;
  readonly here: string;
  /** Of the traveller of the form, from 0. */
  readonly position: number;
  readonly application: EvisaApplication | undefined;
}

/** Reads a form of an application's page; nobody else's is not there. `at`: where such pages are. */
export async function readApplicationPress(
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
  id: string,
  { at, route }: { readonly at: string; readonly route: VisaRoute },
): Promise<ApplicationPress> {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const group = await findGroupFor(platform, viewer, request, id, route);
  if (!group) throw notFound();
  const form = await request.formData();
  const text = (name: string, most = 200) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.trim().slice(0, most) : '';
  };
  const base = `${at}/${group.id}`;
  const position = Number(text('traveller')) - 1;
  return {
    platform,
    viewer,
    facts: context.get(requestContext),
    request,
    group,
    form,
    text,
    intent: text('intent', 40),
    who: whoIs(viewer),
    base,
    here: `${base}?traveller=${position + 1}`,
    position,
    application: (await findApplications(platform.db, group.id))[position],
  };
}

/** The application of the traveller that a form names; there is none for a form that names nobody. */
export function pressedApplication({ application }: ApplicationPress): EvisaApplication {
  if (!application) throw notFound();
  return application;
}

type SentPaper = { readonly ok: true } | { readonly ok: false; readonly refused: string };

/** Sends every paper that is in the form; returns those that were refused, as `photo.too-large`. */
export async function sendPapers(
  { form }: Pick<ApplicationPress, 'form'>,
  send: (kind: DocumentCode, content: Uint8Array<ArrayBuffer>) => Promise<SentPaper>,
): Promise<string[]> {
  const refused: string[] = [];
  for (const kind of documentCodes) {
    const file = form.get(`paper.${kind}`);
    if (!(file instanceof File) || file.size === 0) continue;
    const sent = await send(kind, new Uint8Array(await file.arrayBuffer()));
    if (!sent.ok) refused.push(`${kind}.${sent.refused}`);
  }
  return refused;
}

/** To a page, with the papers that were refused. */
export const backWith = (to: string, refused: readonly string[] = []): Response =>
  redirect(`${to}${refused.map((each) => `&paper=${encodeURIComponent(each)}`).join('')}`);

/** What somebody who places an order has read, and the key of their form; null where the form does not say. */
export function readPlacing({
  form,
  text,
}: Pick<ApplicationPress, 'form' | 'text'>): { readonly key: string; readonly seenTotal: Money } | null {
  const amount = Number(text('seen'));
  const currency = text('currency');
  const key = readFormKey(form);
  if (!key || !Number.isSafeInteger(amount) || amount <= 0 || !isCurrencyCode(currency)) return null;
  return { key, seenTotal: money(amount, currency) };
}

/** What the two ways of a visa have of their own. */
export interface ApplicationWay {
  readonly papers: () => Promise<string[]>;
  /** The travellers of the group as its page shows them. */
  readonly openTravellers: (group: EvisaGroup) => Promise<readonly { readonly number: number; readonly ready: boolean }[]>;
  /** Has the link to the page mailed, once for each `number`. */
  readonly mailLink: (tx: Tx, number: number) => Promise<void>;
}

/**
 * What a button does that an application's page has whatever the way of its visa: the travellers' forms and papers, the
 * trip, the address and the visa's own stay. Null for every other button.
 */
export async function takeApplicationForm(press: ApplicationPress, way: ApplicationWay) {
  const { platform, viewer, facts, request, group, form, text, intent, who, base, here, position, application } = press;
  const typedNow = () => readTyped((name) => text(name));
  if (isStayForm(intent) && application)
    return redirect(`${here}&${await takeStayForm(platform, form, { stayId: application.id, who, requestId: facts.requestId })}#stay`);
  switch (intent) {
    case 'save':
    case 'next': {
      pressedApplication(press);
      await saveTraveller(platform, { groupId: group.id, position, typed: typedNow(), who });
      const refused = await way.papers();
      if (intent === 'save' || refused.length > 0) return backWith(`${here}&saved=1`, refused);
      const travellers = await way.openTravellers((await findGroupFor(platform, viewer, request, group.id, group.route))!);
      if (!travellers[position]!.ready) return backWith(`${here}&saved=faults`);
      const next = travellers.find((traveller) => !traveller.ready && traveller.number > position + 1);
      return redirect(next ? `${base}?traveller=${next.number}` : `${base}?step=trip`);
    }
    case 'fill':
    case 'fill-zone': {
      const typed = { ...openTyped(platform.crypto, pressedApplication(press)), ...typedNow() };
      const filled = intent === 'fill' ? await fillFromBook(platform, viewer, text('person'), typed) : fillFromZone(platform, typed);
      await saveTraveller(platform, { groupId: group.id, position, typed: filled ?? typed, who });
      return redirect(`${here}&saved=${filled ? 'filled' : 'unread'}`);
    }
    case 'ticket':
    case 'ticket-off': {
      pressedApplication(press);
      await saveTraveller(platform, { groupId: group.id, position, typed: typedNow(), who });
      return redirect(`${here}&saved=${await takeTicketForm(platform, form, { groupId: group.id, address: facts.address })}#ticket`);
    }
    case 'remove': {
      await removePaper(platform, { groupId: group.id, documentId: text('document'), who });
      return redirect(`${here}&saved=1`);
    }
    case 'trip':
    case 'mail-link': {
      const linkOnly = intent === 'mail-link';
      const answer = await takeTripForm(platform, group, { text, courier: form.get('courier') === 'yes', linkOnly }, who);
      if (answer) return data(answer, { status: 422 });
      if (!linkOnly) return redirect(`${base}?step=review`);
      const number = Math.floor(platform.clock.now() / 300_000);
      await transact(platform.db, (tx) => way.mailLink(tx, number));
      return redirect(`${base}?step=trip&saved=link`);
    }
    case 'address': {
      const typed = readAddress(text);
      const changed = await changeAddress(platform, { groupId: group.id, typed, who, requestId: facts.requestId });
      if (!changed.ok && changed.refused === 'address') {
        const faults = addressFaults(typed, regionsFor(group.route)).map((field) => `door-${field}`);
        const answer: TripAnswer = { faults, typed: { email: '', phone: '', courier: group.courier, address: typed } };
        return data(answer, { status: 422 });
      }
      return redirect(`${here}&door=${changed.ok ? 'saved' : 'closed'}#door`);
    }
    default:
      return null;
  }
}
