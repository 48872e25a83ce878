import { platformContext, requestContext, viewerContext } from '#app/platform/request-context.ts';
import { findStaffTime } from '#app/platform/session.server.ts';
import { findWaiting, proveSecondFactor } from '../second-factor.server.ts';
import { signInStaff } from '../sign-in-staff.server.ts';
import type { DeskAnswer, DeskTime } from './desk-time.ts';
import type { Route } from './+types/desk-session-api.ts';

/** How long the session of this desk still lives; asked by its open page, which locks itself once it is over. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { auth, db } = context.get(platformContext);
  const time = context.get(viewerContext).kind === 'staff' ? await findStaffTime(auth, db, request.headers) : null;
  return answer<DeskTime>(time ?? { userId: null });
}

/** Keeps the session of whoever works before the page, or signs in again without leaving it: a password, then perhaps a code. */
export async function action({ request, context }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const viewer = context.get(viewerContext);
  const { address, requestId } = context.get(requestContext);
  const { headers } = request;
  const form = await request.formData();
  const text = (name: string, most: number) => {
    const value = form.get(name);
    return typeof value === 'string' ? value.slice(0, most) : '';
  };
  switch (form.get('intent')) {
    case 'keep': {
      const time = viewer.kind === 'staff' ? await findStaffTime(platform.auth, platform.db, headers) : null;
      return answer<DeskAnswer>(time ? { step: 'open' } : { step: 'password', wrong: null }, time ? 200 : 401);
    }
    case 'password': {
      const [email, password] = [text('email', 254), text('password', 128)];
      if (email.trim() === '' || password === '') return answer<DeskAnswer>({ step: 'password', wrong: 'missing' }, 400);
      const signedIn = await signInStaff(platform, { email, password, address, requestId, headers });
      if (signedIn.ok)
        return answer<DeskAnswer>(
          signedIn.secondStep ? { step: 'code', wrong: null } : { step: 'open' },
          200,
          signedIn.headers.getSetCookie(),
        );
      if (signedIn.refused === 'wait')
        return answer<DeskAnswer>({ step: 'password', wrong: 'wait', minutes: Math.ceil(signedIn.seconds / 60) }, 429);
      return signedIn.refused === 'fault'
        ? answer<DeskAnswer>({ step: 'password', wrong: 'fault' }, 503)
        : answer<DeskAnswer>({ step: 'password', wrong: 'check' }, 401);
    }
    case 'code': {
      const waiting = await findWaiting(platform, headers);
      if (!waiting) return answer<DeskAnswer>({ step: 'password', wrong: null }, 401);
      const code = text('code', 40);
      if (code.trim() === '') return answer<DeskAnswer>({ step: 'code', wrong: 'missing' }, 400);
      const proved = await proveSecondFactor(platform, waiting, code, { headers, address, requestId });
      if (proved.ok) return answer<DeskAnswer>({ step: 'open' }, 200, proved.value.cookies);
      return proved.refused === 'too-many-tries'
        ? answer<DeskAnswer>({ step: 'code', wrong: 'wait', minutes: Math.ceil((proved.waitSeconds ?? 0) / 60) }, 429)
        : answer<DeskAnswer>({ step: 'code', wrong: 'check' }, 401);
    }
    default:
      return answer<DeskAnswer>({ step: 'password', wrong: null }, 400);
  }
}

function answer<Told>(told: Told, status = 200, cookies: readonly string[] = []): Response {
  const headers = new Headers({ 'Cache-Control': 'no-store' });
  for (const line of cookies) headers.append('Set-Cookie', line);
  return Response.json(told, { status, headers });
}
