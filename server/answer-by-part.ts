import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

type Answer = (request: Request, context: RouterContextProvider) => Promise<Response>;

/**
 * Answers with only the routes that share the first part of the address. The router tries its routes one after another,
 * several times a request, and makes all of them anew for each page: with every page of the site in one table that was a
 * tenth of a page's time (`npm run bench:pages`). An address whose first part no route says goes to the whole table.
 */
export function answerByPart(build: ServerBuild, mode: string): Answer {
  const whole = createRequestHandler(build, mode);
  const known = firstParts(build);
  const made = new Map<string, Answer>();
  return (request, context) => {
    const part = firstPartOf(new URL(request.url).pathname);
    let answer = made.get(part);
    if (!answer) {
      if (!known.has(part)) return whole(request, context);
      answer = createRequestHandler(withRoutesOf(build, part), mode);
      made.set(part, answer);
    }
    return answer(request, context);
  };
}

/** As routes are compared: without regard to case. Data of a page is asked for at its address with `.data`. */
export function firstPartOf(pathname: string): string {
  const part = pathname.split('/', 2)[1]!.toLowerCase();
  if (part === '_.data') return '';
  return part.endsWith('.data') ? part.slice(0, -'.data'.length) : part;
}

type Routes = ServerBuild['routes'];
type Route = NonNullable<Routes[string]>;

function pathOf(routes: Routes, route: Route | undefined): string {
  return route ? [pathOf(routes, routes[route.parentId ?? '']), route.path].filter(Boolean).join('/') : '';
}

const firstOf = (routes: Routes, route: Route | undefined) => firstPartOf(`/${pathOf(routes, route)}`);
/** Not a parameter, not a wildcard, not the home page. */
const isLiteral = (part: string) => /^[a-z0-9-]+$/.test(part);

function firstParts({ routes }: ServerBuild): Set<string> {
  const firsts = Object.values(routes).map((route) => firstOf(routes, route));
  return new Set(['', ...firsts.filter(isLiteral)]);
}

function withRoutesOf(build: ServerBuild, part: string): ServerBuild {
  const kept = new Set<string>();
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId));
  for (const route of Object.values(build.routes)) {
    if (!route || parents.has(route.id)) continue;
    const first = firstOf(build.routes, route);
    // The home page stays: every page tells the browser of it. What matches anything stays too.
    if (first !== part && isLiteral(first)) continue;
    for (let one: Route | undefined = route; one; one = build.routes[one.parentId ?? '']) kept.add(one.id);
  }
  const only = <Entry>(routes: Record<string, Entry>) => Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
