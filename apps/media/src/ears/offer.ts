/** LiveKit's offers of what it sends, as text (SDP, RFC 8866). */

const sectionsOf = (sdp: string) => sdp.split(/(?=^m=)/m)
const midOf = (section: string) => /^a=mid:(\S+)/m.exec(section)?.[1]
const isIdle = (section: string) =>
  /^m=(audio|video)/.test(section) && /^a=(recvonly|inactive)\r?$/m.test(section)
const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)(?=\r?$)/m

/** Which of LiveKit's tracks travels on which m-line: "a=msid:{participant}|{stream} {track}". */
export function trackSidsOf(sdp: string): [mid: string, trackSid: string][] {
  return sectionsOf(sdp).flatMap(section => {
    const mid = midOf(section)
    const trackSid = /^a=msid:\S+ (\S+)/m.exec(section)?.[1]
    return mid && trackSid ? [[mid, trackSid] as [string, string]] : []
  })
}

/**
 * The offer with every line of media as one that LiveKit sends on. A track that is gone before its first offer went out leaves a line that
 * LiveKit uses again for the next track; the library would take it for a line to send on, and hear nothing of it for ever.
 */
export function asSending(offer: string): string {
  return sectionsOf(offer)
    .map(section => (isIdle(section) ? section.replace(DIRECTION, 'a=sendonly') : section))
    .join('')
}

/** The answer to `asSending(offer)` in the words of an answer to `offer` itself. */
export function asAnswerTo(offer: string, answer: string): string {
  const idle = new Set(sectionsOf(offer).filter(isIdle).map(midOf))
  return sectionsOf(answer)
    .map(section => (idle.has(midOf(section)) ? section.replace(DIRECTION, 'a=inactive') : section))
    .join('')
}
