import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer, type Server } from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { findServerProgram } from '../../testing/server-programs.ts'
import { openLivekitVideo } from './testing/harness.ts'
import { type LivekitServer, livekitServer } from './testing/livekit-server.ts'

const run = promisify(execFile)
const GRANT = {
  roomId: 'a-call',
  identity: 'ann',
  kind: 'call',
  canPublish: true,
  canSubscribe: true,
} as const
const WITHIN = { timeout: 60_000, interval: 100 }

describe.skipIf(!findServerProgram('livekit-server'))('LiveKit by wss with a private authority', () => {
  let livekit: LivekitServer
  let proxy: Server
  let folder: string
  let url: string

  beforeAll(async () => {
    livekit = await livekitServer()
    await livekit.start()
    folder = await mkdtemp(join(tmpdir(), 'parley-authority-'))
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'authority.pem')]
    const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
    await run('openssl', [
      ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...name],
      ...['-keyout', key, '-out', certificate],
    ])
    const behind = Number(new URL(livekit.url).port)
    const files = { key: await readFile(key), cert: await readFile(certificate) }
    proxy = createServer(files, outer => {
      const inner = connect(behind, '127.0.0.1')
      outer.pipe(inner).pipe(outer)
      outer.on('error', () => inner.destroy())
      inner.on('error', () => outer.destroy())
    })
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    url = `wss://localhost:${(proxy.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    proxy.close()
    await livekit.stop()
    await rm(folder, { recursive: true })
  })
  afterEach(() => {
    vi.unstubAllEnvs()
  })

  it('is heard when the operator names the authority to Node', async () => {
    vi.stubEnv('NODE_EXTRA_CA_CERTS', join(folder, 'authority.pem'))
    const video = openLivekitVideo(url)
    try {
      await video.issueJoin({ ...GRANT, expiresInMs: 60_000 })
      await vi.waitFor(async () => {
        expect((await video.health()).figures).toMatchObject({ roomsMonitored: 1, roomsUnmonitored: 0 })
      }, WITHIN)
    } finally {
      await video.close()
    }
  })

  it('is reported as unmonitored, once and with the reason, when nobody named it', async () => {
    const said: Record<string, unknown>[] = []
    const ignore = () => undefined
    const log = {
      info: ignore,
      warn: ignore,
      error: (fields: Record<string, unknown>) => void said.push(fields),
    }
    const video = openLivekitVideo(url, { log })
    try {
      await video.issueJoin({ ...GRANT, expiresInMs: 60_000 })
      await vi.waitFor(async () => {
        expect((await video.health()).figures).toMatchObject({ roomsMonitored: 0, roomsUnmonitored: 1 })
        expect(said).toHaveLength(1)
      }, WITHIN)
      expect(said).toEqual([{ roomId: 'a-call', cause: 'DEPTH_ZERO_SELF_SIGNED_CERT' }])
    } finally {
      await video.close()
    }
  })
})
