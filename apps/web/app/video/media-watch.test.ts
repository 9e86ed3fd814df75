import { beforeEach, describe, expect, it } from 'vitest'
import { Backoff } from './backoff.ts'
import { MediaWatch } from './media-watch.ts'

describe('the watch over received media', () => {
  let watch: MediaWatch
  beforeEach(() => {
    watch = new MediaWatch()
  })

  it('calls a connection silent after two and a half seconds without a packet', () => {
    watch.handle({ packets: 10, lost: 0 }, 'expected', 0)
    expect(watch.handle({ packets: 10, lost: 0 }, 'expected', 2_500)).toBe('fine')
    expect(watch.quality).toBe('lost')
    expect(watch.handle({ packets: 10, lost: 0 }, 'expected', 2_501)).toBe('silent')
  })

  it('waits for a first packet as long as it takes', () => {
    for (let nowMs = 0; nowMs < 60_000; nowMs += 500) {
      expect(watch.handle({ packets: 0, lost: 0 }, 'expected', nowMs)).toBe('fine')
    }
  })

  it('expects no packets while the other side sends nothing', () => {
    watch.handle({ packets: 10, lost: 0 }, 'expected', 0)
    expect(watch.handle({ packets: 10, lost: 0 }, 'not-expected', 10_000)).toBe('fine')
    expect(watch.handle({ packets: 10, lost: 0 }, 'expected', 12_000)).toBe('fine')
  })

  it('calls a connection poor while it loses more than one packet in twenty', () => {
    watch.handle({ packets: 100, lost: 0 }, 'expected', 0)
    watch.handle({ packets: 190, lost: 10 }, 'expected', 500)
    expect(watch.quality).toBe('poor')
    watch.handle({ packets: 290, lost: 10 }, 'expected', 1_000)
    expect(watch.quality).toBe('good')
  })
})

describe('pauses between attempts', () => {
  it('grow to four seconds and start small again after success', () => {
    const backoff = new Backoff(() => 1)
    expect(Array.from({ length: 5 }, () => backoff.nextMs())).toEqual([500, 1_000, 2_000, 4_000, 4_000])
    backoff.reset()
    expect(backoff.nextMs()).toBe(500)
  })
})
