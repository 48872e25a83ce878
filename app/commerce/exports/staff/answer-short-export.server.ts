import type { Clerk } from '#app/platform/access.ts';
import type { Platform } from '#app/platform/platform.server.ts';
import { cutShortList, type ShortList } from '#app/ui/desk-list/short-list.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import { answerListExport } from './answer-list-export.server.ts';

/** The file of a list that is read whole. */
export function answerShortExport<Row, Queue extends string, Filter extends string, Column extends string, Sort extends Column>(
  request: Parameters<typeof answerListExport>[0],
  file: {
    readonly name: string;
    readonly action: string;
    readonly list: ShortList<Row, Queue, Filter, Column, Sort>;
    readonly read: (platform: Platform, viewer: Clerk, language: LanguageCode) => Promise<readonly Row[]>;
    readonly head: string;
    readonly line: (row: Row) => readonly string[];
  },
): Promise<Response> {
  return answerListExport<Row, Queue, Filter, Column>(request, {
    ...file,
    read: async (platform, { view, viewer, language }) =>
      cutShortList(file.list, await file.read(platform, viewer, language), view, { language }).rows,
  });
}
