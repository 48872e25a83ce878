import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { apiKeyList } from './api-key-list.ts';
import { readApiKeys } from './read-api-keys.server.ts';
import type { Route } from './+types/api-keys-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The keys as text/csv, for an access review: of a key itself no more than its last four letters. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'api-keys',
    action: 'api-keys.exported',
    list: apiKeyList,
    read: readApiKeys,
    head: 'name,last_four,scopes,state,ends_on,last_used_utc,made_by,made_utc,revoked_by,revoked_utc',
    line: (key) => [
      key.name,
      key.lastFour,
      key.scopes.join(' '),
      key.state,
      key.endsOn,
      key.usedAt ?? '',
      key.madeBy ?? '',
      key.madeAt,
      key.revokedBy ?? '',
      key.revokedAt ?? '',
    ],
  });
}
