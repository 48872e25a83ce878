import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { stickerVisasExport } from './write-sticker-visas.server.ts';
import type { Route } from './+types/sticker-visas-export-api.ts';

export { postOnly as loader } from '#app/platform/post-only.ts';

/** The filtered list as text/csv: names and states, no passport numbers. */
export function action(request: Route.ActionArgs) {
  return answerExport('assisted-visas', stickerVisasExport, request);
}
