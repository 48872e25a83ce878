import { randomBytes, randomUUID } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, dayMs, hourMs, parseCalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { groupCookie, groupSecret } from './evisa-group-access.server.ts';
import { findSpeed, findType } from './evisa-offer.ts';
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

export type StartEvisaRefusal = 'not-sold' | 'paused' | 'choose-type' | 'travellers' | 'arrival' | 'too-often';

/** Begins a group's application under the offer as it stands now. Returns its id and the cookie that leads back to it. */
export async function startEvisa(
  platform: Platform,
  viewer: Viewer,
  wish: EvisaWish,
  from: { readonly language: LanguageCode; readonly address: string },
): Promise<Outcome<{ readonly id: string; readonly cookie: string }, StartEvisaRefusal>> {
  const { db, clock, crypto } = platform;
  const standing = await findOfferBySlug(db, wish.slug);
  if (!standing) return refuse('not-sold');
  if (standing.paused) return refuse('paused');
  const { offer } = standing;
  const type = findType(offer, wish.type);
  const speed = type && findSpeed(type, wish.speed);
  if (!type || !speed) return refuse('choose-type');
  if (!Number.isInteger(wish.travellers) || wish.travellers < 1 || wish.travellers > mostTravellers) return refuse('travellers');
  const now = clock.now();
  const today = dateIn('Asia/Dubai', now);
  const arrival = parseCalendarDate(wish.arrival);
  if (!arrival || arrival <= today || arrival > addDays(today, 365)) return refuse('arrival');
  if ((await takeTry(db, clock, perNetwork, networkOf(from.address))) > 0) return refuse('too-often');
  const id = randomBytes(12).toString('base64url');
  await transact(db, (tx) =>
    insertGroup(
      tx,
      crypto,
      {
        id,
        secretHash: sha256(groupSecret(platform, id)),
        userId: viewer.kind === 'customer' ? viewer.user.id : null,
        country: offer.code,
        offer,
        typeCode: type.code,
        speed: speed.code,
        arrival,
        language: from.language,
        createdAt: new Date(now),
        changedAt: new Date(now),
        expiresAt: new Date(now + draftDays * dayMs),
      },
      Array.from({ length: wish.travellers }, () => ({ id: randomUUID(), typed: {} })),
    ),
  );
  return done({ id, cookie: groupCookie(platform, id) });
}
