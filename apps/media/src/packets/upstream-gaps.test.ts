import { expect, it } from 'vitest'
import { UpstreamGaps } from './upstream-gaps.ts'

function withHole(): UpstreamGaps {
  const gaps = new UpstreamGaps()
  gaps.note(65_534, 0)
  gaps.note(2, 0)
  return gaps
}

it('requests at once all that is missing, across the wrap of numbers', () => {
  expect(withHole().due(0)).toEqual([65_535, 0, 1])
})

it('requests again only after a round trip, and not what has arrived', () => {
  const gaps = withHole()
  gaps.due(0)
  expect(gaps.due(50)).toEqual([])
  expect(gaps.note(0, 60)).toBe('late')
  expect(gaps.due(125)).toEqual([65_535, 1])
})

it('gives a packet up after eight requests or a second, and counts it as lost', () => {
  const gaps = new UpstreamGaps()
  gaps.note(1, 0)
  gaps.note(3, 0)
  let requests = 0
  for (let nowMs = 0; nowMs < 2_000; nowMs += 10) requests += gaps.due(nowMs).length
  expect(requests).toBeLessThanOrEqual(8)
  expect(requests).toBeGreaterThan(3)
  expect(gaps.lost).toBe(1)
})

it('calls what went missing in more than a second of silence a hole, however little it is', () => {
  const gaps = new UpstreamGaps()
  gaps.note(1, 0)
  expect(gaps.note(4, 999)).toBe('gap')
  expect(gaps.note(5, 3_000)).toBe('in-order')
  expect(gaps.note(8, 5_000)).toBe('hole')
  expect(gaps.due(5_000)).toEqual([])
})

it('reports a gap that is too large, and requests none of it', () => {
  const gaps = new UpstreamGaps()
  gaps.note(1, 0)
  expect(gaps.note(500, 0)).toBe('hole')
  expect(gaps.due(0)).toEqual([])
})

it('counts cycles in the highest number', () => {
  expect(withHole().extendedHighest).toBe(0x10002)
  expect(new UpstreamGaps().extendedHighest).toBeNull()
})

it('requests no more at a time than a hole has, however the gaps are spread', () => {
  const gaps = new UpstreamGaps()
  gaps.note(0, 0)
  for (let sequence = 200; sequence < 6_000; sequence += 200) {
    gaps.note(sequence, 0)
    expect(gaps.due(0).length).toBeLessThan(200)
  }
  // Each of them is requested again after a round trip, if nobody forgot it.
  expect(gaps.due(200).length).toBeLessThan(200)
})

it('calls it a hole when many gaps are as much as one', () => {
  const gaps = new UpstreamGaps()
  gaps.note(0, 0)
  expect(gaps.note(150, 0)).toBe('gap')
  expect(gaps.note(300, 0)).toBe('hole')
  expect(gaps.note(302, 0)).toBe('gap')
  expect(gaps.due(0)).toEqual([301])
})
