import { expect, it } from 'vitest'
import { contentPolicy, pageHeaders } from './content-policy.ts'

const policyOf = (paymentProvider: 'sandbox' | 'stripe') =>
  contentPolicy(
    { scripts: ['first()'], styles: ['p{color:red}'] },
    { origin: 'https://parley.example', paymentProvider },
  )

function sources(policy: string, directive: string): string[] {
  const found = policy.split('; ').find(part => part.startsWith(`${directive} `))
  return found?.split(' ').slice(1) ?? []
}

it('with the sandbox a page reaches nobody but this site', () => {
  const policy = policyOf('sandbox')
  expect(policy).not.toContain('stripe')
  expect(policy.match(/https?:\/\//g)).toBeNull()
  expect(sources(policy, 'frame-src')).toEqual(["'self'"])
  expect(pageHeaders('sandbox')['permissions-policy']).toContain('payment=(self)')
  expect(pageHeaders('sandbox')['cross-origin-opener-policy']).toBe('same-origin')
})

it('a style in the page is allowed by its hash, and no other', () => {
  expect(sources(policyOf('sandbox'), 'style-src')).toEqual([
    "'self'",
    "'sha256-p0bF+un5yUb9MBO6xRb8kPHlY2BdpHVtLiFkDrZPF64='",
  ])
})

it('with Stripe a page may load its script, its frames and its API, and nothing else of anybody’s', () => {
  const policy = policyOf('stripe')
  expect(sources(policy, 'script-src').slice(2)).toEqual(['https://js.stripe.com', 'https://*.js.stripe.com'])
  expect(sources(policy, 'frame-src')).toEqual([
    "'self'",
    'https://js.stripe.com',
    'https://*.js.stripe.com',
    'https://hooks.stripe.com',
  ])
  expect(sources(policy, 'connect-src')).toEqual(["'self'", 'wss://parley.example', 'https://api.stripe.com'])
  for (const directive of ['default-src', 'style-src', 'img-src', 'font-src', 'form-action']) {
    expect(sources(policy, directive).join(' ')).not.toContain('stripe')
  }
})

it('with Stripe its frame may open a wallet', () => {
  const headers = pageHeaders('stripe')
  expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")')
  expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
})

it('a video provider of its own may be reached, and only while it is configured', () => {
  const site = { origin: 'https://parley.example', paymentProvider: 'sandbox' } as const
  const inline = { scripts: [], styles: [] }
  const before = sources(contentPolicy(inline, site), 'connect-src')
  const policy = contentPolicy(inline, { ...site, videoOrigin: 'wss://live.example' })
  expect(sources(policy, 'connect-src')).toEqual([...before, 'wss://live.example', 'https://live.example'])
})

it('a page may tell of errors at the one host that was named, and nowhere when none was', () => {
  const site = { origin: 'https://parley.example', paymentProvider: 'sandbox' } as const
  const inline = { scripts: [], styles: [] }
  const policy = contentPolicy(inline, { ...site, errorReportsDsn: 'https://key@errors.example.org:8443/7' })
  expect(sources(policy, 'connect-src')).toEqual([
    "'self'",
    'wss://parley.example',
    'https://errors.example.org:8443',
  ])
  expect(sources(contentPolicy(inline, site), 'connect-src')).toEqual(["'self'", 'wss://parley.example'])
})
