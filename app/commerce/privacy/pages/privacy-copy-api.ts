import { redirect } from 'react-router';
import { platformContext } from '#app/platform/request-context.ts';
import { findRequestByToken } from '../privacy-requests-store.server.ts';
import { openCopy } from '../work-on-privacy.server.ts';
import { copyResponse } from './copy-response.ts';
import type { Route } from './+types/privacy-copy-api.ts';

/** A token may hold anything that an address holds, and a header may not. */
const pageOf = (token: string) => `/privacy/request/${encodeURIComponent(token)}`;

export function loader({ params }: Route.LoaderArgs) {
  return redirect(pageOf(params.token));
}

/** The copy of somebody without an account: whoever presses the button holds the link that went to their mailbox. */
export async function action({ context, params }: Route.ActionArgs) {
  const platform = context.get(platformContext);
  const request = await findRequestByToken(platform.db, params.token);
  const zip = request && request.userId === null ? await openCopy(platform, request, 'guest') : null;
  return zip ? copyResponse(zip) : redirect(pageOf(params.token), 303);
}
