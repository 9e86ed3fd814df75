/** A WebRTC client without a browser, for tests: answers an offer, sends made-up packets, counts what it receives. */
import { randomInt } from 'node:crypto'
import { Audio, PeerConnection, type Track, Video } from 'node-datachannel'
import { buildNack, buildRemb } from '../packets/rtcp.ts'
import { isRtcp, readRtpHeader } from '../packets/rtp.ts'
import { PacketSender, type ThinMedia } from './packet-sender.ts'

export type { Burst, ThinMedia } from './packet-sender.ts'

export const SMALL_PACKET_BYTES = 100
const LENGTHS_KEPT = 10

/**
 * The offer as one whose sender begins the DTLS handshake. A client that begins sends its hello some 50 ms before the
 * worker's ICE is ready: the library keeps the hello, and sometimes overlooks it until the next packet (a race when its
 * DTLS starts). A browser repeats its hello after 50 ms; this library, by RFC 6347, after a second.
 */
function begunByOfferer(offer: string): string {
  return offer.replaceAll('a=setup:actpass', 'a=setup:active')
}

export class NativeClient {
  #pc = new PeerConnection('test-client', { iceServers: [], forceMediaTransport: true })
  #keep: (Track | Audio | Video)[] = []
  #packets = new PacketSender()
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
   * Answers the offer; where it requests media, some is sent until `mute` or `close`. A client that somebody altered
   * sends on what it is to receive by, too.
   */
  answer(offer: string, manner: 'as asked' | 'unasked' = 'as asked'): Promise<string> {
    const wantsAudio = /m=audio[^\0]*?(?=m=|$)/.exec(offer)?.[0].includes('a=recvonly') ?? false
    const sizes = [...offer.matchAll(/m=video(?:(?!\r\nm=)[\s\S])*?a=recvonly/g)].length
    if (wantsAudio) this.#addSending('SendOnly', sizes)
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

  #addSending(direction: 'SendOnly' | 'SendRecv', sizes: number): void {
    const audio = new Audio('0', direction)
    audio.addOpusCodec(111)
    this.#addTrack(audio, { payloadType: 111, kind: 'audio' })
    for (let size = 0; size < sizes; size++) {
      const video = new Video(String(1 + size), direction)
      video.addVP8Codec(96)
      const bytes = size === 0 ? {} : { bytes: SMALL_PACKET_BYTES }
      this.#addTrack(video, { payloadType: 96, kind: 'video', ...bytes })
    }
    this.#packets.start()
  }

  #addTrack(
    media: Audio | Video,
    sent: { payloadType: number; kind: 'audio' | 'video'; bytes?: number },
  ): void {
    const ssrc = randomInt(1, 0xffffffff)
    media.addSSRC(ssrc, 'test', 'test', `test-${sent.kind}-${sent.bytes ?? 'large'}`)
    const track = this.#pc.addTrack(media)
    this.#keep.push(media, track)
    this.#packets.add({ track, ssrc, ...sent })
  }

  /** Sends the small video alone from now on, as a modified page would. */
  sendOnlySmall(): void {
    this.#packets.keepOnly(SMALL_PACKET_BYTES)
  }

  /** Reports the bitrate that this client's link carries, by REMB. */
  saysOfLine(bps: number): void {
    if (this.#video?.track.isOpen()) this.#video.track.sendMessageBinary(buildRemb(this.#video.ssrc, bps))
  }

  /** Requests packets of the video that it gets once more. */
  missesOfVideo(sequences: readonly number[]): void {
    if (this.#video?.track.isOpen())
      this.#video.track.sendMessageBinary(buildNack(this.#video.ssrc, sequences))
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
    this.#packets.stop()
  }

  /** Sends again after `mute`. */
  unmute(): void {
    this.#packets.start()
  }

  /** Sends sound alone from now on, or one key frame of many packets at a time, as a modified page would. */
  sendOnly(what: ThinMedia): void {
    this.#packets.sendOnly(what)
  }

  close(): void {
    this.mute()
    this.#pc.close()
  }
}
