/** LiveKit's offers of its media, as text (SDP, RFC 8866). */

const sectionsOf = (sdp: string) => sdp.split(/(?=^m=)/m)
const midOf = (section: string) => /^a=mid:(\S+)/m.exec(section)?.[1]
const isIdle = (section: string) =>
  /^m=(audio|video)/.test(section) && /^a=(recvonly|inactive)\r?$/m.test(section)
const DIRECTION = /^a=(sendrecv|sendonly|recvonly|inactive)(?=\r?$)/m

/**
 * Which of LiveKit's tracks has which stream of packets: "a=msid:{participant}|{stream} {track}", "a=ssrc:{stream of
 * packets} ...". A line is used again for another track while packets of the one before are yet on their way, so lines
 * do not distinguish them.
 */
export function trackSidsOf(sdp: string): [ssrc: number, trackSid: string][] {
  return sectionsOf(sdp).flatMap(section => {
    const trackSid = /^a=msid:\S+ (\S+)/m.exec(section)?.[1]
    const ssrcs = new Set([...section.matchAll(/^a=ssrc:(\d+) /gm)].map(([, ssrc]) => Number(ssrc)))
    return trackSid ? [...ssrcs].map(ssrc => [ssrc, trackSid] as [number, string]) : []
  })
}

/**
 * The offer with every line of media as one that LiveKit sends on. A track that ended before its first offer went out
 * leaves a line that LiveKit uses again for the next track; the library would take it for a line to send on, and never
 * receive anything on it.
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
