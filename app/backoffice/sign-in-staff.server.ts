import { audit } from '#app/platform/audit.server.ts';
import { findStaffMember } from '#app/platform/access-store.server.ts';
import { sha256 } from '#app/platform/crypto.server.ts';
import { transact } from '#app/platform/database.server.ts';
import { findStaffLanguage } from '#app/platform/staff-accounts-store.server.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { hasSecondFactor } from '#app/platform/second-factor-store.server.ts';
import { accountNotice } from '#app/commerce/customers/account-mails.server.ts';
import { deviceCookie, knownDevice } from '#app/commerce/customers/known-device.server.ts';
import { passedOn } from '#app/commerce/customers/open-session.server.ts';
import { takeSignInTry } from '#app/commerce/customers/sign-in-tries.server.ts';

type StaffSignIn =
  | { readonly ok: true; readonly headers: Headers; readonly secondStep: boolean }
  | { readonly ok: false; readonly refused: 'credentials'; readonly message: string }
  | { readonly ok: false; readonly refused: 'wait'; readonly seconds: number }
  | { readonly ok: false; readonly refused: 'fault' };

/**
 * Signs a staff member in. The tries are counted before the password is looked at, and somebody who is not active
 * staff gets the same answer as a wrong password. Every attempt leaves an audit row without the address in clear.
 */
export async function signInStaff(
  platform: Platform,
  attempt: { email: string; password: string; address: string; requestId: string; headers: Headers },
): Promise<StaffSignIn> {
  const email = attempt.email.normalize('NFKC').trim().toLowerCase();
  const { waitSeconds, giveBack } = await takeSignInTry(platform, { email, address: attempt.address, headers: attempt.headers });
  if (waitSeconds > 0) return { ok: false, refused: 'wait', seconds: waitSeconds };

  const answer = await platform.auth.api.signInEmail({
    body: { email, password: attempt.password },
    headers: passedOn(attempt),
    asResponse: true,
  });
  const body = (await answer.json().catch(() => ({}))) as { message?: string; user?: { id: string } };
  const member = answer.ok && body.user ? await findStaffMember(platform.db, body.user.id) : null;
  const known = member === null || knownDevice(platform, attempt.headers, email) !== null;
  await transact(platform.db, async (tx) => {
    // Somebody who took a password is seen by whose it is, also where a second step still stops them.
    if (!known)
      await platform.jobs.send(tx, accountNotice, {
        userId: member.userId,
        template: 'new-browser',
        event: `new-browser-${attempt.requestId}`,
        language: await findStaffLanguage(tx, member.userId),
      });
    await audit(tx, platform.clock.now(), {
      actor: member ? `staff:${member.userId}` : 'guest',
      action: member ? 'staff.signed-in' : 'staff.sign-in-failed',
      subject: `email:${sha256(email)}`,
      requestId: attempt.requestId,
      ...(member ? { detail: { newBrowser: !known } } : {}),
    });
  });
  if (member) {
    await giveBack();
    if (!known) answer.headers.append('Set-Cookie', deviceCookie(platform, email));
    return { ok: true, headers: answer.headers, secondStep: await hasSecondFactor(platform.db, member.userId) };
  }
  // A right password of somebody who is not staff must not leave a session behind.
  const cookie = answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
  if (answer.ok) await platform.auth.api.signOut({ headers: new Headers({ cookie }) });
  if (answer.status >= 500) return { ok: false, refused: 'fault' };
  return { ok: false, refused: 'credentials', message: answer.ok ? 'Invalid email or password' : (body.message ?? '') };
}
