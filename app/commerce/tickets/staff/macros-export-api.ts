import { answerShortExport } from '#app/commerce/exports/staff/answer-short-export.server.ts';
import { languageCodes } from '#app/values/preferences.ts';
import { macroList } from './macro-list.ts';
import { readMacros } from './read-macros.server.ts';
import type { Route } from './+types/macros-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The ready answers as text/csv, with their words in every language. */
export function action(request: Route.ActionArgs) {
  return answerShortExport(request, {
    name: 'ready-answers',
    action: 'ticket-macros.exported',
    list: macroList,
    read: ({ db }) => readMacros(db),
    head: `name,in_use,changed_utc,changed_by,${languageCodes.join(',')}`,
    line: (row) => [
      row.name,
      row.isOn ? '1' : '0',
      row.changedAt ?? '',
      row.changedBy ?? '',
      ...languageCodes.map((code) => row.words[code]),
    ],
  });
}
