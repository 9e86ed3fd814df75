import { afterAll, expect, test } from 'vitest'
import { openTestServer } from '../../testing/test-server.ts'
import { isQuietRoute } from './quiet-routes.ts'

const server = await openTestServer()
afterAll(server.close)

/** Of accounts, profiles and the desk, without a call or a payment of anybody. */
const LOUD = [
  /^\/api\/(?:auth|appeals|explore)\//,
  /^\/api\/user\/(?:me\/)?$/,
  /^\/api\/user\/(?:email|password-reset|social-login|carry-over|get_user)\//,
  /^\/api\/user\/me\/(?:become-influencer|birth-date|calendar-feed|carry-over|email|export)\//,
  /^\/api\/user\/me\/(?:factor-loss|factors|logins|password)\//,
  /^\/api\/influencer\/(?::username|me\/availability|me\/calendar)\/$/,
  /^\/api\/parley\/:username\/$/,
  /^\/api\/staff\/(?:actions|appeals|me|pending|people)\//,
  /^\/(?:calendars|pictures|share-pictures)\//,
]

test('every route of a call or a payment is quiet, and each other one is named here', async () => {
  const { paths } = await (await fetch(`${server.origin}/api/openapi.json`)).json()
  const routes = Object.keys(paths).map(path => path.replaceAll(/\{(\w+)\}/g, ':$1'))
  expect(routes.length).toBeGreaterThan(100)
  const isLoud = (route: string) => LOUD.some(pattern => pattern.test(route))
  expect(routes.filter(route => isQuietRoute(route) === isLoud(route))).toEqual([])
})
