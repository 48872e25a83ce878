import { randomBytes, randomUUID } from 'node:crypto';
import { showDeskDays } from '#app/commerce/inquiries/desk-hours.server.ts';
import type { Viewer } from '#app/platform/access.ts';
import { sha256, type FieldCrypto } from '#app/platform/crypto.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, dayMs, hourMs, parseCalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { groupCookie, groupSecret } from './evisa-group-access.server.ts';
import { firstDelivery } from './evisa-deadline.ts';
import type { TypedForm } from './evisa-form.ts';
import { findSpeed, findType } from './evisa-offer.ts';
import type { evisaGroups } from './evisa.tables.ts';
import { insertGroup } from './evisa-groups-store.server.ts';
import { findOfferBySlug } from './evisa-offers-store.server.ts';

/** An application that nobody pays for is kept this long, counted from its last change. */
export const draftDays = 30;
export const mostTravellers = 9;
const perNetwork = { name: 'evisa:start', most: 30, perMs: hourMs };

export interface EvisaWish {
  readonly slug: string;
  readonly type: string;
  readonly speed: string;
  readonly travellers: number;
  readonly arrival: string;
}

export type StartEvisaRefusal = 'not-sold' | 'paused' | 'choose-type' | 'travellers' | 'arrival' | 'arrival-early' | 'too-often';

/** A group that is not written yet: its row, and how many travellers it is for. */
export interface DraftGroup {
  readonly group: typeof evisaGroups.$inferInsert;
  readonly travellers: number;
}

/** The group that a wish asks for, under the offer as it stands now; what is wrong with the wish else. */
export async function draftEvisa(
  platform: Platform,
  wish: EvisaWish,
  whose: { readonly language: LanguageCode; readonly userId: string | null },
): Promise<Outcome<DraftGroup, Exclude<StartEvisaRefusal, 'too-often'>>> {
  const standing = await findOfferBySlug(platform.db, wish.slug);
  if (!standing) return refuse('not-sold');
  if (standing.paused) return refuse('paused');
  const { offer } = standing;
  const type = findType(offer, wish.type);
  const speed = type && findSpeed(type, wish.speed);
  if (!type || !speed) return refuse('choose-type');
  if (!Number.isInteger(wish.travellers) || wish.travellers < 1 || wish.travellers > mostTravellers) return refuse('travellers');
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const arrival = parseCalendarDate(wish.arrival);
  if (!arrival || arrival <= today || arrival > addDays(today, 365)) return refuse('arrival');
  // Whoever asks for it today has it on no earlier day, however quick it is.
  if (arrival < firstDelivery(offer, await showDeskDays(platform, 'visas'), today)) return refuse('arrival-early');
  const id = randomBytes(12).toString('base64url');
  return done({
    group: {
      id,
      secretHash: sha256(groupSecret(platform, id)),
      userId: whose.userId,
      country: offer.code,
      offer,
      typeCode: type.code,
      speed: speed.code,
      arrival,
      language: whose.language,
      createdAt: new Date(now),
      changedAt: new Date(now),
      expiresAt: new Date(now + draftDays * dayMs),
    },
    travellers: wish.travellers,
  });
}

/** Writes a draft down; the first traveller's form begins with what is known of them. */
export async function insertDraft(tx: Tx, crypto: FieldCrypto, { group, travellers }: DraftGroup, first: TypedForm = {}): Promise<void> {
  const forms = Array.from({ length: travellers }, (_, at) => ({ id: randomUUID(), typed: at === 0 ? first : {} }));
  await insertGroup(tx, crypto, group, forms);
}

/** Begins a group's application under the offer as it stands now. Returns its id and the cookie that leads back to it. */
export async function startEvisa(
  platform: Platform,
  viewer: Viewer,
  wish: EvisaWish,
  from: { readonly language: LanguageCode; readonly address: string },
): Promise<Outcome<{ readonly id: string; readonly cookie: string }, StartEvisaRefusal>> {
  const { db, clock, crypto } = platform;
  const draft = await draftEvisa(platform, wish, {
    language: from.language,
    userId: viewer.kind === 'customer' ? viewer.user.id : null,
  });
  if (!draft.ok) return draft;
  if ((await takeTry(db, clock, perNetwork, networkOf(from.address))) > 0) return refuse('too-often');
  await transact(db, (tx) => insertDraft(tx, crypto, draft.value));
  const { id } = draft.value.group;
  return done({ id, cookie: groupCookie(platform, id) });
}
