import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RoomBase } from './room-base.ts'
import { IDLE_ROOM } from './video-room.ts'

let browser: EventTarget
/** The room's listeners of the browser. */
let listeners: Set<unknown>

beforeEach(() => {
  vi.useFakeTimers()
  browser = new EventTarget()
  listeners = new Set()
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => {
    browser.addEventListener(type, listener)
    listeners.add(listener)
  })
  vi.stubGlobal('removeEventListener', (type: string, listener: () => void) => {
    browser.removeEventListener(type, listener)
    listeners.delete(listener)
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A provider that only records what the base of the rooms asks of it. */
class RecordingRoom extends RoomBase {
  calls: string[] = []
  constructor() {
    super({ join: () => Promise.reject(new Error('not used')) })
  }
  prepare(): void {}
  anticipate(): void {}
  async stats() {
    return null
  }
  protected open(): void {
    this.calls.push('open')
  }
  protected reconnect(): void {
    this.calls.push('reconnect')
  }
  protected localChanged(): void {
    this.calls.push('local')
  }
  protected close(): void {
    this.calls.push('close')
  }
  enter = () => this.connected([])
  fail = () => this.retryLater(() => this.calls.push('retry'))
  findNoWay = (forMs: number) => this.foundNoWay(forMs)
  over = (reason: string) => this.end(reason)
}

it('connects once, and notifies its listeners of the state', () => {
  const room = new RecordingRoom()
  const states: string[] = []
  room.subscribe(() => states.push(room.getSnapshot().status))
  room.connect(null)
  room.connect(null)
  room.enter()
  expect([room.calls, states]).toEqual([['open'], ['connecting', 'connected']])
})

it('a broken connection is tried again after growing pauses, and at once when the network is back', () => {
  const room = new RecordingRoom()
  room.connect(null)
  room.enter()
  room.fail()
  expect(room.getSnapshot()).toMatchObject({ status: 'reconnecting', quality: 'lost' })
  vi.advanceTimersByTime(500)
  expect(room.calls).toEqual(['open', 'retry'])
  room.fail()
  room.fail()
  vi.advanceTimersByTime(700)
  expect(room.calls).toEqual(['open', 'retry'])
  browser.dispatchEvent(new Event('online'))
  expect(room.calls).toEqual(['open', 'retry', 'reconnect'])
})

it('the return of the network changes nothing for a connected room', () => {
  const room = new RecordingRoom()
  room.connect(null)
  room.enter()
  browser.dispatchEvent(new Event('online'))
  expect(room.calls).toEqual(['open'])
})

it('ends once, closes its connections, and nothing continues: no pause, no return of the network', () => {
  const room = new RecordingRoom()
  room.connect(null)
  room.fail()
  room.over('refused')
  room.leave()
  room.fail()
  browser.dispatchEvent(new Event('online'))
  vi.advanceTimersByTime(60_000)
  expect(room.calls).toEqual(['open', 'close'])
  expect(room.getSnapshot()).toEqual({ ...IDLE_ROOM, status: 'ended', endReason: 'refused' })
  expect(listeners.size).toBe(0)
})

it('a muted microphone and a camera that is off stay so with another stream', () => {
  const track = (kind: string) => ({ kind, enabled: true }) as MediaStreamTrack
  const tracks = [track('audio'), track('video')]
  const room = new RecordingRoom()
  room.setMicrophone('off')
  room.setCamera('off')
  room.setLocalStream({ getTracks: () => tracks } as MediaStream)
  expect([room.calls, tracks.map(({ enabled }) => enabled)]).toEqual([['local'], [false, false]])
  room.setCamera('on')
  expect(tracks.map(({ enabled }) => enabled)).toEqual([false, true])
})

it('media that gets through to no server is blocked, until it gets through or the network is another one', () => {
  const room = new RecordingRoom()
  room.connect(null)
  const isBlocked = () => room.getSnapshot().isBlocked
  room.findNoWay(3_000)
  expect(isBlocked()).toBe(false)
  room.findNoWay(3_000)
  expect(isBlocked()).toBe(true)
  browser.dispatchEvent(new Event('online'))
  expect(isBlocked()).toBe(false)
  for (let tries = 0; tries < 2; tries++) room.findNoWay(3_000)
  expect(isBlocked()).toBe(true)
  room.enter()
  expect(room.getSnapshot()).toMatchObject({ status: 'connected', isBlocked: false })
  room.findNoWay(3_000)
  expect(isBlocked()).toBe(false)
})
