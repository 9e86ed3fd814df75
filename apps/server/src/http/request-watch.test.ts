import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import Fastify from 'fastify'
import pino from 'pino'
import { expect, test } from 'vitest'
import type { ServedRequest } from '../core/error-reports.ts'
import { registerErrors } from './errors.ts'
import { registerRequestWatch, requestFacts } from './request-watch.ts'

/** A server whose route writes a log line from far away, as a domain does, and then breaks. */
function openServer() {
  const [lines, served]: [Record<string, unknown>[], ServedRequest[]] = [[], []]
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(JSON.parse(String(chunk)) as Record<string, unknown>)
      done()
    },
  })
  const log = pino({ mixin: requestFacts }, sink)
  const app = Fastify()
  registerErrors(app, { reports: { bug: () => undefined } })
  registerRequestWatch(app, {
    reports: { bug: () => undefined },
    onServed: request => {
      served.push(request)
    },
  })
  app.get('/people/:name/', async () => {
    await nextTurn()
    log.info({}, 'far away')
    throw new Error('broken')
  })
  return { app, log, lines, served }
}

test('a line of the log that is written far from a request knows whose it is, and the failed answer names it', async () => {
  const { app, log, lines } = openServer()
  const answers = await Promise.all([1, 2, 3].map(n => app.inject(`/people/ann-${n}/?t=secret`)))
  log.info({}, 'of no request')
  const ids = answers.map(answer => answer.headers['x-request-id'])
  expect(new Set(ids).size).toBe(3)
  expect(lines.map(line => line.reqId)).toEqual([...ids, undefined])
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['cache-control']])).toEqual(
    Array(3).fill([500, 'no-store']),
  )
})

test('an answer is told of by the pattern of its route, and wrong addresses have one name', async () => {
  const { app, served } = openServer()
  await app.inject('/people/ann/?t=secret')
  await app.inject('/people/ann/secret')
  expect(served.map(({ route, status }) => [route, status])).toEqual([
    ['/people/:name/', 500],
    ['unmatched', 404],
  ])
  expect(JSON.stringify(served)).not.toMatch(/ann|secret/)
})
