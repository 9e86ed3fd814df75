import { LIMITS } from '../protocol.ts'

/** Header extension ids, equal on both sides so that packets pass through unchanged. */
export const ABS_SEND_TIME_ID = 3
export const TRANSPORT_WIDE_ID = 5

/** Payload types. VP8 leads (every browser has it), H.264 follows; the order here is the order offered. */
export const OPUS = { payloadType: 111, profile: 'minptime=10;useinbandfec=1' } as const
export const VP8 = { payloadType: 96 } as const
export const H264 = {
  payloadType: 102,
  profile: 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
} as const

/**
 * What a publisher's browser takes its line for until it has measured it, in kbit/s. By itself Chromium assumes 300,
 * drops the first frames of a camera of 720 lines, and sends its first frames small, or seconds late where the
 * connection stood before the camera did.
 */
const START_KBPS = 1_000
const START = `x-google-start-bitrate=${START_KBPS}`

const AFTER_MID = /(a=mid:.*\r\n)/

function completeSection(section: string): string {
  if (!section.startsWith('m=')) return section
  const isVideo = section.startsWith('m=video')
  const isFromPublisher = section.includes('a=recvonly')
  const withSendTime = section.replace(
    AFTER_MID,
    `$1a=extmap:${ABS_SEND_TIME_ID} http://www.webrtc.org/experiments/rtp-hdrext/abs-send-time\r\n`,
  )
  if (!isVideo) return withSendTime.replace(/(a=rtpmap:(111) .*\r\n)/, '$1a=rtcp-fb:$2 nack\r\n')
  if (!isFromPublisher) return withSendTime
  return withSendTime
    .replace(
      AFTER_MID,
      `$1a=extmap:${TRANSPORT_WIDE_ID} http://www.ietf.org/id/draft-holmer-rmcat-transport-wide-cc-extensions-01\r\n`,
    )
    .replace(/(a=rtpmap:(96|102) .*\r\n)/g, '$1a=rtcp-fb:$2 transport-cc\r\n')
    .replace(/a=rtcp-fb:\d+ goog-remb\r\n/g, '')
    .replace(/(a=fmtp:102 .*)\r\n/g, `$1;${START}\r\n`)
    .replace(/(a=rtpmap:96 .*\r\n)/g, `$1a=fmtp:96 ${START}\r\n`)
}

/**
 * Adds to the library's offer what its interface lacks. Transport-wide feedback stands on the publisher's video alone:
 * on audio as well, Chromium would take a viewer's video-only estimate as the budget of both and starve the video.
 */
export function completeOffer(sdp: string): string {
  return sdp
    .split(/(?=^m=)/m)
    .map(completeSection)
    .join('')
}

/** Puts a public address into a candidate, for a server behind one-to-one NAT. */
export function announce(candidate: string, publicIp: string): string {
  return candidate.replace(/(candidate:\S+ \d+ \S+ \d+ )\S+/, `$1${publicIp}`)
}

const ANSWER_TEXT = /^[\x20-\x7e\r\n]*$/

/**
 * The answer without its candidates, or null when it is not one for so many m-lines. Candidates are dropped because a
 * host name in one makes the library resolve it in a thread of its own: a way to exhaust the process and to probe the
 * network. Clients are found by their checks.
 */
export function acceptableAnswer(sdp: string, sections: number): string | null {
  if (sdp.length > LIMITS.answerChars || !sdp.startsWith('v=0') || !ANSWER_TEXT.test(sdp)) return null
  const lines = sdp.split(/\r?\n/).filter(line => line !== '' && !line.startsWith('a=candidate:'))
  if (lines.filter(line => line.startsWith('m=')).length !== sections) return null
  return `${lines.join('\r\n')}\r\n`
}
