import { isbot } from 'isbot';
import { renderToPipeableStream } from 'react-dom/server';
import { isRouteErrorResponse, ServerRouter, type EntryContext, type RouterContextProvider } from 'react-router';
import { isDatabaseGone } from '#app/platform/database.server.ts';
import { withoutSecrets } from '#app/platform/log.server.ts';
import { outageContext, platformContext, requestContext, type RequestFacts } from '#app/platform/request-context.ts';
import { TypesettingBusy } from '#app/platform/typesetting.server.ts';
import { TextsProvider } from '#app/ui/texts.tsx';
import { textsFor } from '#app/ui/catalogues.server.ts';
import { HeadSlot } from '#app/ui/head-slot.ts';
import { PageBody } from './page-body.server.ts';
import { places } from './site-map.ts';
import { partKeeper } from './storefront/kept-markup.server.tsx';
import { PartKeeper } from './storefront/kept-part.tsx';
import { DocumentHead, type HeadFacts } from './storefront/search-engines/document-head.tsx';

const renderTimeoutMs = 6_000;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const facts = context.get(requestContext);
  const texts = textsFor(facts.language);
  return new Promise((resolve, reject) => {
    let shellSent = false;
    // Robots and pages for keeping are read whole; people get the shell as soon as it stands.
    const ready = isbot(request.headers.get('user-agent')) ? 'onAllReady' : 'onShellReady';
    const { pipe, abort } = renderToPipeableStream(
      <TextsProvider texts={texts}>
        <HeadSlot value={headOf(request, entry, facts, context)}>
          <PartKeeper value={partKeeper(texts)}>
            <ServerRouter context={entry} url={request.url} nonce={facts.nonce} />
          </PartKeeper>
        </HeadSlot>
      </TextsProvider>,
      {
        nonce: facts.nonce,
        // Whatever is drawn stands where it belongs, however long the page: put there by a script it would be missing without one.
        progressiveChunkSize: Number.MAX_SAFE_INTEGER,
        [ready]() {
          shellSent = true;
          headers.set('Content-Type', 'text/html; charset=utf-8');
          const body = new PageBody();
          // The timer is cleared when the page ends, or every render would stay in memory until it fires.
          body.on('close', () => clearTimeout(timer));
          pipe(body);
          body.respond(status, headers).then(resolve, reject);
        },
        onShellError: reject,
        onError(fault: unknown) {
          if (shellSent)
            context
              .get(platformContext)
              .log.error({ requestId: facts.requestId, fault: String((fault as Error)?.stack ?? fault) }, 'render');
        },
      },
    );
    const timer = setTimeout(abort, renderTimeoutMs);
  });
}

function headOf(request: Request, entry: EntryContext, { language, languages, brand }: RequestFacts, context: RouterContextProvider) {
  const { matches, loaderData, statusCode, errors } = entry.staticHandlerContext;
  const id = matches.at(-1)?.route.id ?? '';
  return (
    <DocumentHead
      place={places.find((place) => place.id === id) ?? null}
      status={errors ? Math.max(statusCode, 400) : statusCode}
      path={new URL(request.url).pathname}
      language={language}
      languages={languages}
      siteName={brand.name}
      publicUrl={context.get(platformContext).env.publicUrl}
      own={(loaderData[id] ?? {}) as HeadFacts['own']}
      t={textsFor(language).t}
    />
  );
}

/** Faults of loaders and actions, with the reference that the visitor also sees. */
export function handleError(fault: unknown, { request, context }: { request: Request; context: Readonly<RouterContextProvider> }): void {
  if (request.signal.aborted) return;
  // What was asked for is not there, or not this way: the answer says so, and nothing of ours broke.
  if (isRouteErrorResponse(fault) && fault.status < 500) return;
  const facts = context.get(requestContext);
  if (isDatabaseGone(fault) || fault instanceof TypesettingBusy) context.get(outageContext).seen = true;
  context
    .get(platformContext)
    .log.error(
      { requestId: facts.requestId, path: withoutSecrets(new URL(request.url).pathname), fault: String((fault as Error)?.stack ?? fault) },
      'fault',
    );
}
