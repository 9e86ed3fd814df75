import { type LocalTrackPublication, LocalVideoTrack, type Room } from 'livekit-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LocalStream } from '../local-stream.ts'
import { LocalTracks } from './livekit-local.ts'

beforeEach(() => vi.stubGlobal('MediaStream', class {}))
afterEach(() => void vi.unstubAllGlobals())

/** A room whose client publishes a video as LiveKit's does a camera: its motion is kept. */
function roomWithSender() {
  const publications = new Map<string, LocalTrackPublication>()
  const parameters = {} as RTCRtpSendParameters
  const sender = {
    getParameters: () => parameters,
    setParameters: async (set: RTCRtpSendParameters) => void Object.assign(parameters, set),
    replaceTrack: async () => undefined,
  } as unknown as RTCRtpSender
  const publishTrack = async (mediaTrack: MediaStreamTrack) => {
    const track = new LocalVideoTrack(mediaTrack, undefined, true)
    track.sender = sender
    await track.setDegradationPreference('maintain-framerate')
    const publication = { kind: 'video', track } as unknown as LocalTrackPublication
    publications.set('video', publication)
    return publication
  }
  const room = { localParticipant: { attributes: {}, trackPublications: publications, publishTrack } }
  return { room: room as unknown as Room, kept: () => parameters.degradationPreference }
}

function streamOf(contentHint: '' | 'text' | 'motion'): MediaStream {
  const track = Object.assign(new EventTarget(), { kind: 'video', enabled: true, contentHint })
  const used = { stop: () => undefined, getConstraints: () => ({}) }
  return { getTracks: () => [Object.assign(track, used)] } as unknown as MediaStream
}

const KEPT = [
  ['', 'maintain-framerate'],
  ['text', 'maintain-resolution'],
  ['motion', 'maintain-framerate'],
] as const

test.each(KEPT)('a first video with the hint "%s" is sent with %s', async (hint, preference) => {
  const { room, kept } = roomWithSender()
  const local = new LocalStream()
  const tracks = new LocalTracks(local)
  local.set(streamOf(hint))
  await tracks.publishTo(room)
  expect(kept()).toBe(preference)
})

test('a shared screen keeps its text readable on a narrow network, and the camera after it its motion', async () => {
  const { room, kept } = roomWithSender()
  const local = new LocalStream()
  const tracks = new LocalTracks(local)
  const seen: unknown[] = []
  for (const hint of ['', 'text', 'motion', 'text', ''] as const) {
    local.set(streamOf(hint))
    await tracks.publishTo(room)
    seen.push(kept())
  }
  const [motion, text] = ['maintain-framerate', 'maintain-resolution']
  expect(seen).toEqual([motion, text, motion, text, motion])
})
