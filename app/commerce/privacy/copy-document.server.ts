import { comma } from '#app/ui/number-format.ts';
import type { Translate } from '#app/ui/translate.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { Chapter } from './census.ts';

export interface CopyTable {
  readonly table: string;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/** Everything held on one person, as data. */
export interface PersonCopy {
  readonly of: readonly string[];
  /** ISO instant. */
  readonly madeAt: string;
  readonly chapters: readonly { readonly chapter: Chapter; readonly tables: readonly CopyTable[] }[];
  /** Messages that are still kept here, newest first. */
  readonly mails: readonly { readonly sentAt: string; readonly to: string; readonly subject: string; readonly text: string }[];
}

/** The machine's half of a copy. Whole numbers of the database stay whole. */
export function copyAsJson(copy: PersonCopy): string {
  return `${JSON.stringify(copy, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value), 2)}\n`;
}

const style = `body{margin:0;background:#FBF7EF;color:#1C1B2E;font:16px/1.6 'IBM Plex Sans','IBM Plex Sans Arabic','Segoe UI',Tahoma,Arial,sans-serif}
main{max-width:880px;margin:0 auto;padding:48px 24px}h1,h2{font-family:Georgia,'Times New Roman',serif;font-weight:500;line-height:1.2}h1{font-size:38px;margin:0 0 12px}
h2{font-size:26px;border-top:1px solid #1C1B2E;padding-top:18px;margin:44px 0 8px}h3{font:600 14px/1.4 ui-monospace,monospace;color:#4A4860;margin:22px 0 6px}
nav ul{columns:2;padding:0;list-style:none}a{color:inherit}dl{display:grid;grid-template-columns:minmax(120px,220px) 1fr;gap:2px 20px;margin:0 0 14px;padding:12px 0;border-top:1px solid #E6DECF}
dt{font-size:14px;color:#4A4860}dd{margin:0;overflow-wrap:anywhere;white-space:pre-wrap}article{border-top:1px solid #E6DECF;padding:12px 0}pre{white-space:pre-wrap;font:inherit;margin:6px 0 0}
@media print{body{background:none}}`;

/**
 * The reader's half: one page without scripts or anything from outside, in the language of whoever asked. `t` reads the
 * catalogue `privacy`; it is given, since a command reads catalogues in another way than the built server.
 */
export function copyAsPage(copy: PersonCopy, language: LanguageCode, t: Translate): string {
  const shown = copy.chapters.filter(({ tables }) => tables.some(({ rows }) => rows.length > 0));
  const mails = copy.mails.length > 0;
  return `<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(t('copy.title'))}</title><style>${style}</style></head>
<body><main><p>Rihla</p><h1>${escape(t('copy.title'))}</h1><p>${escape(t('copy.of'))} <bdi>${escape(copy.of.join(comma(language)))}</bdi> · <bdi>${copy.madeAt.slice(0, 16).replace('T', ' ')} UTC</bdi></p><p>${escape(t('copy.lede'))}</p>
<nav><ul>${shown.map(({ chapter }) => `<li><a href="#${chapter}">${escape(t(`chapter.${chapter}`))}</a></li>`).join('')}${mails ? `<li><a href="#mails">${escape(t('chapter.mails'))}</a></li>` : ''}</ul></nav>
${shown.map(({ chapter, tables }) => `<section id="${chapter}"><h2>${escape(t(`chapter.${chapter}`))}</h2>${tables.map(tableHtml).join('')}</section>`).join('\n')}
${mails ? `<section id="mails"><h2>${escape(t('chapter.mails'))}</h2>${copy.mails.map((mail) => `<article><b dir="auto">${escape(mail.subject)}</b><br><bdi>${mail.sentAt.slice(0, 16).replace('T', ' ')}</bdi> · <bdi>${escape(mail.to)}</bdi><pre dir="auto">${escape(mail.text)}</pre></article>`).join('')}</section>` : ''}
</main></body></html>
`;
}

/** Names of fields are those of the data beside it, so that one leads to the other. */
function tableHtml({ table, rows }: CopyTable): string {
  if (rows.length === 0) return '';
  const list = rows.map((row) => {
    const fields = Object.entries(row).flatMap(([name, value]) => fieldsOf(name, value));
    return `<dl>${fields.map(([name, words]) => `<dt lang="en" dir="ltr">${escape(name.replaceAll('_', ' '))}</dt><dd dir="auto">${escape(words)}</dd>`).join('')}</dl>`;
  });
  return `<h3 lang="en" dir="ltr">${escape(table.replaceAll('_', ' '))}</h3>${list.join('')}`;
}

function fieldsOf(name: string, value: unknown): [string, string][] {
  if (value === null || value === undefined || value === '') return [];
  if (value instanceof Date) return [[name, value.toISOString()]];
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object')) return value.length > 0 ? [[name, value.join(', ')]] : [];
    return value.flatMap((item, index) => fieldsOf(`${name} ${index + 1}`, item));
  }
  if (typeof value === 'object') return Object.entries(value).flatMap(([inner, item]) => fieldsOf(`${name} · ${inner}`, item));
  return [[name, String(value)]];
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
