import { afterEach, expect, it, vi } from 'vitest'
import { isNetworkLost } from './network-lost.ts'

afterEach(() => vi.unstubAllGlobals())

it.each([
  'Failed to fetch',
  'NetworkError when attempting to fetch resource.',
  'Load failed',
  'Failed to fetch dynamically imported module: https://parley.test/assets/faq-1.js',
  'Importing a module script failed.',
])('%s is a lost network', words => {
  expect(isNetworkLost(new TypeError(words))).toBe(true)
})

it('every failure while the browser is offline counts as a lost network, and later no bug of ours does', () => {
  const fault = new TypeError("Cannot read properties of undefined (reading 'user')")
  expect(isNetworkLost(fault)).toBe(false)
  expect(isNetworkLost(new Error('Failed to fetch'))).toBe(false)
  vi.stubGlobal('navigator', { onLine: false })
  expect(isNetworkLost(fault)).toBe(true)
})
