import Fastify from 'fastify'
import { beforeEach, expect, it, vi } from 'vitest'
import type { App } from '../../http/app-type.ts'
import { registerErrors } from '../../http/errors.ts'
import { registerPolicy } from '../../http/policy.ts'
import { webhookSignature } from './testing/webhook-signature.ts'
import { type WebhookNews, webhookRoutes } from './webhook-routes.ts'

const PATH = '/api/webhooks/livekit/'
const KEYS = { apiKey: 'ours', apiSecret: 'the secret of these tests, long enough' }
const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

let app: App
let news: WebhookNews[]

beforeEach(() => {
  news = []
  app = Fastify() as unknown as App
  registerErrors(app)
  registerPolicy(app, { authenticate: async () => null })
  webhookRoutes({ ...KEYS, log }, each => news.push(each))(app)
})

function eventOf(change: object = {}): string {
  const participant = { sid: 'PA_1', identity: 'ann', attributes: { ticket: 'a.1' } }
  const createdAt = String(Math.floor(Date.now() / 1_000))
  return JSON.stringify({ event: 'participant_left', room: { name: 'r' }, participant, createdAt, ...change })
}

const signatureOf = (body: string, apiSecret: string) => webhookSignature(body, { ...KEYS, apiSecret })

async function send(body: string, authorization?: string): Promise<number> {
  const headers = { 'content-type': 'application/webhook+json', ...(authorization ? { authorization } : {}) }
  return (await app.inject({ method: 'POST', url: PATH, headers, payload: body })).statusCode
}

it('an event that LiveKit signed is taken', async () => {
  const body = eventOf()
  expect(await send(body, await signatureOf(body, KEYS.apiSecret))).toBe(200)
  expect(news).toEqual([{ type: 'left', roomId: 'r', identity: 'ann', sid: 'PA_1' }])
})

it('one without a signature, with a forged one or with another body is refused', async () => {
  const body = eventOf()
  const good = await signatureOf(body, KEYS.apiSecret)
  expect(await send(body)).toBe(400)
  expect(await send(body, await signatureOf(body, 'a secret that somebody guessed, also long'))).toBe(400)
  expect(await send(eventOf({ event: 'room_finished' }), good)).toBe(400)
  expect(news).toEqual([])
})

/** As LiveKit signs on a machine whose clock is so many seconds ahead. */
async function signedAhead(body: string, seconds: number): Promise<string> {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + seconds * 1_000)
  try {
    return await signatureOf(body, KEYS.apiSecret)
  } finally {
    vi.useRealTimers()
  }
}

it('one of a machine whose clock is some seconds ahead is taken, and one of a minute ahead is refused', async () => {
  const body = eventOf()
  expect(await send(body, await signedAhead(body, 5))).toBe(200)
  expect(await send(body, await signedAhead(body, 60))).toBe(400)
})

it('one that is older than LiveKit tries for is refused', async () => {
  const body = eventOf({ createdAt: String(Math.floor(Date.now() / 1_000) - 400) })
  expect(await send(body, await signatureOf(body, KEYS.apiSecret))).toBe(400)
  expect(news).toEqual([])
})

it('what is of no use here is acknowledged, so that LiveKit does not send it again', async () => {
  const body = eventOf({ event: 'track_published' })
  expect(await send(body, await signatureOf(body, KEYS.apiSecret))).toBe(200)
  expect(news).toEqual([])
})
