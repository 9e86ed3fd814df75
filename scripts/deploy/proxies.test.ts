import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { SECURITY_HEADERS } from '../../apps/server/src/http/security-headers.ts'
import { ROOT } from '../run-command.ts'

const MIB = 1024 * 1024
const CADDY_SETS_ABSENT = /header \?Strict-Transport-Security/
const PROXIES = [
  // Caddy itself overwrites X-Forwarded-For.
  ['Caddyfile', /reverse_proxy app-1:3000 app-2:3000/, CADDY_SETS_ABSENT],
  ['Caddyfile.single', /reverse_proxy 127\.0\.0\.1:3000 \{/, CADDY_SETS_ABSENT],
  ['haproxy.cfg', /set-header X-Forwarded-For %\[src\]/, /response set-header Strict-Transport-Security/],
  [
    'nginx.conf',
    /proxy_set_header X-Forwarded-For \$remote_addr;/,
    /proxy_hide_header Strict-Transport-Security;/,
  ],
] as const

const textOf = (file: string) => readFileSync(join(ROOT, 'deploy/proxies', file), 'utf8')

it('HAProxy needs no more file descriptors than most machines allow', () => {
  const [, connections] = /^\s+maxconn (\d+)$/m.exec(textOf('haproxy.cfg')) ?? []
  expect(2 * Number(connections) + 1_000).toBeLessThan(65_536)
})

it.each([
  ['haproxy.cfg', /bind :::443 v4v6/],
  ['nginx.conf', /listen \[::\]:443/],
])('%s is there by IPv6 too', (file, listens) => expect(textOf(file)).toMatch(listens))

it.each([
  ['haproxy.cfg', /req\.body_size gt (\d+)/, 1],
  ['nginx.conf', /client_max_body_size (\d+)m/, MIB],
] as const)('%s accepts the largest picture within its form', (file, limit, unit) => {
  const bytes = Number(limit.exec(textOf(file))?.[1]) * unit
  expect(bytes).toBeGreaterThan(IMAGE_MAX_BYTES)
  expect(bytes).toBeLessThanOrEqual(2 * IMAGE_MAX_BYTES)
})

it.each(['Caddyfile', 'Caddyfile.single'])('%s leaves a body that is too large to the server', file =>
  expect(textOf(file)).not.toMatch(/request_body/),
)

describe.each(PROXIES)('the sample %s', (file, forwards, once) => {
  const text = textOf(file)

  it('hides metrics and readiness from outside', () => {
    expect(text).toMatch(/\/metrics/)
    expect(text).toMatch(/\/readyz/)
    expect(text).toMatch(/404/)
  })

  it('lets browsers remember that this address has HTTPS alone, once and with the value of the server', () => {
    expect(text).toMatch(once)
    expect(text).toContain(`"${SECURITY_HEADERS['strict-transport-security']}"`)
  })

  it('sets the address of the client itself', () => {
    expect(text).toMatch(forwards)
    expect(text).not.toMatch(/proxy_add_x_forwarded_for|option forwardfor/)
  })
})
