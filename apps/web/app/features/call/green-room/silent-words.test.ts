import { expect, test } from 'vitest'
import { NO_MEDIA } from '../devices/sources/media-snapshot.ts'
import { silentSentence } from '../stage/wait-screen.tsx'
import { FakeTrack, streamOf } from '../testing/fake-media.ts'
import { pressText } from './green-room-words.ts'

const NO_TIME = /no time runs until you switch one on/
const TIME = /The time runs all the same/
const stream = streamOf([new FakeTrack('audio', 'mic'), new FakeTrack('video', 'front')])
const OFF = { ...NO_MEDIA, camera: 'off', microphone: 'off' } as const

test('an influencer without a device reads that no time runs; with devices that are switched off, that it runs', () => {
  const press = { action: 'join', needsMedia: true } as const
  expect(pressText({ ...OFF, stream: null }, press)).toMatch(NO_TIME)
  expect(pressText({ ...OFF, stream }, press)).toMatch(TIME)
  const influencer = { isInfluencer: true }
  expect(silentSentence(influencer, { stream: null })).toMatch(NO_TIME)
  expect(silentSentence(influencer, { stream })).toMatch(TIME)
})

test('a fan who is neither seen nor heard reads that the time runs', () => {
  expect(pressText({ ...OFF, stream: null }, { action: 'join', needsMedia: false })).toMatch(TIME)
  expect(silentSentence({ isInfluencer: false }, { stream: null })).toMatch(TIME)
})
