import { answerExport } from '#app/commerce/exports/staff/answer-export.server.ts';
import { assetsExport } from './write-assets.server.ts';
import type { Route } from './+types/assets-export-api.ts';

/** The register as it is filtered, text/csv. */
export function action(request: Route.ActionArgs) {
  return answerExport('assets', assetsExport, request);
}
