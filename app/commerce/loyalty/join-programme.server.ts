import { randomInt } from 'node:crypto';
import { findSignedInUser } from '#app/platform/account-store.server.ts';
import { audit } from '#app/platform/audit.server.ts';
import { transact, type Tx } from '#app/platform/database.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { addMilliseconds, dayMs, type Instant } from '#app/values/dates.ts';
import { done, refuse, type Outcome } from '#app/values/outcome.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { holdByRule } from './hold-member.server.ts';
import { countInvited, findMemberByCode, hasPaid, insertInvitation } from './invitations-store.server.ts';
import type { LoyaltyTerms, Member } from './loyalty.tables.ts';
import { newForDays } from './points-rules.ts';
import { changeMember, findMember, insertMember, lockMember } from './points-store.server.ts';
import { isSamePerson } from './same-person.server.ts';
import { findLiveTerms } from './terms-store.server.ts';

/** Without what is read as something else. */
const letters = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const newCode = () => Array.from({ length: 8 }, () => letters[randomInt(letters.length)]).join('');

/** A code as it is kept, however it was typed; null when it cannot be one. */
export function readInviteCode(text: string): string | null {
  const code = text.toUpperCase().replace(/[\s-]/g, '');
  return /^[A-Z0-9]{8}$/.test(code) ? code : null;
}

export type JoinRefusal = 'unknown-code' | 'own-code' | 'not-new';

/** Who invited, locked; or why their code is good for nothing here. */
async function inviterOf(tx: Tx, now: Instant, userId: string, code: string): Promise<Outcome<Member, JoinRefusal>> {
  const found = await findMemberByCode(tx, code);
  const inviter = found && (await lockMember(tx, found.userId));
  if (!inviter || inviter.heldAt !== null) return refuse('unknown-code');
  if (await isSamePerson(tx, userId, inviter.userId)) return refuse('own-code');
  const account = await findSignedInUser(tx, userId);
  const isNew = account !== null && Date.parse(account.createdAt) >= addMilliseconds(now, -newForDays * dayMs);
  return isNew && !(await hasPaid(tx, userId)) ? done(inviter) : refuse('not-new');
}

/** More came by one code within some days than is usual: somebody looks before anything else comes of it. */
async function watchInviter(tx: Tx, now: Instant, inviter: Member, terms: LoyaltyTerms): Promise<void> {
  const came = await countInvited(tx, inviter.userId, addMilliseconds(now, -terms.holdDays * dayMs));
  if (came > terms.holdInvites) await holdByRule(tx, now, inviter, 'invitations');
}

/** Somebody joins by their own hand, maybe by the code of a friend; points begin with the next order. Twice is once. */
export async function joinProgramme(
  platform: Platform,
  userId: string,
  language: LanguageCode,
  typed: string | null = null,
): Promise<Outcome<null, JoinRefusal>> {
  const now = platform.clock.now();
  return transact(platform.db, async (tx): Promise<Outcome<null, JoinRefusal>> => {
    if (await findMember(tx, userId)) return done(null);
    const terms = typed === null ? null : await findLiveTerms(tx);
    const code = typed === null ? null : readInviteCode(typed);
    if (typed !== null && (code === null || terms === null)) return refuse('unknown-code');
    const inviter = code === null ? null : await inviterOf(tx, now, userId, code);
    if (inviter && !inviter.ok) return inviter;
    if (!(await insertMember(tx, now, { userId, language, inviteCode: newCode() }))) return done(null);
    await audit(tx, now, { actor: `user:${userId}`, action: 'loyalty.joined', subject: `loyalty_members:${userId}` });
    if (inviter && terms) {
      await insertInvitation(tx, now, { userId, inviterId: inviter.value.userId });
      await watchInviter(tx, now, inviter.value, terms);
    }
    return done(null);
  });
}

/** Gives a member who has none the code of their own link. */
export async function takeInviteCode(platform: Platform, userId: string): Promise<void> {
  const now = platform.clock.now();
  await transact(platform.db, async (tx) => {
    const member = await lockMember(tx, userId);
    if (member?.inviteCode === null) await changeMember(tx, now, userId, { inviteCode: newCode() });
  });
}
