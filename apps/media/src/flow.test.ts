import { expect, it } from 'vitest'
import { Flow } from './flow.ts'
import { STALL_AFTER_MS } from './protocol.ts'

/** Notes so many packets, each so long after the one before; answers when the flow became live. */
function burst(flow: Flow, from: { nowMs: number; packets: number; everyMs?: number }): number | null {
  let liveAtMs: number | null = null
  for (let i = 0; i < from.packets; i++) {
    const nowMs = from.nowMs + i * (from.everyMs ?? 20)
    if (flow.note(nowMs) === 'live') liveAtMs = nowMs
  }
  return liveAtMs
}
const START = 10_000

it('is live with the second packet, and says so once', () => {
  const flow = new Flow()
  expect(burst(flow, { nowMs: START, packets: 10 })).toBe(START + 20)
  expect(flow.isLive).toBe(true)
})

it('is live with the second packet also in the first two seconds of the clock', () => {
  expect(burst(new Flow(), { nowMs: 0, packets: 10 })).toBe(20)
})

it('is not live by packets that come now and then', () => {
  const flow = new Flow()
  expect(burst(flow, { nowMs: START, packets: 50, everyMs: STALL_AFTER_MS + 1 })).toBeNull()
  expect(burst(new Flow(), { nowMs: START, packets: 2, everyMs: STALL_AFTER_MS })).not.toBeNull()
})

it('stalls once after silence, and needs fifteen packets in a row from then on', () => {
  const flow = new Flow()
  burst(flow, { nowMs: START, packets: 4 })
  const lastMs = START + 60
  expect(flow.check(lastMs + STALL_AFTER_MS)).toBeNull()
  expect(flow.check(lastMs + STALL_AFTER_MS + 1)).toBe(STALL_AFTER_MS + 1)
  expect(flow.check(lastMs + STALL_AFTER_MS + 2)).toBeNull()
  expect(burst(flow, { nowMs: 2 * START, packets: 14 })).toBeNull()
  expect(burst(flow, { nowMs: 2 * START + 280, packets: 1 })).toBe(2 * START + 280)
})

it('is silent only while it is live', () => {
  const flow = new Flow()
  expect(flow.silentMs(START)).toBeNull()
  burst(flow, { nowMs: START, packets: 4 })
  expect(flow.silentMs(START + 100)).toBe(40)
  flow.end()
  expect(flow.silentMs(START + 100)).toBeNull()
})

it('needs two packets again after its end', () => {
  const flow = new Flow()
  burst(flow, { nowMs: START, packets: 4 })
  flow.end()
  expect(burst(flow, { nowMs: START + 80, packets: 1 })).toBeNull()
  expect(burst(flow, { nowMs: START + 100, packets: 1 })).toBe(START + 100)
})
