import { expect, it } from 'vitest'
import { acceptableAnswer, announce, completeOffer } from './sdp.ts'

const crlf = (...lines: string[]) => `${lines.join('\r\n')}\r\n`
const OFFER = crlf(
  'v=0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  'a=mid:0',
  'a=recvonly',
  'a=rtpmap:111 opus/48000/2',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:1',
  'a=recvonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 goog-remb',
  'm=video 9 UDP/TLS/RTP/SAVPF 96',
  'a=mid:2',
  'a=sendonly',
  'a=rtpmap:96 VP8/90000',
  'a=rtcp-fb:96 goog-remb',
)

it('offers transport-wide feedback on published video alone, and a bitrate estimate to viewers alone', () => {
  const [, audio = '', published = '', seen = ''] = completeOffer(OFFER).split(/(?=^m=)/m)
  expect([audio, published, seen].map(section => section.includes('transport-wide-cc'))).toEqual([
    false,
    true,
    false,
  ])
  expect([audio, published, seen].map(section => section.includes('transport-cc\r\n'))).toEqual([
    false,
    true,
    false,
  ])
  expect([audio, published, seen].map(section => section.includes('goog-remb'))).toEqual([false, false, true])
  expect([audio, published, seen].map(section => section.includes('abs-send-time'))).toEqual([
    true,
    true,
    true,
  ])
  expect(audio).toContain('a=rtcp-fb:111 nack\r\n')
})

it('gives a publisher the bitrate to begin with, for each codec, and no viewer', () => {
  const withH264 = OFFER.replaceAll(
    'a=rtpmap:96 VP8/90000\r\n',
    'a=rtpmap:96 VP8/90000\r\na=rtpmap:102 H264/90000\r\na=fmtp:102 packetization-mode=1\r\n',
  )
  const [, audio = '', published = '', seen = ''] = completeOffer(withH264).split(/(?=^m=)/m)
  expect(published).toContain('a=fmtp:96 x-google-start-bitrate=1000\r\n')
  expect(published).toContain('a=fmtp:102 packetization-mode=1;x-google-start-bitrate=1000\r\n')
  expect([audio, seen].filter(section => section.includes('x-google'))).toEqual([])
})

it('announces a public address instead of the bound one', () => {
  expect(announce('a=candidate:1 1 UDP 2114977791 10.0.0.5 41000 typ host', '203.0.113.7')).toBe(
    'a=candidate:1 1 UDP 2114977791 203.0.113.7 41000 typ host',
  )
})

const ANSWER = crlf(
  'v=0',
  'm=audio 9 X 111',
  'a=candidate:1 1 udp 1 evil.example 9 typ host',
  'a=mid:0',
  'm=video 9 X 96',
  'a=mid:1',
)

it('takes an answer without the candidates in it, so that none is ever resolved', () => {
  expect(acceptableAnswer(ANSWER, 2)).toBe(
    crlf('v=0', 'm=audio 9 X 111', 'a=mid:0', 'm=video 9 X 96', 'a=mid:1'),
  )
})

it.each([
  ['has another number of streams', ANSWER, 3],
  ['is no session description', 'hello', 0],
  ['is too long', `${ANSWER}${'a=x\r\n'.repeat(8_000)}`, 2],
  ['holds other than text', `${ANSWER}a=\u0000\r\n`, 2],
])('refuses an answer that %s', (_case, answer, sections) => {
  expect(acceptableAnswer(answer, sections)).toBeNull()
})
