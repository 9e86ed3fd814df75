import type { WebDev } from '@parley/web/dev'
import type { PublicData } from '@parley/web/public-data'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { registerWebPagesDev } from './web-pages-dev.ts'

let app: FastifyInstance
let source: string
let closed: boolean

beforeEach(async () => {
  source = 'first'
  closed = false
  const dev: WebDev = {
    handle(request, response, next) {
      if (request.url === '/app/root.tsx') response.end('module')
      else next()
    },
    entry: async () => {
      const body = source
      return { fixedScripts: [], fixedStyles: [], render: async () => new Response(body) }
    },
    close: async () => {
      closed = true
    },
  }
  // Only what these pages read.
  const publicData = {
    site: {
      paymentProvider: 'sandbox',
      publishableKey: 'pk_test_1',
      origin: 'http://localhost:3000',
      feePercent: 10,
      releaseAfterHours: 48,
    },
  } as PublicData
  app = Fastify()
  app.setNotFoundHandler((_request, reply) => reply.code(404).send({ detail: 'Not found' }))
  await registerWebPagesDev(app, { publicData, dev })
})
afterEach(() => app.close())

it('a page is rendered from the newest source', async () => {
  expect((await app.inject('/')).body).toBe('first')
  source = 'second'
  expect((await app.inject('/')).body).toBe('second')
})

it('a module of the source is answered by Vite', async () => {
  expect((await app.inject('/app/root.tsx')).body).toBe('module')
})

it('an unknown call stays an answer of the API', async () => {
  expect((await app.inject('/api/nothing')).json()).toEqual({ detail: 'Not found' })
})

it('Vite ends with the server', async () => {
  await app.close()
  expect(closed).toBe(true)
})
