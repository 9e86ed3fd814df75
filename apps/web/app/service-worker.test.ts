import { readFile } from 'node:fs/promises'
import { createContext, runInContext } from 'node:vm'
import { beforeEach, describe, expect, it } from 'vitest'
import german from './language/catalogues/de.json' with { type: 'json' }

const ORIGIN = 'https://parley.example'
const source = await readFile(new URL('../public/sw.js', import.meta.url), 'utf8')

interface SentRequest {
  url: string
  method?: string
  mode?: string
}
type Handler = (event: Record<string, unknown>) => void

/** Runs the worker as a browser does, with a network and caches of the test. */
function startWorker() {
  const handlers = new Map<string, Handler>()
  const stored = new Map<string, Map<string, unknown>>()
  const seen: string[] = []
  const network = { isUp: true, status: 200, type: 'basic' }
  const storage = { isDamaged: false }
  const keyOf = (request: string | SentRequest) =>
    new URL(typeof request === 'string' ? request : request.url, ORIGIN).pathname
  const open = async (name: string) => {
    if (storage.isDamaged) throw new DOMException('Unexpected internal error.', 'UnknownError')
    const entries = stored.get(name) ?? new Map<string, unknown>()
    stored.set(name, entries)
    return {
      add: async (request: SentRequest) =>
        void entries.set(keyOf(request), { body: `kept ${keyOf(request)}` }),
      put: async (request: SentRequest, answer: unknown) => void entries.set(keyOf(request), answer),
      match: async (request: string | SentRequest) => entries.get(keyOf(request)),
      keys: async () => [...entries.keys()].map(path => ({ url: ORIGIN + path })),
      delete: async (request: SentRequest) => entries.delete(keyOf(request)),
    }
  }
  const fetch = async (request: SentRequest) => {
    seen.push(keyOf(request))
    if (!network.isUp) throw new TypeError('no network')
    const answer = { body: `fresh ${keyOf(request)}`, status: network.status, type: network.type }
    return { ...answer, clone: () => answer }
  }
  const self = {
    location: new URL(`${ORIGIN}/sw.js`),
    registration: { navigationPreload: { disable: async () => undefined } },
    clients: { claim: async () => undefined },
    skipWaiting: async () => undefined,
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
  }
  class FakeRequest {
    url: string
    constructor(path: string) {
      this.url = new URL(path, ORIGIN).href
    }
  }
  const caches = {
    open,
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
  }
  runInContext(
    source,
    createContext({ self, caches, fetch, URL, Request: FakeRequest, Response: { error: () => 'error' } }),
  )

  async function fire(name: string, event: Record<string, unknown> = {}): Promise<unknown> {
    const work: Promise<unknown>[] = []
    const answers: Promise<unknown>[] = []
    handlers.get(name)?.({
      ...event,
      waitUntil: (promise: Promise<unknown>) => void work.push(promise),
      respondWith: (promise: Promise<unknown>) => void answers.push(promise),
    })
    const [answer] = answers
    const answered = answer && (await answer)
    await Promise.all(work)
    return answered
  }
  const send = (path: string, more: Partial<SentRequest> = {}) =>
    fire('fetch', { request: { url: new URL(path, ORIGIN).href, method: 'GET', mode: 'cors', ...more } })
  const kept = () => [...stored.values()].flatMap(entries => [...entries.keys()])
  return { fire, send, kept, stored, seen, network, storage }
}

const ASSET = '/assets/profile-B1x_9abc.js'
const navigate = { mode: 'navigate' }

let worker: ReturnType<typeof startWorker>
beforeEach(async () => {
  worker = startWorker()
  await worker.fire('install')
  await worker.fire('activate')
})

describe('the worker never stores', () => {
  it.each([
    ['a page', '/', navigate],
    ['a profile', '/profile/maya', navigate],
    ['a person’s own page', '/my-account', navigate],
    ['the data of a page', '/profile/maya.data', {}],
    ['an answer of the API', '/api/user/me/', {}],
    ['a public answer of the API', '/api/explore/', {}],
    ['a picture of a person', '/pictures/1/480.avif', {}],
    ['a file without a hash in its name', '/favicon.svg', {}],
    ['its own file', '/sw.js', {}],
    ['a page of an address like a file', '/assets/profile-B1x_9abc.html', navigate],
    ['what another site sends', 'https://other.example/assets/profile-B1x_9abc.js', {}],
    ['what is sent', ASSET, { method: 'POST' }],
  ] as const)('%s', async (_what, path, more) => {
    await worker.send(path, more)
    expect(worker.kept()).toEqual(['/offline.html'])
  })

  it.each([404, 500, 206])('a file that was answered with %s', async status => {
    worker.network.status = status
    await worker.send(ASSET)
    expect(worker.kept()).toEqual(['/offline.html'])
  })
})

describe('the worker ignores', () => {
  it.each(['/save-card', '/signup/regular', '/social-login', '/logout'])('%s', async path => {
    worker.network.isUp = false
    expect(await worker.send(path, navigate)).toBeUndefined()
    expect(worker.seen).toEqual([])
  })
})

it('a page comes from the network each time, so that it is never out of date', async () => {
  expect(await worker.send('/profile/maya', navigate)).toMatchObject({ body: 'fresh /profile/maya' })
  expect(await worker.send('/profile/maya', navigate)).toMatchObject({ body: 'fresh /profile/maya' })
  expect(worker.seen).toEqual(['/profile/maya', '/profile/maya'])
})

it.each(['/profile/maya', '/chat/slug', '/paidchat/slug', '/stream/maya/slug'])(
  'without a network a page says so: %s',
  async path => {
    worker.network.isUp = false
    expect(await worker.send(path, navigate)).toEqual({ body: 'kept /offline.html' })
  },
)

it('the German texts of the offline page are those of the catalogue', async () => {
  const page = await readFile(new URL('../public/offline.html', import.meta.url), 'utf8')
  const catalogue: Record<string, unknown> = german
  const texts = [...page.matchAll(/<(h1|p|a)\b[^>]*data-de="([^"]+)"[^>]*>([^<]+)</g)]
  expect(texts.map(([, , de]) => de)).toEqual(texts.map(([, , , en = '']) => catalogue[en]))
  expect(texts).toHaveLength(3)
})

it('a file named by its content is fetched once, and is available without a network', async () => {
  await worker.send(ASSET)
  worker.network.isUp = false
  expect(await worker.send(ASSET)).toMatchObject({ body: `fresh ${ASSET}` })
  expect(worker.seen).toEqual([ASSET])
})

it('a file comes from the network where the browser refuses its storage', async () => {
  worker.storage.isDamaged = true
  expect(await worker.send(ASSET)).toMatchObject({ body: `fresh ${ASSET}` })
})

it('old files are deleted when there are many', async () => {
  const names = Array.from({ length: 130 }, (_, index) => `/assets/a-${String(index).padStart(8, '0')}.js`)
  for (const name of names) await worker.send(name)
  expect(worker.kept().filter(name => name.startsWith('/assets/'))).toEqual(names.slice(-120))
})

it('a new version deletes the files of an old one, and no other caches', async () => {
  worker.stored.set('parley-assets-v0', new Map([[ASSET, 'old']]))
  worker.stored.set('somebody-else', new Map())
  await worker.fire('activate')
  expect([...worker.stored.keys()].filter(name => name.endsWith('v0'))).toEqual([])
  expect(worker.stored.has('somebody-else')).toBe(true)
})
