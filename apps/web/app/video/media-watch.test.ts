import { beforeEach, describe, expect, it } from 'vitest'
import { Backoff } from './backoff.ts'
import { MediaWatch, type ReceivedCounters } from './media-watch.ts'

const counted = (counters: Partial<ReceivedCounters>): ReceivedCounters => ({
  ...{ packets: 10, lost: 0, framesReceived: 0, framesDecoded: 0 },
  ...counters,
})

describe('the watch over received media', () => {
  let watch: MediaWatch
  beforeEach(() => {
    watch = new MediaWatch()
  })

  it('calls a connection silent after two and a half seconds without a packet', () => {
    watch.handle(counted({ packets: 10, lost: 0 }), 'expected', 0)
    expect(watch.handle(counted({ packets: 10, lost: 0 }), 'expected', 2_500)).toBe('fine')
    expect(watch.quality).toBe('lost')
    expect(watch.handle(counted({ packets: 10, lost: 0 }), 'expected', 2_501)).toBe('silent')
  })

  it('waits for a first packet as long as it takes', () => {
    for (let nowMs = 0; nowMs < 60_000; nowMs += 500) {
      expect(watch.handle(counted({ packets: 0, lost: 0 }), 'expected', nowMs)).toBe('fine')
    }
  })

  it('expects no packets while the other side sends nothing', () => {
    watch.handle(counted({ packets: 10, lost: 0 }), 'expected', 0)
    expect(watch.handle(counted({ packets: 10, lost: 0 }), 'not-expected', 10_000)).toBe('fine')
    expect(watch.handle(counted({ packets: 10, lost: 0 }), 'expected', 12_000)).toBe('fine')
  })

  it('calls a connection poor while it loses more than one packet in twenty', () => {
    watch.handle(counted({ packets: 100, lost: 0 }), 'expected', 0)
    watch.handle(counted({ packets: 190, lost: 10 }), 'expected', 500)
    expect(watch.quality).toBe('poor')
    watch.handle(counted({ packets: 290, lost: 10 }), 'expected', 1_000)
    expect(watch.quality).toBe('good')
  })
})

describe('frames that are received and not shown', () => {
  /** Reads ten times a second; `decodes` says how many frames are decoded after so many were received. */
  function read(watch: MediaWatch, fromMs: number, decodes: (received: number) => number) {
    return Array.from({ length: 30 }, (_, nth) => {
      const received = 2 * (nth + 1)
      const counters = { packets: 10 * received, framesReceived: received, framesDecoded: decodes(received) }
      return watch.handle(counted(counters), 'expected', fromMs + 100 * nth)
    })
  }

  it('a second of frames without a decoded one: the connection is stuck', () => {
    const verdicts = read(new MediaWatch(), 0, received => Math.min(received, 10))
    expect(verdicts.indexOf('stuck')).toBe(15)
    expect(verdicts.lastIndexOf('heard')).toBe(14)
  })

  it('neither is a slow decoder stuck, nor one that waits for frames', () => {
    expect(read(new MediaWatch(), 0, received => 1 + Math.floor(received / 18))).not.toContain('stuck')
    const watch = new MediaWatch()
    for (let nowMs = 0; nowMs < 5_000; nowMs += 500)
      expect(watch.handle(counted({ packets: nowMs, framesReceived: 3 }), 'expected', nowMs)).not.toBe(
        'stuck',
      )
  })

  it('after a stall a third of a second is enough', () => {
    const watch = new MediaWatch()
    watch.handle(counted({ packets: 5, framesReceived: 4, framesDecoded: 4 }), 'expected', 0)
    const late = counted({ packets: 10, framesReceived: 8, framesDecoded: 8 })
    expect(watch.handle(late, 'expected', 1_600)).toBe('heard')
    const verdicts = read(watch, 1_700, () => 8)
    expect(verdicts.indexOf('stuck')).toBe(7)
  })

  it('a page that stood still counts from its return', () => {
    const watch = new MediaWatch()
    watch.handle(counted({ framesReceived: 4, framesDecoded: 4 }), 'expected', 0)
    const backlog = counted({ packets: 90, framesReceived: 20, framesDecoded: 4 })
    expect(watch.handle(backlog, 'expected', 8_000)).toBe('heard')
    expect(watch.isBehind).toBe(true)
    const shown = counted({ packets: 95, framesReceived: 21, framesDecoded: 21 })
    expect(watch.handle(shown, 'expected', 8_100)).toBe('heard')
    expect(watch.isBehind).toBe(false)
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
