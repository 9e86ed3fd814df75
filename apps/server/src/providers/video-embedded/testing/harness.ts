/** An embedded video provider behind a real HTTP server, with native clients, for tests. */
import { createSecretKey } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MediaServerMessage } from '@parley/contract/media-signalling'
import { NativeClient, type ThinMedia } from '@parley/media/testing'
import { WebSocket } from 'ws'
import type {
  JoinManner,
  VideoHarness,
  VideoTestClient,
} from '../../../domains/calls/video-provider.contract.ts'
import type { JoinTicket } from '../../../domains/calls/video-provider.ts'
import { createEmbeddedVideo, type EmbeddedVideo } from '../embedded-video.ts'
import type { EmbeddedVideoOptions } from '../options.ts'

const TOKEN_KEY = createSecretKey(Buffer.from('a secret of the tests alone'))

/** Starts a provider on a free port. */
export async function startEmbeddedVideo(
  change: Partial<EmbeddedVideoOptions> = {},
): Promise<{ video: EmbeddedVideo; server: Server; stop(): Promise<void> }> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const video = createEmbeddedVideo({
    publicOrigin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    tokenKeys: () => [TOKEN_KEY],
    now: Date.now,
    log: { warn: () => {}, error: () => {} },
    ...change,
  })
  server.on('upgrade', (request, socket, head) => video.signalling.handleUpgrade(request, socket, head))
  const stop = async () => {
    await video.close()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { video, server, stop }
}

class Client implements VideoTestClient {
  #socket: WebSocket
  #native: NativeClient | null = null
  #generation = 0
  #before = 0
  #muted = false
  #isUnrequested: boolean
  #transcript: string[] = []
  #traces: string[] = []
  readonly ended: Promise<string>

  constructor(socket: WebSocket, manner: JoinManner) {
    this.#socket = socket
    this.#isUnrequested = manner === 'unasked'
    const { promise, resolve } = Promise.withResolvers<string>()
    this.ended = promise
    socket.on('message', data => {
      this.#transcript.push(String(data))
      const message = JSON.parse(String(data)) as MediaServerMessage
      if (message.type === 'media.end') resolve(message.reason)
      this.#handle(message)
    })
    socket.on('close', () => this.#close())
  }

  #handle(message: MediaServerMessage): void {
    if (message.type === 'media.offer') void this.#answer(message.sdp, message.generation)
    if (message.type === 'media.candidate' && message.generation === this.#generation) {
      this.#native?.addCandidate(message.candidate, message.mid)
    }
    if (message.type === 'media.restart') this.#socket.send(JSON.stringify({ type: 'media.rejoin' }))
  }

  async #answer(offer: string, generation: number): Promise<void> {
    this.#close()
    this.#generation = generation
    const native = new NativeClient()
    this.#native = native
    const sdp = await native.answer(offer, this.#isUnrequested ? 'unasked' : 'as asked')
    if (this.#muted) native.mute()
    this.#traces.push(...(sdp.match(/(?<=a=(ice-ufrag|ice-pwd|fingerprint):).+/g) ?? []))
    this.#socket.send(JSON.stringify({ type: 'media.answer', generation, sdp }))
  }

  #close(): void {
    this.#before += this.#native?.packetsReceived ?? 0
    this.#native?.close()
    this.#native = null
  }

  packetsReceived(): number {
    return this.#before + (this.#native?.packetsReceived ?? 0)
  }

  /**
   * What came on each line of the connection, in the order of the offer: sound and video of one, then of the other.
   */
  packetsOfEach(): number[] {
    return [...(this.#native?.received ?? [])].sort().map(([, packets]) => packets)
  }

  packetsByStream(): ReadonlyMap<string, number> {
    return this.#native?.received ?? new Map()
  }

  transcript(): string {
    return this.#transcript.join('\n')
  }

  traces(): string[] {
    return [...this.#traces, ...(this.#native?.localPorts ?? [])]
  }

  insist(): void {
    this.#socket.send(JSON.stringify({ type: 'media.keyframe' }))
  }

  mute(): void {
    this.#muted = true
    this.#native?.mute()
  }

  unmute(): void {
    this.#muted = false
    this.#native?.unmute()
  }

  sendOnly(what: ThinMedia): void {
    this.#native?.sendOnly(what)
  }

  leave(): void {
    this.#socket.close()
  }
}

/** Joins with a native client; rejects when the ticket is refused. */
export async function joinNatively(ticket: JoinTicket, manner: JoinManner = 'sending'): Promise<Client> {
  const url = new URL(ticket.url)
  url.searchParams.set('token', ticket.token)
  const socket = new WebSocket(url)
  const client = new Client(socket, manner)
  if (manner === 'silent') client.mute()
  await once(socket, 'open')
  return client
}

/** The harness of the port's contract suite. */
export async function embeddedHarness(
  change: Partial<EmbeddedVideoOptions> = {},
): Promise<VideoHarness & { provider: EmbeddedVideo }> {
  const { video, stop } = await startEmbeddedVideo(change)
  await untilUp(video)
  const clients: VideoTestClient[] = []
  return {
    provider: video,
    async join(ticket, manner) {
      const client = await joinNatively(ticket, manner)
      clients.push(client)
      return client
    },
    killMedia: () => video.signalWorkers('SIGKILL'),
    async stop() {
      for (const client of clients) client.leave()
      await stop()
    },
  }
}

async function untilUp(video: EmbeddedVideo): Promise<void> {
  while (!(await video.health()).ok) await new Promise(resolve => setTimeout(resolve, 20))
}
