import { expect, it } from 'vitest'
import { createPageCache } from './page-cache.ts'

interface State {
  nowMs: number
  version: string | null
  renders: number
  /** What happens while a page is rendered. */
  during: () => void
  checks: number
  failing: boolean
  broken: boolean
}

function setUp() {
  const state: State = {
    nowMs: 0,
    version: 'v1',
    renders: 0,
    during: () => undefined,
    checks: 0,
    failing: false,
    broken: false,
  }
  const cache = createPageCache<string>({
    nowMs: () => state.nowMs,
    version: async () => {
      state.checks += 1
      if (state.broken) throw new Error('away')
      return state.version
    },
    render: async path => {
      state.renders += 1
      state.during()
      return state.failing ? 'failed' : `${path} ${state.version} #${state.renders}`
    },
    keeps: page => page !== 'failed',
  })
  const page = async (path = '/a') => cache.fresh(path) ?? (await cache.get(path))
  return { state, cache, page }
}

it('a page is rendered once and sent many times', async () => {
  const { state, page } = setUp()
  expect(await page()).toBe('/a v1 #1')
  expect(await page()).toBe('/a v1 #1')
  // Once before it is rendered, and once after.
  expect(state).toMatchObject({ renders: 1, checks: 2 })
})

it('everyone who asks while it is rendered gets the same rendering', async () => {
  const { state, page } = setUp()
  expect(new Set(await Promise.all([page(), page(), page()]))).toEqual(new Set(['/a v1 #1']))
  expect(state.renders).toBe(1)
})

it('a change shows after a second at the latest', async () => {
  const { state, page } = setUp()
  await page()
  state.version = 'v2'
  state.nowMs = 999
  expect(await page()).toBe('/a v1 #1')
  state.nowMs = 1000
  expect(await page()).toBe('/a v2 #2')
})

it('a page that shows a change that is taken back again is not kept', async () => {
  const { state, page } = setUp()
  state.during = () => {
    state.version = 'v2'
  }
  expect(await page()).toBe('/a v2 #1')
  state.during = () => undefined
  state.version = 'v1'
  expect(await page()).toBe('/a v1 #2')
})

it('an unchanged page is checked twice a second at most and not rendered again', async () => {
  const { state, page } = setUp()
  for (state.nowMs = 0; state.nowMs < 5000; state.nowMs += 250) await page()
  expect(state.renders).toBe(1)
  // Twice a second, and once after it was rendered.
  expect(state.checks).toBeLessThanOrEqual(11)
})

it('a page that is asked for again and again is made again beside: nobody waits for it', async () => {
  const { state, cache, page } = setUp()
  await page()
  state.version = 'v2'
  state.nowMs = 500
  expect(cache.fresh('/a')).toBe('/a v1 #1')
  await cache.get('/a')
  state.nowMs = 1400
  expect(cache.fresh('/a')).toBe('/a v2 #2')
})

it('a check beside that fails fails nobody who got the kept page, and the next one is told', async () => {
  const { state, cache, page } = setUp()
  await page()
  state.nowMs = 600
  state.broken = true
  expect(cache.fresh('/a')).toBe('/a v1 #1')
  await expect(cache.get('/a')).rejects.toThrow('away')
  state.nowMs = 1000
  expect(cache.fresh('/a')).toBeUndefined()
})

it('a page without a version, or one that failed, is not kept', async () => {
  const { state, cache, page } = setUp()
  state.version = null
  await page()
  expect(cache.fresh('/a')).toBeUndefined()
  state.version = 'v1'
  state.failing = true
  expect(await page()).toBe('failed')
  state.failing = false
  expect(await page()).toBe('/a v1 #3')
})

it('a page that is no longer public is forgotten', async () => {
  const { state, cache, page } = setUp()
  await page()
  state.nowMs = 1000
  state.version = null
  await page()
  expect(cache.fresh('/a')).toBeUndefined()
})

it('at most 500 pages are kept, and the one not asked for the longest goes first', async () => {
  const { cache, page } = setUp()
  await page('/first')
  await page('/second')
  for (let i = 0; i < 498; i++) await page(`/${i}`)
  await page('/first')
  await page('/one-more')
  expect(cache.fresh('/first')).toBeDefined()
  expect(cache.fresh('/second')).toBeUndefined()
})
