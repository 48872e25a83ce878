import { textsFor } from '#app/ui/catalogues.server.ts';
import type { LanguageCode } from '#app/values/preferences.ts';

/** What may be asked of an address of the site map. */
const ofPages = 'GET, HEAD, POST';

/** A short page for a request that is turned away before any page of ours sees it. */
export function refusalPage(status: 403 | 404 | 405 | 413 | 414 | 415, language: LanguageCode, allow = ofPages): Response {
  const t = textsFor(language).of('frame');
  const words = status === 404 ? 'missing' : `refused.${status}`;
  const direction = language === 'ar' ? 'rtl' : 'ltr';
  const html = `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${t(`${words}.title`)} · Rihla</title>
<style>body{margin:0;background:#fbf7ef;color:#1c1b2e;font:16px/1.55 system-ui,sans-serif}main{max-inline-size:36rem;margin:12vh auto;padding:0 24px}h1{font:400 34px/1.15 Georgia,serif}a{color:#0e6e73}</style></head>
<body><main><h1>${t(`${words}.title`)}</h1><p>${t(`${words}.text`)}</p><p><a href="/">${t('missing.home')}</a></p></main></body></html>`;
  const headers = new Headers({ 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  if (status === 405) headers.set('Allow', allow);
  return new Response(html, { status, headers });
}
