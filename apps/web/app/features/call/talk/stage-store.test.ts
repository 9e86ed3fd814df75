import { expect, test, vi } from 'vitest'
import { StageStore } from './stage-store.ts'

function openStage() {
  const send = vi.fn()
  const stage = new StageStore({ send, nowMs: () => 1_000 })
  return { stage, send, now: () => stage.getSnapshot() }
}
const guest = { id: 'fred-id', username: 'fred', is_muted: false, left_seconds: 600 }

test('a hand is up once the server says so, and raised again by the next socket while it is wanted', () => {
  const { stage, send, now } = openStage()
  stage.raise(true)
  expect(now().isRaised).toBe(false)
  stage.applyHands({ raised: true })
  expect(now().isRaised).toBe(true)
  stage.apply({ state: { version: 0, guest: null }, from_start: true })
  expect(send).toHaveBeenCalledTimes(2)
  expect(send).toHaveBeenLastCalledWith({ type: 'hand', raised: true })
  stage.raise(false)
  stage.apply({ state: { version: 0, guest: null }, from_start: true })
  expect(send).toHaveBeenCalledTimes(3)
})

test('who was invited has their hand down, whatever became of it', () => {
  const { stage, send, now } = openStage()
  stage.raise(true)
  stage.applyHands({ raised: true })
  stage.apply({ state: { version: 1, guest: null, you: 'invited' } })
  expect(now()).toMatchObject({ you: 'invited', isRaised: true })
  stage.apply({ state: { version: 2, guest: null } })
  expect(now()).toMatchObject({ you: null, isRaised: false })
  stage.apply({ state: { version: 2, guest: null }, from_start: true })
  expect(send).toHaveBeenCalledTimes(1)
})

test('an older message does not undo a newer one, except for a page that came again', () => {
  const { stage, now } = openStage()
  stage.apply({ state: { version: 5, guest } })
  stage.apply({ state: { version: 4, guest: null } })
  expect(now().guest).toEqual({ id: 'fred-id', username: 'fred', isMuted: false, endsMs: 601_000 })
  stage.apply({ state: { version: 0, guest: null }, from_start: true })
  expect(now().guest).toBeNull()
})

test('a refusal is shown until the next press', () => {
  const { stage, now } = openStage()
  stage.applyHands({ refused: 'full' })
  expect(now()).toMatchObject({ refused: 'full', isRaised: false })
  stage.raise(true)
  expect(now().refused).toBeNull()
})
