import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createCounters } from '../counters.ts'
import { readRtcp } from '../packets/rtcp.ts'
import { readRtpHeader } from '../packets/rtp.ts'
import { Room } from '../room.ts'
import type { Source, Stream } from '../source.ts'
import { FrameReader, frameHeader, TAGS } from './frames.ts'
import { RelayInlet } from './relay-inlet.ts'
import { RelayListener } from './relay-listener.ts'

const SOON = { timeout: 60_000, interval: 5 }
const WANTED = { room: 'r', slot: 'a' }
/** How far the clock of both workers was moved. */
let skippedMs: number
const now = () => performance.now() + skippedMs

let folder: string
let path: string
let counters: ReturnType<typeof createCounters>
let owner: Room
let listener: RelayListener
let released: string[]
const inlets: RelayInlet[] = []
const sentFeedback: ReturnType<typeof readRtcp> = []
const needs: boolean[] = []
const publisher = {
  capBps: 2_500_000,
  wantSmall: (isWanted: boolean) => needs.push(isWanted),
  sendFeedback: (_stream: Stream, packet: Buffer) => {
    sentFeedback.push(...readRtcp(packet))
  },
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'relay-test-'))
  path = join(folder, 'w')
  released = []
  sentFeedback.length = 0
  needs.length = 0
  skippedMs = 0
  listen()
})
afterEach(() => {
  for (const inlet of inlets.splice(0)) inlet.close()
  listener.close()
  rmSync(folder, { recursive: true })
})

/** The owner's worker, as it is after a start. */
function listen(): void {
  counters = createCounters()
  owner = new Room(counters)
  const ended = released
  const roomOf = (id: string) => (id === 'r' ? owner : null)
  listener = new RelayListener({ path, roomOf, onReleased: id => ended.push(id), counters, now })
  for (const kind of ['audio', 'video'] as const) owner.source('a', kind)?.attach(publisher)
}

/** Another worker's room, linked to the owner's, and what a viewer in it is given. */
function linked(linkBps: number | null = null, sizes: 'one' | 'two' = 'one') {
  const room = new Room(createCounters())
  const inlet = new RelayInlet({ path, room, wanted: WANTED, sizes, capBps: 2_500_000, now })
  inlets.push(inlet)
  const [audio, video] = [watch(room.source('a', 'audio')), watch(room.source('a', 'video'), linkBps)]
  return { room, inlet, audio, video }
}

function watch(source: Source | null, linkBps: number | null = null) {
  const seen: { sequence: number; timestamp: number; ssrc: number }[] = []
  const reports: number[] = []
  source?.receivers.add({
    linkBps,
    deliver: packet => {
      const header = readRtpHeader(packet)
      if (header) seen.push(header)
    },
    deliverReport: (_report, ntpMiddle) => reports.push(ntpMiddle),
  })
  return { seen, reports, sequences: () => seen.map(({ sequence }) => sequence) }
}

function publish(kind: Stream, sequence: number, ssrc = 7): void {
  const packet = Buffer.alloc(300)
  packet[0] = 0x80
  packet[1] = kind === 'audio' ? 111 : 96
  packet.writeUInt16BE(sequence & 0xffff, 2)
  packet.writeUInt32BE(sequence * 3_000, 4)
  packet.writeUInt32BE(ssrc, 8)
  owner.stream('a', kind)?.ingest(packet, now())
}

const untilLinked = (count = 1) => vi.waitFor(() => expect(owner.links.size).toBe(count), SOON)

it('hands every packet on in order, to the viewers of two other workers and to its own', async () => {
  const here = watch(owner.source('a', 'video'))
  const others = [linked(), linked()]
  await untilLinked(2)
  const sent = Array.from({ length: 3_000 }, (_, i) => 65_000 + i)
  for (const [i, sequence] of sent.entries()) {
    publish('video', sequence)
    if (i % 3 === 0) publish('audio', i / 3)
    if (i % 50 === 0) await new Promise(setImmediate)
  }
  const expected = sent.map(sequence => sequence & 0xffff)
  await vi.waitFor(() => {
    for (const other of others) expect(other.video.seen).toHaveLength(sent.length)
    for (const other of others) expect(other.audio.seen).toHaveLength(1_000)
  }, SOON)
  for (const watched of [here, ...others.map(other => other.video)])
    expect(watched.sequences()).toEqual(expected)
  for (const other of others)
    expect(other.audio.sequences()).toEqual(Array.from({ length: 1_000 }, (_, i) => i))
  expect(counters.relayDrops).toBe(0)
})

it('carries a keyframe request, the links of each viewer and sender reports', async () => {
  const other = linked(400_000)
  other.room.source('a', 'video')?.receivers.add({ linkBps: 900_000, deliver() {}, deliverReport() {} })
  await untilLinked()
  publish('video', 1)
  // The owner's worker requests the first keyframe by itself, and may request again only after a while.
  sentFeedback.length = 0
  skippedMs = 1_000
  await vi.waitFor(
    () => expect(sentFeedback.filter(({ kind }) => kind === 'keyframe-request')).toHaveLength(1),
    SOON,
  )
  await vi.waitFor(() => {
    other.room.tick(now())
    owner.tick(now())
    const bitrates = sentFeedback.flatMap(each => (each.kind === 'bitrate' ? [each.bitsPerSecond] : []))
    expect(Math.round((bitrates.at(-1) ?? 0) / 10_000)).toBe(40)
  }, SOON)
  const report = Buffer.alloc(28)
  report[0] = 0x80
  report[1] = 200
  report.writeUInt16BE(6, 2)
  report.writeUInt32BE(7, 4)
  report.writeUInt32BE(4_711, 10)
  for (const feedback of readRtcp(report))
    if (feedback.kind === 'sender-report') owner.source('a', 'video')?.ingestReport(feedback, now())
  await vi.waitFor(() => expect(other.video.reports).toEqual([4_711]), SOON)
})

it('sends a lower estimate at once, however narrow the line was, where the video has one size', async () => {
  const other = linked()
  let linkBps = 500_000
  const viewer = {
    get linkBps() {
      return linkBps
    },
    deliver() {},
    deliverReport() {},
  }
  other.room.source('a', 'video')?.receivers.add(viewer)
  await untilLinked()
  publish('video', 1)
  await vi.waitFor(() => expect(other.video.seen).toHaveLength(1), SOON)
  const known = () => [...(owner.source('a', 'video')?.receivers ?? [])].map(({ linkBps }) => linkBps)
  other.room.tick(now())
  await vi.waitFor(() => expect(known()).toEqual([[500_000]]), SOON)
  linkBps = 300_000
  other.room.tick(now())
  await vi.waitFor(() => expect(known()).toEqual([[300_000]]), SOON)
})

it('makes a broken link again, and the viewers see one stream that continues', async () => {
  const other = linked()
  await untilLinked()
  publish('video', 10)
  await vi.waitFor(() => expect(other.video.seen).toHaveLength(1), SOON)
  listener.close()
  listen() // Its successor: another stream, begun again.
  await untilLinked()
  publish('video', 40_000, 99)
  publish('video', 40_001, 99)
  await vi.waitFor(() => expect(other.video.seen).toHaveLength(3), SOON)
  expect(other.video.sequences()).toEqual([10, 11, 12])
  expect(new Set(other.video.seen.map(({ ssrc }) => ssrc)).size).toBe(1)
})

it('gives nothing more after the end, and the owner forgets the link', async () => {
  const other = linked()
  await untilLinked()
  publish('video', 1)
  await vi.waitFor(() => expect(other.video.seen).toHaveLength(1), SOON)
  other.inlet.close()
  await vi.waitFor(() => expect(released).toEqual(['r']), SOON)
  expect(owner.isEmpty).toBe(true)
  expect(other.room.isEmpty).toBe(true)
  publish('video', 2)
  expect(counters.relayedPackets).toBe(1)
  expect(other.video.seen).toHaveLength(1)
})

it('accepts only this user, and closes a connection that requests no known room', async () => {
  await vi.waitFor(() => expect(statSync(path).mode & 0o777).toBe(0o600), SOON)
  for (const bytes of [
    Buffer.from([0, 3, TAGS.video, 1, 2]),
    Buffer.concat([frameHeader(TAGS.want, Buffer.from('{}')), Buffer.from('{}')]),
    Buffer.from(JSON.stringify({ room: 'another', slot: 'a' })),
  ]) {
    const whole = bytes[0] === 0x7b ? Buffer.concat([frameHeader(TAGS.want, bytes), bytes]) : bytes
    const socket = connect(path)
    socket.write(whole)
    await new Promise(resolve => socket.once('close', resolve))
  }
  expect(owner.isEmpty).toBe(true)
})

it('carries packets, reports and figures, and nothing else that could name somebody', async () => {
  linked(500_000)
  await untilLinked()
  const socket = connect(path)
  const wish = Buffer.from(JSON.stringify(WANTED))
  socket.write(Buffer.concat([frameHeader(TAGS.want, wish), wish]))
  const tags = new Set<number>()
  const reader = new FrameReader()
  let bytes = 0
  socket.on('data', piece => {
    for (const frame of reader.read(piece)) {
      tags.add(frame.tag)
      bytes += frame.bytes.length
    }
  })
  await untilLinked(2)
  for (let i = 0; i < 20; i++) for (const kind of ['audio', 'video'] as const) publish(kind, i)
  await vi.waitFor(() => expect(bytes).toBe(40 * 300), SOON)
  expect([...tags].sort()).toEqual([TAGS.audio, TAGS.video])
  socket.destroy()
  await untilLinked(1)
})

it('carries the small picture while the other worker needs it, and no longer', async () => {
  owner.small('a')?.attach(publisher)
  const other = linked(null, 'two')
  await untilLinked()
  for (let i = 0; i < 5; i++) publish('small', i)
  const small = watch(other.room.small('a')?.source ?? null)
  const need = () => {
    other.room.tick(now())
    owner.tick(now())
  }
  await vi.waitFor(() => {
    need()
    expect(needs).toEqual([true])
  }, SOON)
  sentFeedback.length = 0
  skippedMs += 1_000
  publish('small', 10)
  await vi.waitFor(() => {
    need()
    expect(sentFeedback.filter(({ kind }) => kind === 'keyframe-request').length).toBeGreaterThan(0)
  }, SOON)
  await vi.waitFor(() => expect(small.sequences()).toEqual([10]), SOON)
  other.room.small('a')?.source.receivers.clear()
  skippedMs += 11_000
  await vi.waitFor(() => {
    need()
    expect(owner.small('a')?.source.receivers.size).toBe(0)
  }, SOON)
  const relayed = counters.relayedPackets
  publish('small', 11)
  expect(counters.relayedPackets).toBe(relayed)
  skippedMs += 11_000
  need()
  expect(needs).toEqual([true, false])
})
