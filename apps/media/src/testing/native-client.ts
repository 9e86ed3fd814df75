/** A WebRTC client without a browser, for tests: answers an offer, sends made-up packets, counts what it receives. */
import { randomInt } from 'node:crypto'
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import { buildRemb } from '../packets/rtcp.ts'
import { isRtcp, readRtpHeader } from '../packets/rtp.ts'
import { KEY_FRAME_EVERY_MS, KEY_FRAME_PACKETS, type ThinMedia } from './packet-sender.ts'

export type { ThinMedia } from './packet-sender.ts'

const SEND_EVERY_MS = 20
const PACKET_BYTES = 200
export const SMALL_PACKET_BYTES = 100
/** A VP8 payload descriptor at the beginning of a frame, and the first byte of a key frame. */
const KEY_FRAME = Buffer.from([0x10, 0x10])
const HEADER_BYTES = 12
const MARKER = 0x80
const LENGTHS_KEPT = 10

/**
 * The offer as one whose sender begins the DTLS handshake. A client that begins sends its hello some 50 ms before the
 * worker's ICE is ready: the library keeps the hello, and sometimes overlooks it until the next packet (a race when its
 * DTLS starts). A browser repeats its hello after 50 ms; this library, by RFC 6347, after a second.
 */
function begunByOfferer(offer: string): string {
  return offer.replaceAll('a=setup:actpass', 'a=setup:active')
}

interface Sending {
  track: Track
  ssrc: number
  payloadType: number
  sequence: number
  bytes: number
}

export class NativeClient {
  #pc = new PeerConnection('test-client', { iceServers: [], forceMediaTransport: true })
  #keep: (Track | Audio | Video)[] = []
  #sending: Sending[] = []
  /** The payload type that is sent alone; null for all. */
  #only: number | null = null
  #timer: NodeJS.Timeout | null = null
  #early: { candidate: string; mid: string }[] | null = []
  /** RTP packets received by m-line. */
  readonly received = new Map<string, number>()
  /** The lengths of the last packets of video that came. */
  readonly lengths: number[] = []
  #video: { track: Track; ssrc: number } | null = null
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
   * Answers the offer; where it asks for media, some is sent until `mute` or `close`. A client that somebody altered
   * sends on what it is to receive by, too.
   */
  answer(offer: string, manner: 'as asked' | 'unasked' = 'as asked'): Promise<string> {
    const wantsAudio = /m=audio[^\0]*?(?=m=|$)/.exec(offer)?.[0].includes('a=recvonly') ?? false
    const pictures = [...offer.matchAll(/m=video(?:(?!\r\nm=)[\s\S])*?a=recvonly/g)].length
    if (wantsAudio) this.#addSending('SendOnly', pictures)
    else if (manner === 'unasked') this.#addSending('SendRecv', 1)
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

  #addSending(direction: 'SendOnly' | 'SendRecv', pictures: number): void {
    const audio = new Audio('0', direction)
    audio.addOpusCodec(111)
    this.#addTrack(audio, 111, PACKET_BYTES)
    for (let picture = 0; picture < pictures; picture++) {
      const video = new Video(String(1 + picture), direction)
      video.addVP8Codec(96)
      this.#addTrack(video, 96, picture === 0 ? PACKET_BYTES : SMALL_PACKET_BYTES)
    }
    this.#timer = setInterval(() => this.#send(), SEND_EVERY_MS)
  }

  #addTrack(media: Audio | Video, payloadType: number, bytes: number): void {
    const ssrc = randomInt(1, 0xffffffff)
    media.addSSRC(ssrc, 'test', 'test', `test-${payloadType}-${bytes}`)
    const track = this.#pc.addTrack(media)
    this.#keep.push(media, track)
    this.#sending.push({ track, ssrc, payloadType, sequence: randomInt(0, 0x10000), bytes })
  }

  /** Sends the small picture alone from now on, as a page that somebody altered would. */
  sendOnlySmall(): void {
    this.#sending = this.#sending.filter(({ bytes }) => bytes === SMALL_PACKET_BYTES)
  }

  /** Says what this client's line takes of the picture that it receives. */
  saysOfLine(bps: number): void {
    if (this.#video?.track.isOpen()) this.#video.track.sendMessageBinary(buildRemb(this.#video.ssrc, bps))
  }

  #send(): void {
    for (const sending of this.#sending) {
      if (!sending.track.isOpen() || (this.#only ?? sending.payloadType) !== sending.payloadType) continue
      const packet = Buffer.alloc(sending.bytes)
      packet[0] = 0x80
      packet[1] = sending.payloadType | (sending.payloadType === 96 ? MARKER : 0)
      if (sending.payloadType === 96) KEY_FRAME.copy(packet, HEADER_BYTES)
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
      if (isRtcp(packet)) return
      this.received.set(mid, (this.received.get(mid) ?? 0) + 1)
      if (((packet[1] ?? 0) & 0x7f) === 96) this.#noteVideo(track, packet)
    })
  }

  #noteVideo(track: Track, packet: Buffer): void {
    this.#video = { track, ssrc: readRtpHeader(packet)?.ssrc ?? 0 }
    this.lengths.push(packet.length)
    if (this.lengths.length > LENGTHS_KEPT) this.lengths.shift()
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

  /**
   * Sends sound alone from now on, or one key frame of many packets at a time, as a page that somebody altered would.
   */
  sendOnly(what: ThinMedia): void {
    this.mute()
    this.#only = what === 'sound' ? 111 : 96
    if (what === 'sound') this.unmute()
    else this.#startKeyFrames()
  }

  #startKeyFrames(): void {
    this.#sendKeyFrame()
    this.#timer = setInterval(() => this.#sendKeyFrame(), KEY_FRAME_EVERY_MS)
  }

  #sendKeyFrame(): void {
    for (let packet = 0; packet < KEY_FRAME_PACKETS; packet++) this.#send()
  }

  close(): void {
    this.mute()
    this.#pc.close()
  }
}
