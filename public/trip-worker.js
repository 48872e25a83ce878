// Shows the trips that their owner keeps on this device while there is no network (docs/decisions/0030). It keeps nothing itself.
const prefix = 'rihla-trips-';
const home = '/bookings-trips';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
}

/** What is kept under an address and not over yet. */
async function readKept(cache, path) {
  const answer = await cache.match(path);
  if (!answer) return null;
  if (Date.now() < Number(answer.headers.get('X-Kept-Until'))) return answer;
  await cache.delete(path);
  return null;
}

async function shown(answer) {
  const html = (await answer.text()).replace('<html ', '<html data-kept ');
  return new Response(html, { headers: answer.headers });
}

const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** More than one trip is kept and none was asked for. */
function listed(packs) {
  const said = JSON.parse(decodeURIComponent(packs[0].answer.headers.get('X-Kept-Facts')));
  const rows = packs.map(({ path, answer }) => {
    const { title } = JSON.parse(decodeURIComponent(answer.headers.get('X-Kept-Facts')));
    return `<li><a href="${escaped(path)}">${escaped(title)}</a></li>`;
  });
  const html = `<!doctype html><html lang="${escaped(said.language)}" dir="${said.language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(said.heading)}</title><style>body{margin:0;background:#fbf7ef;color:#1c1b2e;font:18px/1.6 system-ui,sans-serif}main{max-inline-size:40rem;margin:0 auto;padding:32px 20px}li{padding-block:8px}a{color:#0e6e73}</style></head><body><main><h1>${escaped(said.heading)}</h1><ul>${rows.join('')}</ul></main></body></html>`;
  return new Response(html, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
}

async function findKept(path) {
  const names = (await caches.keys()).filter((name) => name.startsWith(prefix));
  // Two accounts are never kept side by side: if they were, neither could be told from the other.
  if (names.length !== 1) return names.length > 1 ? forget().then(() => null) : null;
  const cache = await caches.open(names[0]);
  const exact = await readKept(cache, path);
  if (exact) return path.endsWith('/pack') ? shown(exact) : exact;
  if (path.includes('/papers/')) return null;
  const own = await readKept(cache, `${path}/pack`);
  if (own) return shown(own);
  const packs = [];
  for (const { url } of await cache.keys()) {
    const each = new URL(url).pathname;
    const answer = each.endsWith('/pack') ? await readKept(cache, each) : null;
    if (answer) packs.push({ path: each, answer });
  }
  if (packs.length === 0) return null;
  return packs.length === 1 ? shown(packs[0].answer) : listed(packs);
}

async function answerPage(request) {
  const { pathname } = new URL(request.url);
  if (pathname === `${home}/left`) await forget();
  let answer;
  try {
    answer = await fetch(request);
  } catch (fault) {
    const kept = await findKept(pathname);
    if (kept) return kept;
    throw fault;
  }
  // Whoever is sent away from here is not signed in as who keeps these trips.
  if (answer.type === 'opaqueredirect' || answer.status === 401) await forget();
  return answer;
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || request.mode !== 'navigate' || url.origin !== self.location.origin) return;
  if (url.pathname === home || url.pathname.startsWith(`${home}/`)) event.respondWith(answerPage(request));
});
