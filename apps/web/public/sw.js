/**
 * Serves the offline page when there is no network. It never stores pages and answers of the API, so nobody sees an old
 * price or another person's data. It stores only files whose name is the hash of their content, because those cannot be
 * out of date.
 */
const VERSION = 'v1'
const SHELL = `parley-shell-${VERSION}`
const ASSETS = `parley-assets-${VERSION}`
const OFFLINE_PAGE = '/offline.html'
const ASSETS_MAX = 120
const HASHED = /^\/assets\/[^/]+-[\w-]{8,}\.(?:js|css|woff2)$/
/** The worker ignores payments, logins and returns from a bank: it must not change or repeat these requests. */
const UNTOUCHED =
  /^\/(?:api|sandbox|save-card|signup|logout|social-login|password-reset|pictures|share-pictures)(?:\/|$)/

self.addEventListener('install', event => {
  event.waitUntil(
    caches
      .open(SHELL)
      .then(shell => shell.add(new Request(OFFLINE_PAGE, { cache: 'reload' })))
      .then(() => self.skipWaiting()),
  )
})

async function takeOver() {
  const names = await caches.keys()
  const old = names.filter(name => name.startsWith('parley-') && name !== SHELL && name !== ASSETS)
  await Promise.all(old.map(name => caches.delete(name)))
  // Preloading would request each page twice that the worker ignores: the login code of a network is valid once.
  await self.registration.navigationPreload?.disable()
  await self.clients.claim()
}
self.addEventListener('activate', event => event.waitUntil(takeOver()))

async function page(event) {
  try {
    return await fetch(event.request)
  } catch {
    const shell = await caches.open(SHELL)
    return (await shell.match(OFFLINE_PAGE)) ?? Response.error()
  }
}

async function trim(assets) {
  const kept = await assets.keys()
  await Promise.all(
    kept.slice(0, Math.max(0, kept.length - ASSETS_MAX)).map(request => assets.delete(request)),
  )
}

async function asset(event) {
  // A browser whose storage is full or damaged refuses its caches: then each file comes from the network.
  const assets = await caches.open(ASSETS).catch(() => null)
  const kept = await assets?.match(event.request).catch(() => undefined)
  if (kept) return kept
  const answer = await fetch(event.request)
  if (assets && answer.status === 200 && answer.type === 'basic') {
    const copy = answer.clone()
    event.waitUntil(assets.put(event.request, copy).then(() => trim(assets)))
  }
  return answer
}

self.addEventListener('fetch', event => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || UNTOUCHED.test(pathname)) return
  if (request.mode === 'navigate') event.respondWith(page(event))
  else if (HASHED.test(pathname)) event.respondWith(asset(event))
})
