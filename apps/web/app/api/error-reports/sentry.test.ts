import { init } from '@sentry/browser'
import { afterEach, expect, it, vi } from 'vitest'
import { startSentry } from './sentry.ts'

vi.mock('@sentry/browser', () => ({
  init: vi.fn(),
  makeFetchTransport: () => undefined,
  ...Object.fromEntries(
    ['browserTracing', 'dedupe', 'globalHandlers', 'replay'].map(name => [
      `${name}Integration`,
      () => ({ name, stop: () => undefined }),
    ]),
  ),
}))
afterEach(() => void vi.unstubAllGlobals())

it('every page is traced, a tenth of the visits is recorded, and every visit with an error', () => {
  vi.stubGlobal('location', { pathname: '/explore' })
  vi.stubGlobal('history', { pushState: () => undefined, replaceState: () => undefined })
  vi.stubGlobal('addEventListener', () => undefined)
  startSentry('https://key@errors.example.org/1')
  const [options] = vi.mocked(init).mock.calls[0] ?? []
  expect(options).toMatchObject({
    tracesSampleRate: 1,
    replaysSessionSampleRate: 0.1,
    replaysOnErrorSampleRate: 1,
  })
  expect(options?.integrations).toContainEqual(expect.objectContaining({ name: 'replay' }))
})
