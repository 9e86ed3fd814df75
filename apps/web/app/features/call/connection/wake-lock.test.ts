import { expect, test, vi } from 'vitest'
import { createStore } from '../../../store/store.ts'
import type { CallPhase } from './call-state.ts'
import { keepAwake, sleepAfter } from './wake-lock.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

function screen() {
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const locks = { taken: 0, released: 0 }
  const wakeLock = {
    async request() {
      locks.taken++
      return { release: async () => void locks.released++ }
    },
  }
  return { page, locks, wakeLock }
}

test('the screen stays awake, also after the page was hidden and came back', async () => {
  const { page, locks, wakeLock } = screen()
  const letSleep = keepAwake({ wakeLock, page })
  page.visibilityState = 'hidden'
  page.dispatchEvent(new Event('visibilitychange'))
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(locks.taken).toBe(2), SOON)
  letSleep()
  page.dispatchEvent(new Event('visibilitychange'))
  expect(locks).toEqual({ taken: 2, released: 1 })
})

test('a lock that comes after leaving is given back', async () => {
  const { page, locks, wakeLock } = screen()
  keepAwake({ wakeLock, page })()
  await vi.waitFor(() => expect(locks).toEqual({ taken: 1, released: 1 }), SOON)
})

test('a browser without wake locks, or one that refuses, is no failure', async () => {
  const { page } = screen()
  keepAwake({ wakeLock: undefined, page })()
  const refuse = vi.fn(() => Promise.reject(new Error('low battery')))
  keepAwake({ wakeLock: { request: refuse }, page })
  await vi.waitFor(() => expect(refuse).toHaveBeenCalledOnce(), SOON)
})

test.each(['ended', 'refused'] as const)('a call that is %s lets the screen sleep, once', phase => {
  const call = createStore<{ phase: CallPhase }>({ phase: 'loading' })
  const letSleep = vi.fn()
  sleepAfter(call, letSleep)
  for (const each of ['green-room', 'waiting', 'live', 'reconnecting'] as const) call.set({ phase: each })
  expect(letSleep).not.toHaveBeenCalled()
  call.set({ phase })
  call.set({ phase: 'ended' })
  expect(letSleep).toHaveBeenCalledOnce()
})
