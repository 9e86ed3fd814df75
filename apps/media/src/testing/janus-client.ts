/**
 * A participant of a room of Janus's VideoRoom plugin without a browser, for `bench`: sends made-up packets, counts
 * what it receives.
 */
import { randomInt } from 'node:crypto'
import { Audio, PeerConnection, Video } from 'node-datachannel'
import { WebSocket } from 'ws'
import { NativeClient } from './native-client.ts'
import { PacketSender } from './packet-sender.ts'

const KEEP_ALIVE_MS = 20_000
const ROOM = 1234
const FEED = 1

interface Sdp {
  type: 'offer' | 'answer'
  sdp: string
}

interface Message {
  janus: string
  transaction?: string
  data?: { id: number }
  jsep?: Sdp
  error?: { reason: string }
  plugindata?: { data: { error?: string } }
}

/** One session with one handle of the plugin, over Janus's WebSocket API. */
class JanusHandle {
  #socket: WebSocket
  #waiting = new Map<string, (message: Message) => void>()
  #session = 0
  #handle = 0
  #pings: NodeJS.Timeout | null = null
  #up = Promise.withResolvers<void>()
  /** Resolves when Janus says that this handle's media is connected. */
  readonly isUp = this.#up.promise

  constructor(url: string) {
    this.#socket = new WebSocket(url, 'janus-protocol')
    this.#socket.on('message', data => {
      const message = JSON.parse(String(data)) as Message
      if (message.janus === 'webrtcup') this.#up.resolve()
      // An answer of the plugin comes in an event; before it, only an acknowledgement.
      if (message.janus !== 'ack') this.#waiting.get(message.transaction ?? '')?.(message)
    })
  }

  async open(): Promise<void> {
    await new Promise((resolve, reject) => this.#socket.once('open', resolve).once('error', reject))
    this.#session = (await this.#request({ janus: 'create' })).data?.id ?? 0
    const plugin = 'janus.plugin.videoroom'
    this.#handle = (await this.#request({ janus: 'attach', plugin, session_id: this.#session })).data?.id ?? 0
    this.#pings = setInterval(() => this.#send({ janus: 'keepalive' }), KEEP_ALIVE_MS)
  }

  say(body: object, jsep?: Sdp): Promise<Message> {
    return this.#request({ janus: 'message', body, ...(jsep ? { jsep } : {}), ...this.#address() })
  }

  trickle(candidate: object): void {
    this.#send({ janus: 'trickle', candidate })
  }

  close(): void {
    if (this.#pings) clearInterval(this.#pings)
    this.#send({ janus: 'destroy' })
    this.#socket.close()
  }

  #address() {
    return { session_id: this.#session, ...(this.#handle ? { handle_id: this.#handle } : {}) }
  }

  #send(message: object): void {
    const transaction = crypto.randomUUID()
    if (this.#socket.readyState === WebSocket.OPEN)
      this.#socket.send(JSON.stringify({ transaction, ...this.#address(), ...message }))
  }

  #request(message: object): Promise<Message> {
    const transaction = crypto.randomUUID()
    return new Promise((resolve, reject) => {
      this.#waiting.set(transaction, answer => {
        this.#waiting.delete(transaction)
        const error = answer.error?.reason ?? answer.plugindata?.data.error
        if (error) reject(new Error(`Janus: ${error}`))
        else resolve(answer)
      })
      this.#socket.send(JSON.stringify({ transaction, ...message }))
    })
  }
}

export interface JanusParticipant {
  packetsReceived(): number
  leave(): void
}

/** Publishes sound and a video as the room's only sender. */
export async function publishToJanus(url: string): Promise<JanusParticipant> {
  const handle = new JanusHandle(url)
  await handle.open()
  await handle.say({ request: 'join', ptype: 'publisher', room: ROOM, id: FEED })
  const pc = new PeerConnection('publisher', { iceServers: [], forceMediaTransport: true })
  const sender = new PacketSender()
  const [audio, video] = [new Audio('0', 'SendOnly'), new Video('1', 'SendOnly')]
  audio.addOpusCodec(111)
  video.addVP8Codec(96)
  const held = [
    { media: audio, kind: 'audio' as const, payloadType: 111 },
    { media: video, kind: 'video' as const, payloadType: 96 },
  ].map(({ media, kind, payloadType }) => {
    const ssrc = randomInt(1, 0xffffffff)
    media.addSSRC(ssrc, 'bench', 'bench', kind)
    const track = pc.addTrack(media)
    sender.add({ track, ssrc, payloadType, kind })
    return { media, track }
  })
  const gathered = new Promise<void>(resolve => {
    pc.onGatheringStateChange(state => {
      if (state === 'complete') resolve()
    })
  })
  pc.setLocalDescription('offer')
  await gathered
  const offer = pc.localDescription()
  if (!offer) throw new Error('the publisher has no offer')
  const { jsep } = await handle.say({ request: 'publish' }, { type: 'offer', sdp: offer.sdp })
  if (!jsep) throw new Error('Janus answered no description')
  pc.setRemoteDescription(jsep.sdp, 'answer')
  // Nobody can watch before that.
  await handle.isUp
  sender.start()
  return {
    packetsReceived: () => 0,
    leave() {
      // Held until here, since a track whose object is collected ends the process.
      held.length = 0
      sender.stop()
      pc.close()
      handle.close()
    },
  }
}

/** Receives what the room's sender sends. */
export async function watchOnJanus(url: string): Promise<JanusParticipant> {
  const handle = new JanusHandle(url)
  await handle.open()
  const body = { request: 'join', ptype: 'subscriber', room: ROOM, streams: [{ feed: FEED }] }
  const { jsep } = await handle.say(body)
  if (!jsep) throw new Error('Janus offered nothing')
  const native = new NativeClient()
  const sdp = await native.answer(jsep.sdp)
  await handle.say({ request: 'start' }, { type: 'answer', sdp })
  handle.trickle({ completed: true })
  return {
    packetsReceived: () => native.packetsReceived,
    leave() {
      native.close()
      handle.close()
    },
  }
}
