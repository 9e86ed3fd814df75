import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { IMAGE_MAX_BYTES } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../run-command.ts'

const MIB = 1024 * 1024
const PROXIES = [
  // Caddy itself overwrites X-Forwarded-For.
  ['Caddyfile', /max_size (\d+)MB/, 1_000_000, /reverse_proxy app-1:3000 app-2:3000/],
  ['Caddyfile.single', /max_size (\d+)MB/, 1_000_000, /reverse_proxy 127\.0\.0\.1:3000 \{/],
  ['haproxy.cfg', /req\.body_size gt (\d+)/, 1, /set-header X-Forwarded-For %\[src\]/],
  ['nginx.conf', /client_max_body_size (\d+)m/, MIB, /proxy_set_header X-Forwarded-For \$remote_addr;/],
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

describe.each(PROXIES)('the sample %s', (file, limit, unit, forwards) => {
  const text = readFileSync(join(ROOT, 'deploy/proxies', file), 'utf8')

  it('accepts the largest picture within its form', () => {
    const bytes = Number(limit.exec(text)?.[1]) * unit
    expect(bytes).toBeGreaterThan(IMAGE_MAX_BYTES)
    expect(bytes).toBeLessThanOrEqual(2 * IMAGE_MAX_BYTES)
  })

  it('hides metrics and readiness from outside', () => {
    expect(text).toMatch(/\/metrics/)
    expect(text).toMatch(/\/readyz/)
    expect(text).toMatch(/404/)
  })

  it('lets browsers remember that this address has HTTPS alone', () => {
    expect(text).toMatch(/Strict-Transport-Security "?max-age=31536000/)
  })

  it('sets the address of the client itself', () => {
    expect(text).toMatch(forwards)
    expect(text).not.toMatch(/proxy_add_x_forwarded_for|option forwardfor/)
  })
})
