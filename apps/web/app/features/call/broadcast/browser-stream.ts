import { api } from '../../../api/browser.ts'
import { newUuid } from '../../../store/new-uuid.ts'
import { createStore } from '../../../store/store.ts'
import { createVideoRoom } from '../../../video/index.ts'
import { browserPresence, callMedia } from '../connection/browser-call.ts'
import { Call, type CallDeps } from '../connection/call.ts'
import { createCallClock } from '../connection/call-clock.ts'
import { entryOf } from '../connection/joined-before.ts'
import { sleepAfter } from '../connection/wake-lock.ts'
import { browserMedia } from '../devices/browser-media.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { createMicLevel, createWebAudioMeter, type MicLevel } from '../devices/mic-level.ts'
import { createNoMedia } from '../devices/placeholder-media.ts'
import { Questions } from '../talk/questions/questions.ts'
import { createTalk, type Talk } from '../talk/talk.ts'
import { GuestPublisher } from './guest-publisher.ts'
import type { StreamParties } from './stream-admission.ts'

export interface BrowserStream {
  call: Call
  /** The owner's camera and microphone; viewers have none here. */
  media: LocalMedia | null
  mic: MicLevel
  talk: Talk
  /** A viewer's own camera and microphone, while they are asked on the stage and on it. */
  publisher: GuestPublisher
}

/** Replaces the person's own devices: a viewer is never asked for camera or microphone. */
function noDevices(stop: () => void): CallDeps['media'] {
  const store = createStore({ ...browserMedia().getSnapshot(), phase: 'answered' as const })
  return { ...store, start: () => Promise.resolve(), stop }
}

/** An event with this browser's own devices, clock and sockets; nothing happens before `start`. */
export function createBrowserStream(parties: StreamParties, letSleep: () => void): BrowserStream {
  const media = parties.isOwner ? callMedia(parties.slug) : null
  const mic = createMicLevel({ createMeter: createWebAudioMeter })
  const questions = new Questions({ slug: parties.slug, ...api, newId: newUuid })
  const talk: Talk = createTalk(message => call.say(message), questions)
  const call = new Call({
    other: { username: parties.ownerUsername, isInfluencer: !parties.isOwner },
    connectPresence: onStats =>
      browserPresence({
        path: `/stream/${parties.slug}/`,
        requestType: 'broadcast',
        onStats,
        onTalk: talk.receive,
      }),
    createRoom: createVideoRoom,
    clock: createCallClock({ nowMs: () => performance.now() }),
    media: media ?? noDevices(() => publisher.close()),
    mic,
    createPlaceholderMedia: createNoMedia,
    role: parties.isOwner ? 'party' : 'viewer',
    ownerId: parties.ownerId,
    emptyStream: new MediaStream(),
    entry: parties.isOwner ? entryOf(parties.slug) : 'at-once',
  })
  media?.subscribe(() => talk.sharing.publish(media.getSnapshot().sharing))
  sleepAfter(call, letSleep)
  const publisher: GuestPublisher = new GuestPublisher({
    stage: talk.stage,
    call,
    createMedia: () => browserMedia(),
  })
  return { call, media, mic, talk, publisher }
}
