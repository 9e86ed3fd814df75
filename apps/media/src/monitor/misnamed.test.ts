import { SimulcastCodecInfo, TrackInfo, TrackSource, TrackType } from '@livekit/protocol'
import { expect, test } from 'vitest'
import { isMisnamed } from './misnamed.ts'

const { AUDIO, VIDEO } = TrackType
const { CAMERA, MICROPHONE, SCREEN_SHARE, SCREEN_SHARE_AUDIO, UNKNOWN } = TrackSource

test.each([
  [AUDIO, MICROPHONE, 'audio/opus'],
  [AUDIO, SCREEN_SHARE_AUDIO, 'audio/red'],
  [VIDEO, CAMERA, 'video/VP8'],
  [VIDEO, SCREEN_SHARE, ''],
  // LiveKit says so until somebody has announced it.
  [AUDIO, UNKNOWN, ''],
])('a track that is what it is called is left alone: %s %s %s', (type, source, mimeType) => {
  expect(isMisnamed(new TrackInfo({ type, source, mimeType }))).toBe(false)
})

test.each([
  ['a voice as a camera', AUDIO, CAMERA, 'audio/opus'],
  ['a voice as a shared screen', AUDIO, SCREEN_SHARE, ''],
  ['a picture as a microphone', VIDEO, MICROPHONE, 'video/vp8'],
  ['a picture as the sound of a screen', VIDEO, SCREEN_SHARE_AUDIO, ''],
  ['a voice in the place of a picture that was announced', VIDEO, CAMERA, 'Audio/Opus'],
])('%s is found', (_attack, type, source, mimeType) => {
  expect(isMisnamed(new TrackInfo({ type, source, mimeType }))).toBe(true)
})

test('a voice among the codecs of a picture is found', () => {
  const codecs = [
    new SimulcastCodecInfo({ mimeType: 'video/vp8' }),
    new SimulcastCodecInfo({ mimeType: 'audio/opus' }),
  ]
  expect(isMisnamed(new TrackInfo({ type: VIDEO, source: CAMERA, codecs }))).toBe(true)
})
