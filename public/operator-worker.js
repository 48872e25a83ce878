// Keeps the check-in page of an operator usable without a network: the last page seen and the files it needs.
const kept = 'rihla-operator-1';

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

async function fresh(request) {
  const cache = await caches.open(kept);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (fault) {
    const before = await cache.match(request, { ignoreSearch: request.mode === 'navigate' });
    if (before) return before;
    throw fault;
  }
}

async function kindOfFile(request) {
  const cache = await caches.open(kept);
  return (await cache.match(request)) ?? fresh(request);
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (request.mode === 'navigate' && url.pathname.startsWith('/operator/')) event.respondWith(fresh(request));
  else if (url.pathname.startsWith('/assets/')) event.respondWith(kindOfFile(request));
});
