import { fourChoices, fourPartsOf, isOpen, type BankPayment } from './bank.ts';
import { isLanguage, languageNames, words, type Language, type Words } from './words.ts';

/** The bank's own pages: plain HTML and CSS, no script, no field that could take a real card. */
export interface Shown {
  readonly status: 200 | 404 | 422 | 500;
  readonly html: string;
}

const cardGroups: readonly (readonly [keyof Words['groups'], readonly (keyof Words['cards'])[]])[] = [
  ['works', ['approved', 'secure']],
  ['wallets', ['apple-pay', 'google-pay']],
  ['declines', ['insufficient-funds', 'do-not-honour', 'expired-card', 'suspected-fraud']],
  ['unusual', ['late-seconds', 'late-minutes', 'silent']],
];

export function pageOf(payment: BankPayment, asked: string | null, wrongCode = false): Shown {
  const language = languageOf(asked ?? payment.language);
  const t = words[language];
  const page = (title: string, body: string, status: Shown['status'] = 200): Shown => ({
    status,
    html: document(language, title, payment, body),
  });
  const back = (address: string) => `<p><a class="go" href="${escape(address)}">${escape(t.backToStore)}</a></p>`;
  switch (payment.status) {
    case 'requires_payment_method':
      return page(t.payTo, payment.method === 'four' ? fourForm(payment, t, language) : cardForm(payment, t, language));
    case 'requires_action':
      return page(t.codeTitle, codeForm(t, wrongCode), wrongCode ? 422 : 200);
    case 'processing':
      return page(t.processingTitle, `<h1>${escape(t.processingTitle)}</h1><p>${escape(t.processingText)}</p>${back(payment.success_url)}`);
    case 'requires_capture':
    case 'succeeded':
      return page(
        t.paidTitle,
        `<h1>${escape(t.paidTitle)}</h1><p>${escape(payment.method === 'four' ? t.four.paid : t.paidText)}</p>${payment.method === 'four' ? fourParts(payment, t, language) : ''}${back(payment.success_url)}${payment.status === 'succeeded' && payment.method !== 'four' ? disputeForm(payment, t, language) : ''}`,
      );
    case 'canceled':
      if (payment.decline_code === 'not_agreed')
        return page(
          t.four.refusedTitle,
          `<h1>${escape(t.four.refusedTitle)}</h1><p class="alert" role="alert">${escape(t.declineReasons.not_agreed)}</p><p>${escape(t.four.refusedText)}</p>${back(payment.failure_url)}`,
        );
      return page(t.closedTitle, `<h1>${escape(t.closedTitle)}</h1><p>${escape(t.closedText)}</p>${back(payment.failure_url)}`);
  }
}

export function notFoundPage(asked: string | null): Shown {
  const language = languageOf(asked);
  const t = words[language];
  return {
    status: 404,
    html: document(language, t.notFoundTitle, null, `<h1>${escape(t.notFoundTitle)}</h1><p>${escape(t.notFoundText)}</p>`),
  };
}

/** What a traveller sees when the bank breaks down after it has done the work. */
export function brokenPage(payment: BankPayment): Shown {
  const language = languageOf(payment.language);
  const t = words[language];
  return {
    status: 500,
    html: document(
      language,
      t.failedTitle,
      null,
      `<h1>${escape(t.failedTitle)}</h1><p>${escape(t.failedText)}</p><p><a class="go" href="${escape(payment.success_url)}">${escape(t.backToStore)}</a></p>`,
    ),
  };
}

function cardForm(payment: BankPayment, t: Words, language: Language): string {
  const declined = payment.decline_code
    ? `<p class="alert" role="alert"><strong>${escape(t.declined)}</strong> ${escape(t.declineReasons[payment.decline_code])}</p>`
    : '';
  const groups = cardGroups.map(([group, cards]) => {
    const choices = cards.map((card) => {
      const [name, effect] = t.cards[card];
      return `<label class="card"><input type="radio" name="card" value="${card}"${card === 'approved' ? ' checked' : ''}><span class="chip" aria-hidden="true"></span><span><strong>${escape(name)}</strong><span class="effect">${latin(effect)}</span></span></label>`;
    });
    return `<div class="group ${group}"><h2>${escape(t.groups[group])}</h2>${choices.join('')}</div>`;
  });
  return `<h1>${escape(t.chooseCard)}</h1>${declined}<form method="post"><input type="hidden" name="lang" value="${language}"><fieldset><legend class="hidden">${escape(t.chooseCard)}</legend>${groups.join('')}</fieldset><button class="go" name="action" value="pay">${escape(t.pay).replace('{{amount}}', `<bdi>${escape(amountText(payment, language))}</bdi>`)}</button><button class="quiet" name="action" value="leave">${escape(t.leave)}</button></form>`;
}

/** Whoever collects it in four parts: what is taken when, and how it decides. */
function fourForm(payment: BankPayment, t: Words, language: Language): string {
  const choices = fourChoices.map((choice) => {
    const [name, effect] = t.four.choices[choice as keyof Words['four']['choices']];
    return `<label class="card"><input type="radio" name="card" value="${choice}"${choice === 'approved' ? ' checked' : ''}><span><strong>${escape(name)}</strong><span class="effect">${escape(effect)}</span></span></label>`;
  });
  const first = amountText({ ...payment, amount: fourPartsOf(payment)[0]!.amount }, language);
  return `<h1>${escape(t.four.title)}</h1><p>${escape(t.four.text)}</p>${fourParts(payment, t, language)}<form method="post"><input type="hidden" name="lang" value="${language}"><fieldset class="group"><legend>${escape(t.four.choose)}</legend>${choices.join('')}</fieldset><button class="go" name="action" value="pay">${escape(t.four.pay).replace('{{amount}}', `<bdi>${escape(first)}</bdi>`)}</button><button class="quiet" name="action" value="leave">${escape(t.leave)}</button></form>`;
}

function fourParts(payment: BankPayment, t: Words, language: Language): string {
  const day = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' });
  const rows = fourPartsOf(payment).map(
    ({ amount, on }, index) =>
      `<li><span>${index === 0 ? escape(t.four.today) : `<bdi>${escape(day.format(new Date(on)))}</bdi>`}</span><b><bdi>${escape(amountText({ ...payment, amount }, language))}</bdi></b></li>`,
  );
  return `<ol class="parts">${rows.join('')}</ol>`;
}

function codeForm(t: Words, wrong: boolean): string {
  const alert = wrong ? `<p class="alert" id="wrong" role="alert">${escape(t.codeWrong)}</p>` : '';
  const described = wrong ? ' aria-invalid="true" aria-describedby="wrong"' : '';
  return `<h1>${escape(t.codeTitle)}</h1><p>${escape(t.codeText)}</p>${alert}<form method="post"><label class="line" for="code">${escape(t.code)}</label><input id="code" name="code" inputmode="numeric" autocomplete="one-time-code" maxlength="6" dir="ltr" required${described}><button class="go" name="action" value="code">${escape(t.confirm)}</button><button class="quiet" name="action" value="leave" formnovalidate>${escape(t.leave)}</button></form>`;
}

/** What the cardholder and their bank can do with a payment that was taken. */
function disputeForm(payment: BankPayment, t: Words, language: Language): string {
  const open = payment.disputes.some(isOpen);
  const press = (action: string, words: string) => `<button class="quiet" name="action" value="${action}">${escape(words)}</button>`;
  const presses = open ? press('won', t.disputeWon) + press('lost', t.disputeLost) : press('dispute', t.dispute);
  const lead = escape(open ? t.disputedText : t.disputeText);
  const files = payment.disputes.at(-1)?.files ?? [];
  const papers = files.length > 0 ? `<p>${escape(t.disputePapers)} <bdi>${files.map(escape).join('</bdi>, <bdi>')}</bdi></p>` : '';
  return `<section class="after"><h2>${escape(t.disputeTitle)}</h2><p>${lead}</p>${papers}<form method="post"><input type="hidden" name="lang" value="${language}">${presses}</form></section>`;
}

const locales = { en: 'en-GB', ar: 'ar-u-nu-latn', tl: 'fil', es: 'es', pt: 'pt-BR' } as const;

function amountText(payment: BankPayment, language: Language): string {
  const format = new Intl.NumberFormat(locales[language], { style: 'currency', currency: payment.currency, currencyDisplay: 'code' });
  return format.format(payment.amount / 10 ** (format.resolvedOptions().maximumFractionDigits ?? 2));
}

/** The one Latin term that stands inside Arabic sentences, kept in one piece and in its own direction. */
function latin(text: string): string {
  return escape(text).replace('3-D Secure', '<bdi dir="ltr" class="term">3-D Secure</bdi>');
}

function languageOf(asked: string | null): Language {
  return isLanguage(asked) ? asked : 'en';
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

function document(language: Language, title: string, payment: BankPayment | null, body: string): string {
  const t = words[language];
  const summary = payment
    ? `<aside><p class="to">${escape(t.payTo)}</p><p class="sum"><bdi>${escape(amountText(payment, language))}</bdi></p><dl><dt>${escape(t.order)}</dt><dd><bdi>${escape(payment.reference)}</bdi></dd></dl><p class="small">${escape(t.noRealMoneyMore)}</p></aside>`
    : `<aside><p class="small">${escape(t.noRealMoneyMore)}</p></aside>`;
  const languages = payment
    ? `<nav aria-label="${escape(t.language)}">${(Object.keys(languageNames) as Language[]).map((code) => `<a href="?lang=${code}" lang="${code}" hreflang="${code}"${code === language ? ' aria-current="true"' : ''}>${languageNames[code]}</a>`).join('')}</nav>`
    : '';
  return `<!doctype html>
<html lang="${language === 'tl' ? 'fil' : language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${escape(title)} · ${escape(t.bank)}</title><style>${css}</style></head>
<body><header><p class="band">${escape(t.noRealMoney)}</p><div class="bank"><svg viewBox="0 0 40 40" aria-hidden="true"><path d="M4 16 20 5l16 11v3H4z"/><path d="M8 21h4v11H8zm10 0h4v11h-4zm10 0h4v11h-4zM4 34h32v2H4z"/></svg><span>${escape(t.bank)}</span></div></header>
<div class="frame">${summary}<main>${body}</main></div>
<footer>${languages}</footer></body></html>`;
}

const css = `
:root{--ink:#10231f;--soft:#4c605b;--line:#cfdad5;--paper:#f3f6f3;--sheet:#fff;--deep:#0d4a41;--deeper:#08342d;--mint:#d8efe5;--warn:#8a1f11;--warn-bg:#fdeae6}
*{box-sizing:border-box}
body{margin:0;min-block-size:100vh;display:flex;flex-direction:column;background:var(--paper);color:var(--ink);font:16px/1.55 'IBM Plex Sans','IBM Plex Sans Arabic',system-ui,'Segoe UI','Noto Sans Arabic',sans-serif}
.band{margin:0;padding:.45rem 1rem;text-align:center;font-weight:600;font-size:.9rem;color:#3a2a00;background:repeating-linear-gradient(-45deg,#ffd977 0 14px,#ffcf57 14px 28px)}
.bank{display:flex;align-items:center;gap:.7rem;inline-size:min(64rem,100% - 2rem);margin-inline:auto;padding-block:1.4rem;font-weight:600;font-size:1.1rem;color:var(--deep)}
.bank svg{inline-size:2rem;block-size:2rem;fill:currentColor}
.frame{display:grid;grid-template-columns:minmax(0,19rem) minmax(0,1fr);inline-size:min(64rem,100% - 2rem);margin-inline:auto;background:var(--sheet);border:1px solid var(--line);border-radius:14px;overflow:hidden;box-shadow:0 18px 50px -30px #08342d80}
aside{padding:2rem;color:#eaf5f0;background:radial-gradient(120% 90% at 0 0,#17695c 0,var(--deep) 45%,var(--deeper) 100%)}
.to{margin:0;opacity:.85}.sum{margin:.1rem 0 1.4rem;font-size:1.6rem;line-height:1.2;font-weight:600;font-variant-numeric:tabular-nums;overflow-wrap:break-word}
dl{margin:0 0 2rem;padding-block-start:1rem;border-block-start:1px solid #ffffff33}dt{font-size:.85rem;opacity:.8}dd{margin:0;font-weight:600;letter-spacing:.04em}
.small{font-size:.875rem;margin:0;opacity:.9}
main{padding:2rem}h1{margin:0 0 1.2rem;font-size:1.5rem;line-height:1.25;text-wrap:balance}h2{margin:0 0 .5rem;font-size:.85rem;font-weight:600;color:var(--soft)}
fieldset{border:0;margin:0;padding:0}.group{margin-block-end:1.4rem}
.card{display:flex;align-items:center;gap:.9rem;padding:.7rem .9rem;margin-block-end:.5rem;border:1px solid var(--line);border-radius:10px;cursor:pointer}
.card:hover{border-color:var(--deep)}.card:has(input:checked){border-color:var(--deep);background:var(--mint);box-shadow:inset 0 0 0 1px var(--deep)}
.card:focus-within,.go:focus-visible,.quiet:focus-visible,#code:focus-visible,nav a:focus-visible{outline:3px solid #e09f1f;outline-offset:2px}
.card input{inline-size:1.15rem;block-size:1.15rem;accent-color:var(--deep);flex:none;outline:none}
.chip{flex:none;inline-size:2.6rem;block-size:1.7rem;border-radius:5px;background:linear-gradient(135deg,#1d7a6b,#0d4a41);position:relative}.chip::after{content:'';position:absolute;inset-block-start:.4rem;inset-inline-start:.4rem;inline-size:.6rem;block-size:.45rem;border-radius:2px;background:#ffd977}
.declines .chip{background:linear-gradient(135deg,#b0604f,#8a1f11)}.unusual .chip{background:linear-gradient(135deg,#7b8f9c,#40525e)}.term{white-space:nowrap}
.card strong{display:block}.effect{color:var(--soft);font-size:.92rem}
.parts{margin:0 0 1.4rem;padding:0;list-style:none;border:1px solid var(--line);border-radius:10px}.parts li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:.2rem 1rem;padding:.6rem .9rem;font-variant-numeric:tabular-nums}.parts li+li{border-block-start:1px solid var(--line)}legend{margin-block-end:.5rem;padding:0;font-size:.85rem;font-weight:600;color:var(--soft)}
.go,.quiet{display:block;inline-size:100%;min-block-size:3rem;padding:.7rem 1.2rem;border-radius:10px;font:inherit;font-weight:600;text-align:center;cursor:pointer}
.go{border:0;color:#fff;background:var(--deep);text-decoration:none}.go:hover{background:var(--deeper)}.quiet{margin-block-start:.6rem;border:1px solid var(--line);background:none;color:var(--ink)}.quiet:hover{border-color:var(--deep)}
a.go{inline-size:fit-content}.after{margin-block-start:2rem;padding-block-start:1.2rem;border-block-start:1px solid var(--line)}
.alert{margin:0 0 1.2rem;padding:.8rem 1rem;border-inline-start:4px solid var(--warn);border-radius:6px;background:var(--warn-bg);color:var(--warn)}
.line{display:block;margin-block-end:.35rem;font-weight:600}#code{display:block;inline-size:100%;max-inline-size:14rem;margin-block-end:1.2rem;padding:.7rem .9rem;border:1px solid var(--soft);border-radius:10px;font:inherit;font-size:1.4rem;letter-spacing:.35em;font-variant-numeric:tabular-nums}
footer{inline-size:min(64rem,100% - 2rem);margin:1.4rem auto 2.4rem}nav{display:flex;flex-wrap:wrap;gap:.4rem 1.2rem;justify-content:center}nav a{padding-block:.3rem;color:var(--deep)}nav a[aria-current]{font-weight:600;text-decoration:none;color:var(--ink)}
.hidden{position:absolute;inline-size:1px;block-size:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
@media(max-width:46rem){.bank{padding-block:1rem}.frame{grid-template-columns:minmax(0,1fr)}aside{padding:1.4rem}.sum{margin-block-end:.8rem}dl{margin-block-end:1rem}main{padding:1.4rem}}
`;
