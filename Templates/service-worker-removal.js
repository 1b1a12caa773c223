// The service worker of an app that wants none: removes itself, and the files that an earlier one kept.

self.addEventListener('install', () => self.skipWaiting());

self.addEventListener('activate', event => event.waitUntil((async () => {
  const old = (await caches.keys()).filter(key => key.startsWith('tempura-'));
  await Promise.all(old.map(key => caches.delete(key)));
  await self.registration.unregister();
})()));
