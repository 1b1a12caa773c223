// The service worker of an app that wants none: removes itself, and the files that an earlier one kept.

const base = new URL('.', location).pathname.slice(0, -1);

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', event => event.waitUntil((async () => {
  const old = (await caches.keys()).filter(key => key.startsWith('tempura-') && key.slice(16) === base);
  await Promise.all(old.map(key => caches.delete(key)));
  await self.registration.unregister();
})()));
