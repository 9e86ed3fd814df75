import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { arrivalsRead } from '../../../core/clock.ts'
import { changeRequestRow } from '../testing/call-requests.ts'
import { bothIn, type ClockFixture, createClockFixture, hasPolled, pass } from '../testing/clock-fixture.ts'
import type { CallClock } from './call-clock.ts'

const SOON = { timeout: 60_000, interval: 5 }

test('what arrived while a process stood still is read before it judges, whatever its timers do first', async () => {
  const posted = new Int32Array(new SharedArrayBuffer(4))
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    parentPort.postMessage('it stopped')
    Atomics.store(workerData, 0, 1)
    Atomics.notify(workerData, 0)`
  const other = new Worker(code, { eval: true, workerData: posted })
  const read: string[] = []
  other.on('message', message => read.push(message))
  const judged = new Promise<string[][]>(resolve =>
    setTimeout(async () => {
      const before = [...read]
      await arrivalsRead()
      resolve([before, [...read]])
    }),
  )
  Atomics.wait(posted, 0, 0)
  expect(await judged).toEqual([[], ['it stopped']])
  await other.terminate()
})

describe('a call in which somebody stops while its process stands still', () => {
  let fixture: ClockFixture
  let callClock: CallClock
  beforeAll(async () => {
    fixture = await createClockFixture()
  })
  afterAll(() => fixture.close())
  beforeEach(async () => {
    await fixture.callOf(12)
    callClock = fixture.startProcess()
    await bothIn(fixture, callClock)
    await pass(fixture, callClock, 10)
  })

  /** Two and a half seconds pass unseen; the fan's last packet came after the first tenth of one. */
  function standStill(): void {
    fixture.clock.advance(2.5)
    setImmediate(() => fixture.video.stall(fixture.room, fixture.fan, 2_400))
  }
  const stopped = { usedMs: 10_100, isLive: false, lastEndedBy: 'buyer' }

  test('has used the time up to the last packet, although the paid time would have run out before the process moves', async () => {
    standStill()
    callClock.endDue()
    await vi.waitFor(async () => expect((await fixture.attendance()).isLive).toBe(false), SOON)
    expect(await fixture.attendance()).toMatchObject(stopped)
    expect(fixture.video.closedRooms).toEqual([])
  })

  test('continues after a gap, if they are back before the process moves again', async () => {
    fixture.clock.advance(2.5)
    const [left, back] = [fixture.clock.now().getTime() - 2_400, fixture.clock.now().getTime() - 200]
    setImmediate(() => {
      fixture.video.stall(fixture.room, fixture.fan, 2_400)
      fixture.video.flow(fixture.room, fixture.fan)
    })
    fixture.video.flowsSince(200)
    await callClock.pollAll()
    await hasPolled(fixture, callClock)
    const times = (await fixture.intervals()).map(each => [+each.startedAt, each.endedAt && +each.endedAt])
    expect(times).toEqual([
      [left - 10_100, left],
      [back, null],
    ])
  })

  test('does not begin before the process could show it on the pages', async () => {
    await fixture.callOf(12)
    const other = fixture.startProcess('other')
    fixture.video.flow(fixture.room, fixture.star)
    await hasPolled(fixture, other)
    fixture.clock.advance(1.5)
    fixture.video.flowsSince(1_400)
    fixture.video.flow(fixture.room, fixture.fan)
    await other.pollAll()
    expect(await fixture.intervals()).toMatchObject([{ startedAt: fixture.clock.now(), endedAt: null }])
  })

  test('proves nothing by a poll that did not read of it, so that what is stored stays below the stop', async () => {
    standStill()
    await callClock.pollAll()
    await callClock.heartbeat()
    await hasPolled(fixture, callClock)
    expect(await fixture.attendance()).toMatchObject(stopped)
    const [interval] = await fixture.intervals()
    expect(interval?.provenUntil.getTime()).toBeLessThanOrEqual(interval?.endedAt?.getTime() ?? 0)
  })

  test('has used no more when its money is disputed in the same moment', async () => {
    await changeRequestRow(fixture.core, fixture.room, { paymentStatus: 'disputed' })
    fixture.clock.advance(1.5)
    const rechecked = callClock.recheck(fixture.room)
    fixture.video.stall(fixture.room, fixture.fan, 1_400)
    await rechecked
    expect(await fixture.attendance()).toMatchObject(stopped)
  })

  test('has used no more when its process is told to stop in the same moment', async () => {
    fixture.clock.advance(1.5)
    fixture.video.stall(fixture.room, fixture.fan, 1_400)
    await callClock.pause()
    expect(await fixture.attendance()).toMatchObject(stopped)
  })
})
