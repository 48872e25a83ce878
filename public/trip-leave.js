// Takes what was kept on this device away, then goes where the visitor was going (docs/decisions/0030).
(async () => {
  const { next } = document.documentElement.dataset;
  try {
    for (const name of await caches.keys()) if (name.startsWith('rihla-trips-')) await caches.delete(name);
    for (const worker of await navigator.serviceWorker.getRegistrations())
      if (new URL(worker.scope).pathname === '/bookings-trips') await worker.unregister();
  } finally {
    location.replace(next);
  }
})();
