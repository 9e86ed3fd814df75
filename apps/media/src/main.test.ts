import { type ChildProcess, fork } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  LIMITS,
  machineMs,
  PROTOCOL_VERSION,
  parseReport,
  type Report,
  WORKER_ENTRY,
  type WorkerOptions,
} from './index.ts'
import { NativeClient, SMALL_PACKET_BYTES } from './testing/native-client.ts'

const LOCAL: WorkerOptions = { bindIp: '127.0.0.1', publicIps: [], ports: { kind: 'any' }, relayPath: null }
const OPEN = {
  type: 'open',
  peer: 'p',
  room: 'r',
  publish: 'a',
  see: ['b'],
  maxKbps: 500,
  countSightOf: null,
  sizes: 'one',
  isEarly: false,
  isMuted: false,
}
const running: ChildProcess[] = []

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
})

interface Start {
  version?: number
  execArgv?: string[]
}

function start(options = LOCAL, { version = PROTOCOL_VERSION, execArgv = [] }: Start = {}) {
  const child = fork(WORKER_ENTRY, { serialization: 'advanced', execArgv })
  running.push(child)
  const reports: Report[] = []
  child.on('message', message => {
    // Each message says when it was made.
    const { sentMs, ...made } = message as { sentMs: number }
    expect(sentMs).toBeLessThanOrEqual(machineMs())
    const report = parseReport(made)
    if (report) reports.push(report)
  })
  child.send({ type: 'init', version, options })
  const until = <T extends Report['type']>(type: T, count = 1) =>
    vi.waitFor(
      () => {
        const found = reports.filter((report): report is Extract<Report, { type: T }> => report.type === type)
        expect(found.length).toBeGreaterThanOrEqual(count)
        return found
      },
      { timeout: 60_000, interval: 10 },
    )
  return { child, reports, until }
}

async function survives(worker: ReturnType<typeof start>): Promise<void> {
  worker.child.send({ type: 'ping', n: 7 })
  expect(await worker.until('pong')).toEqual([
    { type: 'pong', n: 7, live: [], cpuPercent: expect.any(Number) },
  ])
}

/** A real answer, which the cases then spoil. */
async function offered(worker: ReturnType<typeof start>): Promise<{ client: NativeClient; answer: string }> {
  await worker.until('ready')
  worker.child.send(OPEN)
  const [offer] = await worker.until('offer')
  const client = new NativeClient()
  return { client, answer: await client.answer(offer?.sdp ?? '') }
}

describe('a media worker lives on', () => {
  it.each<[string, (answer: string) => string]>([
    ['that is noise', () => 'v=0\r\nm=x\r\nm=x\r\nm=x\r\nm=x\r\n'],
    ['without credentials', answer => answer.replace(/a=ice-(ufrag|pwd):.*\r\n/g, '')],
    ['with credentials too short', answer => answer.replace(/a=ice-(ufrag|pwd):.*\r\n/g, 'a=ice-$1:x\r\n')],
    ['without a fingerprint', answer => answer.replace(/a=fingerprint:.*\r\n/g, '')],
    [
      'with a false fingerprint',
      answer => answer.replace(/a=fingerprint:.*\r\n/g, 'a=fingerprint:sha-256 00:11\r\n'),
    ],
    [
      'with numbers that are none',
      answer => answer.replace(/a=rtpmap:\d+/g, 'a=rtpmap:x').replace(/a=ssrc:\d+/g, 'a=ssrc:-'),
    ],
    ['with other streams', answer => answer.replace(/m=audio/g, 'm=application')],
    ['that refuses all', answer => answer.replace(/^(m=\w+) \d+/gm, '$1 0')],
  ])('an answer %s', async (_case, spoil) => {
    const worker = start()
    const { client, answer } = await offered(worker)
    worker.child.send({ type: 'answer', peer: 'p', sdp: spoil(answer) })
    worker.child.send({ type: 'close', peer: 'p', reason: 'over' })
    expect(await worker.until('closed')).toHaveLength(1)
    await survives(worker)
    client.close()
  })

  it('a second answer, which ends the connection', async () => {
    const worker = start()
    const { client, answer } = await offered(worker)
    worker.child.send({ type: 'answer', peer: 'p', sdp: answer })
    worker.child.send({ type: 'answer', peer: 'p', sdp: answer })
    expect(await worker.until('closed')).toMatchObject([{ reason: 'bad-answer' }])
    await survives(worker)
    client.close()
  })

  it('messages out of order, unknown or malformed', async () => {
    const worker = start()
    await worker.until('ready')
    for (const message of [
      { type: 'answer', peer: 'nobody', sdp: 'v=0' },
      { type: 'close', peer: 'nobody', reason: 'x' },
      { type: 'keyframe', peer: 'nobody' },
      { type: 'open', peer: 'p' },
      { type: 'explode' },
      'text',
      { ...OPEN, publish: null, see: [] },
      OPEN,
      { type: 'keyframe', peer: 'p' },
      { type: 'close', peer: 'p', reason: 'x' },
      { type: 'close', peer: 'p', reason: 'x' },
    ]) {
      worker.child.send(message)
    }
    expect(await worker.until('closed', 2)).toMatchObject([{ reason: 'refused' }, { reason: 'x' }])
    await survives(worker)
  })

  it('the same peer opened again and again', async () => {
    const worker = start()
    await worker.until('ready')
    for (let i = 0; i < 20; i++) worker.child.send(OPEN)
    expect(await worker.until('closed', 19)).toHaveLength(19)
    await survives(worker)
  })

  it('more peers than its port range has room for', async () => {
    const worker = start({ ...LOCAL, ports: { kind: 'range', from: 42_310, to: 42_313 } })
    await worker.until('ready')
    for (let i = 0; i < 10; i++) worker.child.send({ ...OPEN, peer: `p${i}` })
    expect(await worker.until('closed', 8)).toHaveLength(8)
    await survives(worker)
  })
})

it('a connection that the native library does not open ends that participant alone', async () => {
  const library = fileURLToPath(new URL('testing/faulty-library.ts', import.meta.url))
  const worker = start(LOCAL, { execArgv: ['--import', library] })
  await worker.until('ready')
  worker.child.send({ ...OPEN, peer: 'before' })
  await worker.until('offer')
  const many = Array.from({ length: LIMITS.joinsPerSecond }, (_, nth) => `other-${nth}`)
  // The last ones wait for the next tick.
  for (const peer of ['unopened', 'half-open', ...many, 'half-open', 'unopened'])
    worker.child.send({ ...OPEN, peer, room: `room of ${peer}`, publish: 'b', see: ['a'] })
  await worker.until('offer', 1 + many.length)
  const closed = await worker.until('closed', 4)
  expect(closed.map(({ peer, reason }) => [peer, reason]).sort()).toEqual([
    ['half-open', 'failed'],
    ['half-open', 'failed'],
    ['unopened', 'failed'],
    ['unopened', 'failed'],
  ])
  worker.child.send({ type: 'stats', id: 1 })
  const [{ stats } = {}] = await worker.until('stats')
  expect(stats).toMatchObject({ peers: 1 + many.length, rooms: 1 + many.length, callbackErrors: 4 })
  await survives(worker)
})

describe('a media worker says that it cannot run', () => {
  it('on an address that is not of this machine', async () => {
    expect(await start({ ...LOCAL, bindIp: '203.0.113.1' }).until('unusable')).toMatchObject([
      { code: 'cannot-bind' },
    ])
  })

  it('on a port that is taken', async () => {
    const other = createSocket('udp4')
    other.bind(0, '127.0.0.1')
    await once(other, 'listening')
    const worker = start({ ...LOCAL, ports: { kind: 'shared', port: other.address().port } })
    expect(await worker.until('unusable')).toMatchObject([{ code: 'cannot-bind' }])
    other.close()
  })

  it('for a server that speaks another version', async () => {
    expect(await start(LOCAL, { version: PROTOCOL_VERSION + 1 }).until('unusable')).toMatchObject([
      { code: 'protocol-version' },
    ])
  })
})

it('a media worker ends when its server does', async () => {
  const worker = start()
  await worker.until('ready')
  worker.child.disconnect()
  expect(await once(worker.child, 'exit')).toEqual([0, null])
})

it('media reaches the other side through one shared port', async () => {
  const worker = start({ ...LOCAL, ports: { kind: 'shared', port: 42_320 } })
  await worker.until('ready')
  const clients = { x: new NativeClient(), y: new NativeClient() }
  for (const [peer, publish, see] of [['x', 'a', 'b'] as const, ['y', 'b', 'a'] as const]) {
    worker.child.send({ ...OPEN, peer, publish, see: [see] })
  }
  worker.child.on('message', async message => {
    const report = parseReport(message)
    if (report?.type === 'candidate')
      clients[report.peer as 'x' | 'y'].addCandidate(report.candidate, report.mid)
    if (report?.type !== 'offer') return
    worker.child.send({
      type: 'answer',
      peer: report.peer,
      sdp: await clients[report.peer as 'x' | 'y'].answer(report.sdp),
    })
  })
  await worker.until('flow', 2)
  await vi.waitFor(
    () => expect(Math.min(clients.x.packetsReceived, clients.y.packetsReceived)).toBeGreaterThan(20),
    60_000,
  )
  for (const client of Object.values(clients)) client.close()
})

describe('an event in two sizes', () => {
  const HOST = { ...OPEN, see: [], sizes: 'two' }
  const clients: NativeClient[] = []
  afterEach(() => {
    for (const client of clients.splice(0)) client.close()
  })

  async function join(worker: ReturnType<typeof start>, spec: object, spoil = (answer: string) => answer) {
    const offers = worker.reports.filter(({ type }) => type === 'offer').length
    worker.child.send(spec)
    const offer = (await worker.until('offer', offers + 1)).at(-1)
    const client = new NativeClient()
    clients.push(client)
    const peer = offer?.peer ?? ''
    worker.child.on('message', message => {
      const report = parseReport(message)
      if (report?.type === 'candidate' && report.peer === peer)
        client.addCandidate(report.candidate, report.mid)
    })
    worker.child.send({ type: 'answer', peer, sdp: spoil(await client.answer(offer?.sdp ?? '')) })
    return client
  }
  const viewer = (peer: string) => ({ ...OPEN, peer, publish: null, see: ['a'], sizes: 'two' })
  const until = (holds: () => void) => vi.waitFor(holds, { timeout: 60_000, interval: 25 })

  it('gives real packets of the small one to the viewer whose line is narrow, and to nobody else', async () => {
    const worker = start()
    await worker.until('ready')
    await join(worker, { ...HOST, peer: 'host' })
    const [narrow, wide] = [await join(worker, viewer('narrow')), await join(worker, viewer('wide'))]
    await until(() => {
      for (const client of [narrow, wide]) expect(client.lengths.length).toBeGreaterThan(5)
    })
    await until(() => {
      narrow.saysOfLine(10_000)
      wide.saysOfLine(5_000_000)
      expect(new Set(narrow.lengths)).toEqual(new Set([SMALL_PACKET_BYTES]))
    })
    expect(wide.lengths).not.toContain(SMALL_PACKET_BYTES)
    expect(await worker.until('small')).toEqual([{ type: 'small', peer: 'host', state: 'needed' }])
    expect(await worker.until('size')).toEqual([{ type: 'size', peer: 'narrow', slot: 'a', size: 'small' }])
  })

  it('takes nobody for there who sends the small picture alone', async () => {
    const worker = start()
    await worker.until('ready')
    const client = await join(worker, { ...HOST, peer: 'host' })
    client.sendOnlySmall()
    let lastId = 0
    await until(() => {
      worker.child.send({ type: 'stats', id: ++lastId })
      const stats = worker.reports.findLast(report => report.type === 'stats')
      expect(stats?.type === 'stats' && stats.stats.packetsIn).toBeGreaterThan(100)
    })
    expect(worker.reports.filter(({ type }) => type === 'flow' || type === 'received')).toEqual([])
  })

  it.each<[string, (answer: string) => string]>([
    [
      'under the number of the large one',
      answer => {
        const [large = ''] = /(?<=m=video[\s\S]*a=ssrc:)\d+/.exec(answer) ?? []
        return answer.replace(/(?<=a=ssrc:)\d+/g, large)
      },
    ],
    ['not at all', answer => answer.replace(/m=video \d+(?![\s\S]*m=video)/, 'm=video 0')],
    ['both ways', answer => answer.replace(/a=sendonly/g, 'a=sendrecv')],
  ])('lives on with a publisher who sends the small picture %s', async (_case, spoil) => {
    const worker = start()
    await worker.until('ready')
    await join(worker, { ...HOST, peer: 'host' }, spoil)
    const narrow = await join(worker, viewer('narrow'))
    await join(worker, viewer('wide'))
    // A peer that this breaks is closed, and nothing more.
    await until(() => {
      const states = worker.reports.filter(report => report.type === 'state' || report.type === 'closed')
      expect(new Set(states.map(({ peer }) => peer)).size).toBe(3)
    })
    for (let i = 0; i < 5; i++) narrow.saysOfLine(10_000)
    for (const peer of ['host', 'narrow', 'wide']) worker.child.send({ type: 'close', peer, reason: 'over' })
    await worker.until('closed', 3)
    await survives(worker)
  })
})
