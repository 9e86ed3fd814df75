/** What every video provider must do when a process of ours stands still, as under SIGSTOP. */
import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { STALL_AFTER_MS } from '@parley/media/protocol'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { grant, type VideoHarness, WITHIN } from '../video-provider.contract.ts'
import type { VideoEvent } from '../video-provider.ts'

/** The report of a stall waits for half of it: a date by the time of reading would be that much too late. */
const STOOD_STILL_MS = 2 * STALL_AFTER_MS
/** A packet that was on its way when its sender stopped still counts when it is read; a busy machine reads it later. */
const READ_WITHIN_MS = STALL_AFTER_MS / 2

function standStill(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

interface StandingHarness extends VideoHarness {
  /** Signals the process that judges whether media flows. */
  signalJudge(signal: NodeJS.Signals): void
}

/** The contract suite of a process that stands still. */
export function describeStandingStill(name: string, makeHarness: () => Promise<StandingHarness>): void {
  describe(`a process that stands still: ${name}`, () => {
    let harness: StandingHarness
    let events: VideoEvent[]
    const room = `room-${randomUUID()}`
    beforeEach(async () => {
      harness = await makeHarness()
      events = []
      harness.provider.subscribe(event => event.roomId === room && events.push(event))
    })
    afterEach(() => harness.stop())

    async function bothSend() {
      const { provider } = harness
      const joinAs = async (identity: string) =>
        harness.join(await provider.issueJoin(grant(identity, { roomId: room })))
      const clients = await Promise.all([joinAs('ann'), joinAs('bob')])
      const flowing = async () => (await provider.roomMedia(room)).filter(each => each.mediaFlowing)
      await vi.waitFor(async () => expect(await flowing()).toHaveLength(2), WITHIN)
      return { clients, flowing }
    }
    const stops = () => events.filter(({ type }) => type === 'media-stalled')

    it('takes no packet that waited while the media process stood still for one of a later time', async () => {
      const { clients } = await bothSend()
      const [ann] = clients
      const stoodFromMs = Date.now()
      harness.signalJudge('SIGSTOP')
      // Time itself is tested: how long it stands still, and that her packets wait in that time.
      await delay(300)
      ann.mute()
      await delay(1_200)
      harness.signalJudge('SIGCONT')
      const stopOfAnn = () => stops().find(({ identity }) => identity === 'ann')
      await vi.waitFor(() => expect(stopOfAnn()).toBeDefined(), WITHIN)
      expect(stopOfAnn()?.atMs).toBeLessThan(stoodFromMs + READ_WITHIN_MS)
      for (const client of clients) client.leave()
    })

    it('reports media that stopped in that time with the time of its last packet', async () => {
      const { clients, flowing } = await bothSend()
      const stoodFromMs = Date.now()
      // The devices of this test stand still with the process: from here on they send nothing.
      standStill(STOOD_STILL_MS)
      // The first poll finds it; a busy machine may notice the stall later than that.
      await vi.waitFor(async () => expect(await flowing()).toEqual([]), WITHIN)
      expect(
        stops()
          .map(({ identity }) => identity)
          .sort(),
      ).toEqual(['ann', 'bob'])
      for (const { atMs } of stops()) expect(atMs).toBeLessThan(stoodFromMs + READ_WITHIN_MS)
      for (const client of clients) client.leave()
    })
  })
}
