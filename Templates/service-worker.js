// Keeps the files of pages, and shows a page of its own if the server cannot be reached. Pages, patches and forms are
// never kept: they always come from the network. The server writes the constants `release` and `files` above this text,
// so that another release is another worker.

// Apps at other base paths of this host have caches of their own.
const base = new URL('.', location).pathname.slice(0, -1);
const isOwn = key => key.startsWith('tempura-') && key.slice(16) === base;
const name = `tempura-${release}${base}`;
const offline = base + '/offline.html';

self.addEventListener('install', event => event.waitUntil((async () => {
  const cache = await caches.open(name);
  // A file that is missing must not keep the others from being kept.
  await Promise.allSettled(files.map(url => cache.add(new Request(url, {cache: 'no-cache'}))));
  // A tap need not wait until this worker has started.
  await event.addRoutes?.({condition: {requestMethod: 'post'}, source: 'network'});
  await self.skipWaiting();
})()));

self.addEventListener('activate', event => event.waitUntil((async () => {
  const old = (await caches.keys()).filter(key => isOwn(key) && key !== name);
  await Promise.all(old.map(key => caches.delete(key)));
  // The browser asks for the page while it starts this worker.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
})()));

const page = async event => {
  try {
    return await event.preloadResponse ?? await fetch(event.request);
  } catch {
    return await caches.match(offline) ?? Response.error();
  }
};

// The network comes first, so that no file is older than the page.
const file = async request => {
  try {
    return await fetch(request);
  } catch {
    return await caches.match(request) ?? Response.error();
  }
};

// The URL contains a hash of the content.
const font = async request => {
  const kept = await caches.match(request);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(name)).put(request, response.clone());
  return response;
};

self.addEventListener('fetch', event => {
  const {request} = event;
  const {origin, pathname, search} = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode === 'navigate') event.respondWith(page(event));
  else if (files.includes(pathname + search)) event.respondWith(file(request));
  else if (request.destination === 'font' && pathname.startsWith(base + '/fonts/')) event.respondWith(font(request));
});
