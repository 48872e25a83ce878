import type { Translate } from '#app/ui/translate.ts';
import { formatDate, formatMoney } from '#app/ui/number-format.ts';
import type { Money } from '#app/values/money.ts';
import type { LanguageCode } from '#app/values/preferences.ts';
import type { OrderDescription } from '../orders/order-description.ts';
import type { OrderTemplate } from './message-jobs.server.ts';

export interface MessageFacts {
  readonly template: OrderTemplate;
  readonly language: LanguageCode;
  readonly reference: string;
  readonly description: OrderDescription;
  readonly total: Money;
  /** Clock in Dubai such as 14:32, or null. */
  readonly heldUntil: string | null;
  readonly refund: Money | null;
  /** Opens the order without typing; absolute. */
  readonly link: string;
  readonly attachments: number;
}

export interface WrittenMessage {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A mail about an order: subject, plain text and the same as simple HTML that any mail program can show. */
export function writeMessage(facts: MessageFacts, t: Translate): WrittenMessage {
  const { template, language, reference, description } = facts;
  const values = {
    reference,
    from: description.fromCity,
    to: description.toCity,
    total: formatMoney(facts.total, language),
    time: facts.heldUntil ?? '',
    refund: facts.refund ? formatMoney(facts.refund, language) : '',
  };
  const subject = t(`${template}.subject`, values);
  const title = t(`${template}.title`, values);
  const paragraphs = [t(`${template}.text`, values), ...(facts.attachments > 0 ? [t('attached', { count: facts.attachments })] : [])];
  const legs =
    template === 'order-link' ? [] : description.slices.flatMap((slice) => slice.segments.map((segment) => legOf(segment, language)));
  const button = t(`${template}.button`, values);
  const foot = [t('foot.reference', { reference }), t('foot.reply')];
  const text = [
    title,
    '',
    ...paragraphs,
    '',
    ...legs.map((leg) => `- ${leg.when}: ${leg.flight} ${leg.route}`),
    ...(legs.length > 0 ? [''] : []),
    `${button}: ${facts.link}`,
    '',
    ...foot,
  ].join('\n');
  return { subject, text, html: htmlOf({ language, title, paragraphs, legs, button, link: facts.link, foot }) };
}

interface Leg {
  readonly when: string;
  readonly flight: string;
  readonly route: string;
}

function legOf(segment: OrderDescription['slices'][number]['segments'][number], language: LanguageCode): Leg {
  const clock = (local: string) => local.slice(11, 16);
  return {
    when: formatDate(segment.from.local, language, 'day'),
    flight: segment.flight,
    route: `${segment.from.city} (${segment.from.code}) ${clock(segment.from.local)} – ${segment.to.city} (${segment.to.code}) ${clock(segment.to.local)}`,
  };
}

interface Letter {
  readonly language: LanguageCode;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly legs: readonly Leg[];
  readonly button: string;
  readonly link: string;
  readonly foot: readonly string[];
}

/** Inline styles only and no pictures: mail programs drop the rest. */
function htmlOf(letter: Letter): string {
  const rtl = letter.language === 'ar';
  const font = "'IBM Plex Sans','IBM Plex Sans Arabic',-apple-system,'Segoe UI',Tahoma,Arial,sans-serif";
  const legs = letter.legs
    .map(
      (leg) =>
        `<tr><td style="padding:10px 0;border-bottom:1px solid #E6DECF;white-space:nowrap;vertical-align:top"><b>${escape(leg.when)}</b><br><span style="color:#4A4860"><bdi>${escape(leg.flight)}</bdi></span></td><td style="padding:10px 0;padding-inline-start:20px;border-bottom:1px solid #E6DECF">${escape(leg.route)}</td></tr>`,
    )
    .join('');
  return `<!doctype html>
<html lang="${letter.language}" dir="${rtl ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(letter.title)}</title></head>
<body style="margin:0;background:#FBF7EF;color:#1C1B2E;font:16px/1.6 ${font};text-align:${rtl ? 'right' : 'left'}">
<div style="max-width:600px;margin:0 auto;padding:32px 24px">
<p style="margin:0 0 28px;font:500 26px/1 Georgia,'Times New Roman',serif">Rihla <span lang="ar" dir="rtl" style="font-size:18px;color:#4A4860">رحلة</span></p>
<h1 style="margin:0 0 14px;font:500 28px/1.25 Georgia,'Times New Roman',serif">${escape(letter.title)}</h1>
${letter.paragraphs.map((paragraph) => `<p style="margin:0 0 14px">${escape(paragraph)}</p>`).join('\n')}
${legs ? `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;border-collapse:collapse;border-top:1px solid #1C1B2E;margin:20px 0;font-size:15px">${legs}</table>` : ''}
<p style="margin:24px 0"><a href="${escape(letter.link)}" style="display:inline-block;background:#E0912F;color:#1C1B2E;font-weight:600;text-decoration:none;padding:13px 24px;border-radius:10px">${escape(letter.button)}</a></p>
<p style="margin:32px 0 0;padding-top:16px;border-top:1px solid #CFC4AE;font-size:14px;color:#4A4860">${letter.foot.map(escape).join('<br>')}</p>
</div></body></html>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
