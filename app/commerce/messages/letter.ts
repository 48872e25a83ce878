import { comma } from '#app/ui/number-format.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** A line of a mail with what it is about, and what it says. */
export interface LetterRow {
  /** Of a row of a table: what its head says, as a head of columns would. */
  readonly label?: string;
  readonly head: string;
  readonly under?: string;
  readonly words: string;
}

/** Rows that belong together, under a heading of their own. */
export interface LetterSection {
  readonly title: string;
  readonly rows: readonly LetterRow[];
}

export interface Letter {
  readonly language: LanguageCode;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly rows: readonly LetterRow[];
  /** After the rows, each under its heading. */
  readonly sections?: readonly LetterSection[];
  /** Somebody's own words, set apart and in the direction they were written. */
  readonly quote?: { readonly title: string; readonly words: string } | null;
  /** Words and absolute address of the one way on; neither where an answer to the mail is all there is to do. */
  readonly button: string | null;
  readonly link: string | null;
  readonly foot: readonly string[];
}

/** The same for those who read mails as plain text. */
export function letterText(letter: Letter): string {
  const lineOf = ({ label, head, under, words }: LetterRow) =>
    label ? `- ${label}: ${head} · ${words}` : `- ${head}${under ? `${comma(letter.language)}${under}` : ''}: ${words}`;
  const rows = letter.rows.map(lineOf);
  return [
    letter.title,
    '',
    ...letter.paragraphs.flatMap((paragraph) => [paragraph, '']),
    ...rows,
    ...(rows.length > 0 ? [''] : []),
    ...(letter.sections ?? []).flatMap((section) => [section.title, '', ...section.rows.map(lineOf), '']),
    ...(letter.quote ? [letter.quote.title, '', letter.quote.words, ''] : []),
    ...(letter.button && letter.link ? [`${letter.button}: ${letter.link}`, ''] : []),
    ...letter.foot,
  ].join('\n');
}

/** In whose name a mail goes out; the logo under its whole address, since a mail has no house of its own. */
export interface LetterBrand {
  readonly name: string;
  readonly nameAr: string | null;
  readonly logo: { readonly address: string; readonly width: number; readonly height: number } | null;
  /** Of its button, light enough for ink; null: as it was delivered. */
  readonly accent: string | null;
}

/** Mail programs that show no pictures show its name in the same place and type. */
function brandHtml({ name, nameAr, logo }: LetterBrand): string {
  if (!logo)
    return `${escape(name)}${nameAr ? ` <span lang="ar" dir="rtl" style="font-size:18px;color:#4A4860">${escape(nameAr)}</span>` : ''}`;
  const scale = Math.min(180 / logo.width, 40 / logo.height, 1);
  const [width, height] = [Math.round(logo.width * scale), Math.round(logo.height * scale)];
  return `<img src="${escape(logo.address)}" alt="${escape(name)}" width="${width}" height="${height}" style="display:inline-block;border:0">`;
}

/** A mail in our look: inline styles only and no pictures but the logo, because mail programs drop the rest. */
export function letterHtml(letter: Letter, brand: LetterBrand): string {
  const rtl = letter.language === 'ar';
  const font = "'IBM Plex Sans','IBM Plex Sans Arabic',-apple-system,'Segoe UI',Tahoma,Arial,sans-serif";
  return `<!doctype html>
<html lang="${letter.language}" dir="${rtl ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(letter.title)}</title></head>
<body style="margin:0;background:#FBF7EF;color:#1C1B2E;font:16px/1.6 ${font};text-align:${rtl ? 'right' : 'left'}">
<div style="max-width:600px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 28px;font:500 26px/1 Georgia,'Times New Roman',serif">${brandHtml(brand)}</p>
<h1 style="margin:0 0 14px;font:500 28px/1.25 Georgia,'Times New Roman',serif">${escape(letter.title)}</h1>
${letter.paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${escape(paragraph)}</p>`).join('\n')}
${rowsHtml(letter.rows)}
${(letter.sections ?? []).map(({ title, rows }) => `<h2 style="margin:24px 0 0;font-size:16px;line-height:1.4">${escape(title)}</h2>${rowsHtml(rows, '8px 0 20px')}`).join('\n')}
${letter.quote ? quoteHtml(letter.quote) : ''}
${letter.button && letter.link ? buttonHtml(letter.button, letter.link, brand) : ''}
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #CFC4AE;font-size:14px;color:#4A4860">${letter.foot.map(escape).join('<br>')}</p>
</div></body></html>`;
}

function rowsHtml(rows: readonly LetterRow[], margin = '20px 0'): string {
  if (rows.length === 0) return '';
  const line = 'padding:10px 0;border-bottom:1px solid #E6DECF;vertical-align:top';
  const drawn = rows.map(({ label, head, under, words }) => {
    const quiet = (said: string) => `<span style="color:#4A4860"><bdi>${escape(said)}</bdi></span>`;
    const name = `${label ? `${quiet(label)}<br>` : ''}<b>${escape(head)}</b>${under ? `<br>${quiet(under)}` : ''}`;
    // What a table says at its beginning may be a sentence: only names of facts stay on one line.
    return `<tr><td style="${line};${label ? 'width:45%' : 'white-space:nowrap'}">${name}</td><td style="${line};padding-inline-start:20px">${escape(words)}</td></tr>`;
  });
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;border-top:1px solid #1C1B2E;margin:${margin};font-size:15px">${drawn.join('')}</table>`;
}

function buttonHtml(button: string, link: string, brand: LetterBrand): string {
  return `<p style="margin:24px 0"><a href="${escape(link)}" style="display:inline-block;background:${brand.accent ?? '#E0912F'};color:#1C1B2E;font-weight:600;text-decoration:none;padding:13px 24px;border-radius:10px">${escape(button)}</a></p>`;
}

function quoteHtml({ title, words }: NonNullable<Letter['quote']>): string {
  return `<p style="margin:24px 0 6px;font-size:14px;color:#4A4860">${escape(title)}</p>
<div dir="auto" style="margin:0 0 20px;padding:14px 18px;background:#F4EDDF;border-radius:10px;white-space:pre-wrap">${escape(words)}</div>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
