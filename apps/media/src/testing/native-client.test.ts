import { expect, it, vi } from 'vitest'
import { MediaWorker } from '../media-worker.ts'
import type { Report, WorkerOptions } from '../protocol.ts'
import { NativeClient } from './native-client.ts'

/** How long a condition may take on a busy machine. */
const SOON = { timeout: 60_000 }

it('leaves the first word of the DTLS handshake to the worker, whose client would wait a second for a hello that came too early', async () => {
  const reports: Report[] = []
  const options: WorkerOptions = {
    bindIp: '127.0.0.1',
    publicIps: [],
    ports: { kind: 'any' },
    relayPath: null,
  }
  const now = () => performance.now()
  const worker = new MediaWorker({
    options,
    now,
    report: r => reports.push(r),
  })
  const peer = {
    publish: 'a',
    see: [],
    maxKbps: 500,
    countSightOf: null,
    sizes: 'one',
    isEarly: false,
    isMuted: false,
  }
  worker.handle({ type: 'open', peer: 'p', room: 'r', ...peer })
  const offer = await vi.waitFor(() => {
    const found = reports.find(report => report.type === 'offer')
    if (found?.type !== 'offer') throw new Error('no offer yet')
    return found.sdp
  }, SOON)
  expect(offer).toContain('a=setup:actpass')
  const client = new NativeClient()
  const answer = await client.answer(offer)
  expect(new Set(answer.match(/a=setup:\w+/g))).toEqual(new Set(['a=setup:passive']))
  worker.handle({ type: 'answer', peer: 'p', sdp: answer })
  worker.handle({ type: 'close', peer: 'p', reason: 'over' })
  expect(reports.at(-1)).toMatchObject({ type: 'closed', reason: 'over' })
  client.close()
})
