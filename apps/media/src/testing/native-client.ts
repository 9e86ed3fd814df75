/** A WebRTC client without a browser, for tests: answers an offer, sends made-up packets, counts what it receives. */
import { randomInt } from 'node:crypto'
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import { isRtcp } from '../packets/rtp.ts'

const SEND_EVERY_MS = 20

/**
 * The offer as one whose sender begins the DTLS handshake. A client that begins sends its hello some 50 ms before the worker's ICE is ready:
 * the library keeps the hello, and sometimes overlooks it until the next packet (a race when its DTLS starts). A browser repeats its hello
 * after 50 ms; this library, by RFC 6347, after a second.
 */
function begunByOfferer(offer: string): string {
  return offer.replaceAll('a=setup:actpass', 'a=setup:active')
}

interface Sending {
  track: Track
  ssrc: number
  payloadType: number
  sequence: number
}

export class NativeClient {
  #pc = new PeerConnection('test-client', { iceServers: [], forceMediaTransport: true })
  #keep: (Track | Audio | Video)[] = []
  #sending: Sending[] = []
  #timer: NodeJS.Timeout | null = null
  #early: { candidate: string; mid: string }[] | null = []
  /** RTP packets received by m-line. */
  readonly received = new Map<string, number>()
  /** Own addresses with their ports, as its candidates name them. */
  readonly localPorts: string[] = []

  constructor() {
    this.#pc.onLocalCandidate(candidate => {
      const address = / (\S+ \d+) typ /.exec(candidate)?.[1]
      if (address) this.localPorts.push(address)
    })
    this.#pc.onTrack(track => this.#receive(track))
  }

  get packetsReceived(): number {
    return [...this.received.values()].reduce((sum, n) => sum + n, 0)
  }

  /**
   * Answers the offer; where it asks for media, some is sent until `mute` or `close`. A client that somebody altered sends
   * on what it is to receive by, too.
   */
  answer(offer: string, manner: 'as asked' | 'unasked' = 'as asked'): Promise<string> {
    const wantsAudio = /m=audio[^\0]*?(?=m=|$)/.exec(offer)?.[0].includes('a=recvonly') ?? false
    if (wantsAudio) this.#addSending('SendOnly')
    else if (manner === 'unasked') this.#addSending('SendRecv')
    return new Promise(resolve => {
      this.#pc.onLocalDescription((sdp, type) => {
        if (type === 'answer') resolve(sdp)
      })
      this.#pc.setRemoteDescription(begunByOfferer(offer), 'offer')
      for (const { candidate, mid } of this.#early ?? []) this.#pc.addRemoteCandidate(candidate, mid)
      this.#early = null
    })
  }

  addCandidate(candidate: string, mid: string): void {
    if (this.#early) this.#early.push({ candidate, mid })
    else this.#pc.addRemoteCandidate(candidate, mid)
  }

  #addSending(direction: 'SendOnly' | 'SendRecv'): void {
    const audio = new Audio('0', direction)
    audio.addOpusCodec(111)
    const video = new Video('1', direction)
    video.addVP8Codec(96)
    for (const [media, payloadType] of [[audio, 111] as const, [video, 96] as const]) {
      const ssrc = randomInt(1, 0xffffffff)
      media.addSSRC(ssrc, 'test', 'test', `test-${payloadType}`)
      const track = this.#pc.addTrack(media)
      this.#keep.push(media, track)
      this.#sending.push({ track, ssrc, payloadType, sequence: randomInt(0, 0x10000) })
    }
    this.#timer = setInterval(() => this.#send(), SEND_EVERY_MS)
  }

  #send(): void {
    for (const sending of this.#sending) {
      if (!sending.track.isOpen()) continue
      const packet = Buffer.alloc(200)
      packet[0] = 0x80
      packet[1] = sending.payloadType
      packet.writeUInt16BE(sending.sequence, 2)
      packet.writeUInt32BE((sending.sequence * 960) >>> 0, 4)
      packet.writeUInt32BE(sending.ssrc, 8)
      sending.sequence = (sending.sequence + 1) & 0xffff
      sending.track.sendMessageBinary(packet)
    }
  }

  #receive(track: Track): void {
    this.#keep.push(track)
    const mid = track.mid()
    track.onMessage(packet => {
      if (!isRtcp(packet)) this.received.set(mid, (this.received.get(mid) ?? 0) + 1)
    })
  }

  /** Stops sending, as an unplugged camera and microphone would. */
  mute(): void {
    if (this.#timer) clearInterval(this.#timer)
    this.#timer = null
  }

  /** Sends again after `mute`. */
  unmute(): void {
    if (!this.#timer && this.#sending.length > 0) this.#timer = setInterval(() => this.#send(), SEND_EVERY_MS)
  }

  close(): void {
    this.mute()
    this.#pc.close()
  }
}
