import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

type Answer = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** The desk has three hundred addresses below one first part; three parts leave at most twenty. */
const mostParts = 3;

/**
 * Answers with only the routes that begin as the address does. The router tries its routes one after another, several
 * times a request, and makes all of them anew for each page: with every page of the site in one table that was a tenth of
 * a page's time (`npm run bench:pages`). An address whose first part no route says goes to the whole table.
 */
export function answerByPart(build: ServerBuild, mode: string): Answer {
  const whole = createRequestHandler(build, mode);
  const beginnings = beginningsOf(build);
  const made = new Map<string, Answer>();
  return (request, context) => {
    const begins = longestBeginning(new URL(request.url).pathname, beginnings);
    if (begins === null) return whole(request, context);
    let answer = made.get(begins);
    if (!answer) {
      answer = createRequestHandler(withRoutesOf(build, begins.split('/')), mode);
      made.set(begins, answer);
    }
    return answer(request, context);
  };
}

/** As routes are compared: without regard to case. Data of a page is asked for at its address with `.data`. */
export function partsOf(pathname: string): string[] {
  const path = pathname.toLowerCase().replace(/\/+$/, '').replace(/^\/+/, '');
  const asked = path === '_.data' ? '' : path.replace(/\.data$/, '');
  return asked.split('/');
}

/** The first parts of an address, as many as some route says; null where no route says even the first. */
export function longestBeginning(pathname: string, beginnings: ReadonlySet<string>): string | null {
  const parts = partsOf(pathname);
  for (let length = Math.min(parts.length, mostParts); length > 0; length -= 1) {
    const begins = parts.slice(0, length).join('/');
    if (beginnings.has(begins)) return begins;
  }
  return null;
}

type Routes = ServerBuild['routes'];
type Route = NonNullable<Routes[string]>;

function pathOf(routes: Routes, route: Route | undefined): string {
  return route ? [pathOf(routes, routes[route.parentId ?? '']), route.path].filter(Boolean).join('/') : '';
}

/** Not a parameter, not a wildcard, not the home page. */
const isLiteral = (part: string) => /^[a-z0-9-]+$/.test(part);

/** What routes say literally, from the first part on: `admin`, `admin/orders`, `admin/orders/flights`. */
function beginningsOf({ routes }: ServerBuild): Set<string> {
  const all = new Set(['']);
  for (const route of Object.values(routes)) {
    const parts = partsOf(pathOf(routes, route)).slice(0, mostParts);
    for (let length = 1; length <= parts.length && isLiteral(parts[length - 1]!); length += 1) all.add(parts.slice(0, length).join('/'));
  }
  return all;
}

/** Whether an address that begins so may be the route's. What matches anything is everybody's. */
function mayBegin(route: readonly string[], begins: readonly string[]): boolean {
  for (const [at, part] of begins.entries()) {
    const own = route[at];
    if (own === undefined) return false;
    if (own === '*') return true;
    if (isLiteral(own) && own !== part) return false;
  }
  return true;
}

function withRoutesOf(build: ServerBuild, begins: readonly string[]): ServerBuild {
  const kept = new Set<string>();
  const parents = new Set(Object.values(build.routes).map((route) => route?.parentId));
  for (const route of Object.values(build.routes)) {
    if (!route || parents.has(route.id)) continue;
    const path = pathOf(build.routes, route);
    // The home page stays: every page tells the browser of it.
    if (path !== '' && !mayBegin(partsOf(path), begins)) continue;
    for (let one: Route | undefined = route; one; one = build.routes[one.parentId ?? '']) kept.add(one.id);
  }
  const only = <Entry>(routes: Record<string, Entry>) => Object.fromEntries(Object.entries(routes).filter(([id]) => kept.has(id)));
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } };
}
