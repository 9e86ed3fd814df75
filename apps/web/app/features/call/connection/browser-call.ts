import { needsBirthDate } from '../../../api/birth-date-question.ts'
import { api, auth } from '../../../api/browser.ts'
import { ApiError } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { browserStorage } from '../../../store/browser-storage.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { firstSwitches } from '../../../video/device-defaults.ts'
import { createVideoRoom } from '../../../video/index.ts'
import { browserMedia } from '../devices/browser-media.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { createMicLevel, createWebAudioMeter, type MicLevel } from '../devices/mic-level.ts'
import { createDarkVideo, createNoMedia } from '../devices/placeholder-media.ts'
import { createTalk, type Talk } from '../talk/talk.ts'
import type { CallParties } from './admission.ts'
import { Call } from './call.ts'
import { createCallClock } from './call-clock.ts'
import { entryOf, switchesBefore } from './joined-before.ts'
import { createNews, type News } from './news.ts'
import { type PresenceDeps, PresenceSocket } from './presence-socket.ts'
import { sleepAfter } from './wake-lock.ts'

export interface BrowserCall {
  call: Call
  media: LocalMedia
  mic: MicLevel
  talk: Talk
  news: News
  /** Names the call in the requests of its keepsake. */
  id: string
}

/** One refresh of the login, whatever the stored token says about its own expiry. */
async function renewLogin(): Promise<'in' | 'out'> {
  const token = await auth.accessToken()
  return token !== null && (await auth.renew(token)) !== null ? 'in' : 'out'
}

type PresenceOptions = Pick<PresenceDeps, 'path' | 'requestType' | 'onStats' | 'onTalk' | 'onQueue'> &
  Partial<Pick<PresenceDeps, 'onErrors'>>

/** A presence socket of this page, for a person who is logged in. */
export function browserPresence(options: PresenceOptions): PresenceSocket {
  return new PresenceSocket({
    page: location,
    requestTicket: async (path, signal) =>
      (await api.post<{ ticket: string }>('/api/ws-ticket/', { path }, { signal })).ticket,
    renewLogin,
    isLoggedOut: error => error instanceof ApiError && error.status === 401,
    isBirthDateMissing: needsBirthDate,
    openSocket: url => new WebSocket(url),
    network: window,
    onErrors: sentences => {
      for (const sentence of sentences) alerts.error(t(sentence))
    },
    ...options,
  })
}

/**
 * Camera and microphone of a call or an own event: as this device's settings say, or as they were before a reload.
 */
export function callMedia(slug: string): LocalMedia {
  return browserMedia({ ...firstSwitches(browserStorage()), ...switchesBefore(slug) })
}

/** A call with this browser's own devices, clock and sockets; nothing happens before `start`. */
export function createBrowserCall(parties: CallParties, letSleep: () => void): BrowserCall {
  const media = callMedia(parties.slug)
  const mic = createMicLevel({ createMeter: createWebAudioMeter })
  const talk: Talk = createTalk(message => call.say(message))
  const news = createNews()
  const call = new Call({
    other: { username: parties.otherUsername, isInfluencer: !parties.isInfluencer },
    connectPresence: onStats =>
      browserPresence({
        path: `/${parties.isInfluencer ? 'paidchat' : 'chat'}/${parties.slug}/`,
        requestType: parties.requestType,
        onStats,
        onTalk: message => {
          talk.receive(message)
          news.set(message)
        },
      }),
    createRoom: createVideoRoom,
    clock: createCallClock({ nowMs: () => performance.now() }),
    media,
    mic,
    createPlaceholderMedia: parties.isInfluencer ? createNoMedia : createDarkVideo,
    role: 'party',
    emptyStream: new MediaStream(),
    entry: entryOf(parties.slug),
  })
  media.subscribe(() => talk.sharing.publish(media.getSnapshot().sharing))
  sleepAfter(call, letSleep)
  return { call, media, mic, talk, news, id: parties.slug }
}
