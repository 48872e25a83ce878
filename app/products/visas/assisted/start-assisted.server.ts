import { randomBytes } from 'node:crypto';
import type { Viewer } from '#app/platform/access.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { networkOf, takeTry } from '#app/platform/limiter.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addDays, dateIn, dayMs, hourMs, parseCalendarDate } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { groupCookie, groupSecret } from '../evisa/evisa-group-access.server.ts';
import { draftDays, insertDraft, mostTravellers, type DraftGroup } from '../evisa/start-evisa.server.ts';
import { counterFor, freezeOffer, isRegion, packages } from './assisted-country.ts';
import { findAssistedCountry } from './assisted-store.server.ts';
import { findWaits } from './find-waits.server.ts';

const perNetwork = { name: 'assisted:start', most: 30, perMs: hourMs };

export interface AssistedWish {
  readonly slug: string;
  readonly purpose: string;
  readonly package: string;
  readonly region: string;
  readonly travellers: number;
  readonly arrival: string;
}

export type StartAssistedRefusal = 'not-sold' | 'choose-purpose' | 'choose-package' | 'no-counter' | 'travellers' | 'arrival' | 'too-often';

/** The party that a wish asks for, under the offer as it stands now; what is wrong with the wish else. */
export async function draftAssisted(
  platform: Platform,
  wish: AssistedWish,
  whose: { readonly language: LanguageCode; readonly userId: string | null },
): Promise<Outcome<DraftGroup, Exclude<StartAssistedRefusal, 'too-often'>>> {
  const country = await findAssistedCountry(platform.db, wish.slug);
  if (!country) return refuse('not-sold');
  const purpose = country.purposes.find(({ code }) => code === wish.purpose);
  if (!purpose) return refuse('choose-purpose');
  const chosen = packages.find((code) => code === wish.package);
  if (!chosen) return refuse('choose-package');
  const counter = isRegion(wish.region) ? counterFor(country, wish.region) : null;
  if (!counter || !isRegion(wish.region)) return refuse('no-counter');
  if (!Number.isInteger(wish.travellers) || wish.travellers < 1 || wish.travellers > mostTravellers) return refuse('travellers');
  const now = platform.clock.now();
  const today = dateIn('Asia/Dubai', now);
  const arrival = parseCalendarDate(wish.arrival);
  if (!arrival || arrival <= today || arrival > addDays(today, 540)) return refuse('arrival');
  const wait = (await findWaits(platform, [country])).get(country.code)!.find(({ city }) => city === counter.city)!;
  const offer = freezeOffer(country, { purpose, package: chosen, region: wish.region, counter }, wait.days);
  const id = randomBytes(12).toString('base64url');
  return done({
    group: {
      id,
      secretHash: sha256(groupSecret(platform, id)),
      userId: whose.userId,
      route: 'assisted',
      country: country.code,
      offer,
      typeCode: purpose.code,
      speed: chosen,
      arrival,
      // A passport that was given to us comes back by courier unless its owner fetches it; a runner who calls brings it.
      courier: chosen === 'full',
      language: whose.language,
      createdAt: new Date(now),
      changedAt: new Date(now),
      expiresAt: new Date(now + draftDays * dayMs),
    },
    travellers: wish.travellers,
  });
}

/** Begins a party's case under the offer as it stands now. Returns its id and the cookie that leads back to it. */
export async function startAssisted(
  platform: Platform,
  viewer: Viewer,
  wish: AssistedWish,
  from: { readonly language: LanguageCode; readonly address: string },
): Promise<Outcome<{ readonly id: string; readonly cookie: string }, StartAssistedRefusal>> {
  const { db, clock, crypto } = platform;
  const draft = await draftAssisted(platform, wish, {
    language: from.language,
    userId: viewer.kind === 'customer' ? viewer.user.id : null,
  });
  if (!draft.ok) return draft;
  if ((await takeTry(db, clock, perNetwork, networkOf(from.address))) > 0) return refuse('too-often');
  await transact(db, (tx) => insertDraft(tx, crypto, draft.value));
  const { id } = draft.value.group;
  return done({ id, cookie: groupCookie(platform, id) });
}
