import type { ShortList } from '#app/ui/desk-list/short-list.ts';
import { languageCodes, type LanguageCode } from '#app/values/preferences.ts';
import { mailFamilies, type MailKind } from '../mail-kinds.ts';
import type { WordingStatus } from '../mail-wording-status.ts';

export interface ListedTemplate {
  readonly kind: MailKind;
  readonly family: string;
  readonly subject: string;
  readonly transactional: boolean;
  /** Number of the wording that stands over the house's. */
  readonly live: number | null;
  readonly open: { readonly number: number; readonly status: WordingStatus } | null;
  readonly languages: readonly LanguageCode[];
  /** When the text beside it goes; `off` while it is switched off, null where none goes. */
  readonly phone: 'now' | 'day' | 'off' | null;
  readonly sent: number;
  readonly failed: number;
}

const columns = ['template', 'trigger', 'languages', 'version', 'phone', 'sent', 'failed'] as const;
export type TemplateColumn = (typeof columns)[number];
/** All; with words of ours over the house's; with a draft or something to approve; with a language that is missing; with a text beside it. */
const queues = ['all', 'own', 'open', 'gaps', 'failing', 'phone'] as const;
const sorts = ['template', 'trigger', 'languages', 'version', 'sent', 'failed'] as const;

export const templateList = {
  queues,
  filters: { family: (value: string) => Object.hasOwn(mailFamilies, value) },
  columns,
  usual: columns,
  sorts,
  id: ({ kind }) => kind,
  words: ({ kind, subject }) => `${kind} ${subject}`,
  inQueue: (row, queue) =>
    ({
      all: true,
      own: row.live !== null,
      open: row.open !== null,
      gaps: row.languages.length < languageCodes.length,
      failing: row.failed > 0,
      phone: row.phone !== null,
    })[queue],
  meets: { family: ({ family }, value) => family === value },
  keys: {
    template: ({ subject }) => subject,
    trigger: ({ family }) => family,
    languages: ({ languages }) => languages.length,
    version: ({ live }) => live,
    sent: ({ sent }) => sent,
    failed: ({ failed }) => failed,
  },
} as const satisfies ShortList<ListedTemplate, (typeof queues)[number], 'family', TemplateColumn, (typeof sorts)[number]>;
