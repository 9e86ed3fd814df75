import { expect, test } from 'vitest'
import { CallFigureKeeper } from './call-figures.ts'

const media = (packetsReceived: number, packetsLost: number, freezeCount?: number) => ({
  ...{ type: 'inbound-rtp', packetsReceived, packetsLost, freezeCount },
})
const pair = (currentRoundTripTime: number) => ({
  ...{ type: 'candidate-pair', nominated: true, currentRoundTripTime },
})

test('the figures are those of the whole call, over connections that were replaced', () => {
  const keeper = new CallFigureKeeper()
  keeper.note([pair(0.04), media(400, 0), media(500, 10, 1), { type: 'outbound-rtp', packetsSent: 7 }])
  keeper.note([pair(0.06), media(800, 0), media(1_000, 20, 2)])
  keeper.noteRestart()
  keeper.note([pair(0.05), media(100, 0), media(80, 0, 1)])
  expect(keeper.figures()).toEqual({ round_trip_ms: 50, lost_permille: 10, freezes: 3, restarts: 1 })
})

test('what was not measured is not said', () => {
  expect(new CallFigureKeeper().figures()).toEqual({
    ...{ round_trip_ms: null, lost_permille: null, freezes: 0, restarts: 0 },
  })
})

test('a packet that came at last is lost no more, and begins no other connection', () => {
  const keeper = new CallFigureKeeper()
  for (let second = 1; second <= 50; second++) keeper.note([media(second * 100, second % 2 === 0 ? 0 : 4)])
  expect(keeper.figures().lost_permille).toBe(0)
})
