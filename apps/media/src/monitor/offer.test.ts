import { expect, it } from 'vitest'
import { asAnswerTo, asSending, trackSidsOf } from './offer.ts'

const crlf = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const line = (kind: string, mid: string, direction: string) =>
  crlf(`m=${kind} 9 UDP/TLS/RTP/SAVPF 111`, `a=mid:${mid}`, `a=${direction}`, 'a=rtpmap:111 opus/48000/2')
const DATA = crlf('m=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0', 'a=sendrecv')

it('every line of media counts as one that LiveKit sends on, and lines in use stay as they are', () => {
  const offer = `v=0\r\n${DATA}${line('audio', '1', 'recvonly')}${line('video', '2', 'sendrecv')}`
  expect(asSending(offer)).toBe(
    `v=0\r\n${DATA}${line('audio', '1', 'sendonly')}${line('video', '2', 'sendrecv')}`,
  )
})

it('a line on which nothing is sent is answered as not in use', () => {
  const offer = `v=0\r\n${DATA}${line('audio', '1', 'inactive')}${line('video', '2', 'sendrecv')}`
  const answer = `v=0\r\n${DATA}${line('audio', '1', 'recvonly')}${line('video', '2', 'recvonly')}`
  expect(asAnswerTo(offer, answer)).toBe(
    `v=0\r\n${DATA}${line('audio', '1', 'inactive')}${line('video', '2', 'recvonly')}`,
  )
})

it('each stream of packets is known by its track, repeats with it', () => {
  const picture = crlf(
    'a=ssrc-group:FID 7 8',
    'a=ssrc:7 cname:PA_1|TR_VC1',
    'a=ssrc:7 label:TR_VC1',
    'a=ssrc:8 cname:PA_1|TR_VC1',
    'a=msid:PA_1|TR_VC1 TR_VC1',
  )
  expect(
    trackSidsOf(`v=0\r\n${line('audio', '1', 'recvonly')}${line('video', '2', 'sendrecv')}${picture}`),
  ).toEqual([
    [7, 'TR_VC1'],
    [8, 'TR_VC1'],
  ])
})
