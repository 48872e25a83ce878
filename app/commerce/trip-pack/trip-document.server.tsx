import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { houseNameIn, type Brand } from '#app/platform/branding.ts';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { TextsProvider } from '#app/ui/texts.tsx';
import type { LanguageCode } from '#app/values/preferences.ts';

const style = `body{margin:0;background:#fbf7ef;color:#1c1b2e;font:16px/1.6 system-ui,sans-serif}main{max-inline-size:46rem;margin:0 auto;padding:28px 20px 64px}h1{font:400 32px/1.2 Georgia,serif;margin:0 0 8px}h2{font-size:20px;border-block-start:1px solid #1c1b2e;padding-block-start:12px;margin-block:28px 8px}h3{font-size:17px;margin-block:18px 4px}p{margin-block:4px}ul{padding-inline-start:20px}dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 16px;margin-block:6px}dt{color:#4a4860}dd{margin:0}a{color:#0e6e73}@media(max-width:600px){dl{grid-template-columns:1fr;gap:0}dd{margin-block-end:6px}}.small{font-size:14px;color:#4a4860}.offline{display:none;background:#fbefd2;padding:12px 16px;border-radius:10px;margin-block:0 20px}html[data-kept] .offline{display:block}html[data-kept] .online{display:none}li{padding-block:2px}@media print{.online{display:none}body{background:#fff}}`;

/**
 * A page that is whole in one file: it needs no other, runs nothing of its own and works without a network. `script` is one
 * file of ours, for the page that needs it.
 */
export function tripDocument(page: {
  readonly language: LanguageCode;
  /** Of the house, as it is shown by it. */
  readonly brand: Pick<Brand, 'name' | 'nameAr'>;
  readonly title: string;
  readonly body: ReactNode;
  readonly script?: string;
  /** Where its script leads. */
  readonly next?: string;
}): { readonly html: string; readonly headers: Record<string, string> } {
  const { language, brand, title, body, script, next } = page;
  const html = renderToStaticMarkup(
    <html lang={language} dir={language === 'ar' ? 'rtl' : 'ltr'} data-next={next}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · ${houseNameIn(brand, language)}`}</title>
        <style>{style}</style>
        {next && (
          <noscript>
            <meta httpEquiv="refresh" content={`0;url=${next}`} />
          </noscript>
        )}
        {script && <script src={script} defer />}
      </head>
      <body>
        <TextsProvider texts={textsFor(language)}>{body}</TextsProvider>
      </body>
    </html>,
  );
  return {
    html: `<!doctype html>${html}`,
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
      // With a script of ours it has the policy of every page; without one it has none to allow.
      ...(script
        ? {}
        : {
            'Content-Security-Policy':
              "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          }),
    },
  };
}
