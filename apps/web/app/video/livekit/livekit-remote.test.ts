import { type Room, Track } from 'livekit-client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RemoteStreams } from './livekit-remote.ts'

beforeEach(() => {
  class Stream {
    #tracks = new Set<unknown>()
    getTracks = () => [...this.#tracks]
    addTrack = (track: unknown) => void this.#tracks.add(track)
    removeTrack = (track: unknown) => void this.#tracks.delete(track)
  }
  vi.stubGlobal('MediaStream', Stream)
})
afterEach(() => void vi.unstubAllGlobals())

type Sent = [kind: 'audio' | 'video', source: Track.Source]
const { Camera, Microphone, ScreenShare, ScreenShareAudio, Unknown } = Track.Source

/** A room with a participant who sends these tracks. */
function roomOf(...sent: Sent[]): Room {
  const publications = sent.map(([kind, source], n) => {
    const mediaStreamTrack = { kind, label: `${kind} as ${source}` }
    return [String(n), { source, track: { mediaStreamTrack } }] as const
  })
  const guest = {
    identity: 'gus',
    permissions: { canPublish: true },
    trackPublications: new Map(publications),
  }
  return { remoteParticipants: new Map([['gus', guest]]) } as unknown as Room
}

const shown = (room: Room) =>
  new RemoteStreams().update(room).flatMap(({ stream }) => stream.getTracks().map(({ label }) => label))

test('plays the audio of a microphone and of a shared screen, with the videos', () => {
  const sent: Sent[] = [
    ['audio', Microphone],
    ['video', Camera],
    ['audio', ScreenShareAudio],
    ['video', ScreenShare],
  ]
  expect(shown(roomOf(...sent))).toEqual(sent.map(([kind, source]) => `${kind} as ${source}`))
})

test('plays no audio that a muted guest sends with a video source, or with none', () => {
  const sent: Sent[] = [
    ['audio', Camera],
    ['audio', ScreenShare],
    ['audio', Unknown],
    ['video', Camera],
  ]
  expect(shown(roomOf(...sent))).toEqual(['video as camera'])
})
