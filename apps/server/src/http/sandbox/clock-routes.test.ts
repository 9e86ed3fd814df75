import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestServer, type TestServer } from '../../testing/test-server.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(async () => server?.close())

const timeOf = async (path: string) => (await fetch(`${server.origin}${path}`)).headers.get('date')

it('answers of the API have the time of the server, also when somebody has moved it, and when they refuse', async () => {
  const fan = await server.fan('moves-time')
  expect(await timeOf(`/api/user/get_user/${fan.username}/`)).toBe('Sun, 01 Mar 2026 12:00:00 GMT')
  const body = JSON.stringify({ seconds: 3600 })
  const headers = { 'content-type': 'application/json' }
  const moved = await fetch(`${server.origin}/sandbox/clock/advance/`, { method: 'POST', headers, body })
  expect(await moved.json()).toEqual({ now: '2026-03-01T13:00:00.000Z' })
  expect(await timeOf(`/api/user/get_user/${fan.username}/`)).toBe('Sun, 01 Mar 2026 13:00:00 GMT')
  expect(await timeOf('/api/user/me/')).toBe('Sun, 01 Mar 2026 13:00:00 GMT')
})
