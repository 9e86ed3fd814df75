import { afterAll, beforeAll, expect, test } from 'vitest'
import { operationsOf } from '../../apps/server/src/http/testing/open-api.ts'
import {
  BUDGET_SHAPE,
  type BudgetServer,
  openBudgetServer,
} from '../../apps/server/src/testing/growth/budget-server.ts'
import type { Call, Subject } from './target.ts'
import { READS } from './targets.ts'

/** GETs of the API that are not measured, and why. */
const NOT_MEASURED: Readonly<Record<string, string>> = {
  ...because('reads one file, by its id', ['/pictures/{id}', '/pictures/{id}/{file}']),
  ...because('redirects to another site', [
    ...['/api/user/social-login/{network}/start/', '/api/user/social-login/{network}/callback/'],
  ]),
  ...because('reads files of the sandbox, outside production only', [
    '/sandbox/mail/',
    '/sandbox/mail/{id}/',
  ]),
}

function because(reason: string, paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map(path => [path, reason]))
}

let server: BudgetServer
let described: string[]
beforeAll(async () => {
  server = await openBudgetServer()
  const document = await server.call<Parameters<typeof operationsOf>[0]>(null, 'GET /api/openapi.json')
  described = operationsOf(document.body).flatMap(({ method, path }) => (method === 'GET' ? [path] : []))
}, 240_000)
afterAll(() => server.close())

const subject = { shape: BUDGET_SHAPE, call: async call => JSON.parse(await answerTo(call)) } as Subject

async function answerTo({ what, as, status = 200 }: Call): Promise<string> {
  const headers = as ? { authorization: `Bearer ${await server.tokenOf(as)}` } : {}
  const answer = await fetch(`${server.origin}${what.replace('GET ', '')}`, { headers })
  const text = await answer.text()
  expect(answer.status, text.slice(0, 300)).toBe(status)
  return text
}

async function callOf(target: (typeof READS)[number]): Promise<Call> {
  const [call] = await target.calls(subject, 1)
  if (!call) throw new Error(`${target.name} calls nothing`)
  return call
}

/** The described path of a call: that with most fixed parts, as the router chooses. */
function pathOf({ what }: Call): string | undefined {
  const asked = what.replace(/^GET /, '').replace(/\?.*$/, '')
  const fits = described.filter(path =>
    new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(asked),
  )
  return fits.toSorted((a, b) => a.split('{').length - b.split('{').length)[0]
}

test('every GET of the API is measured with more data, or there is a reason why not', async () => {
  const measured = new Set((await Promise.all(READS.map(callOf))).map(pathOf))
  expect(described.filter(path => !measured.has(path)).toSorted()).toEqual(
    Object.keys(NOT_MEASURED).toSorted(),
  )
})

test.each(READS)('$name has an answer in a filled database', async target => {
  await answerTo(await callOf(target))
})
