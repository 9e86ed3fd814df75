import type { ClientMessage } from '@parley/contract/calls'
import { MESSAGE_CHAT, MESSAGE_SHARING } from '@parley/contract/in-call/chat'
import { NOT_YOUR_TURN } from '@parley/contract/live/queue'
import { PRODUCT } from '@parley/contract/product'
import { api } from '../../../api/browser.ts'
import { t } from '../../../language/text.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import type { StreamParties } from '../broadcast/stream-admission.ts'
import { browserPresence, callMedia } from '../connection/browser-call.ts'
import { Call } from '../connection/call.ts'
import { createCallClock } from '../connection/call-clock.ts'
import { createNews, type News } from '../connection/news.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { createMicLevel, createWebAudioMeter, type MicLevel } from '../devices/mic-level.ts'
import { createNoMedia } from '../devices/placeholder-media.ts'
import { SharingStore } from '../talk/sharing-store.ts'
import { TurnTalks } from '../talk/turn-talks.ts'
import { onceFrom, prepareRoom } from './early-room.ts'
import { QueueSession } from './queue-session.ts'

export interface BrowserQueue {
  /** Named as a call's, whose place it takes on the page. */
  call: QueueSession
  media: LocalMedia
  mic: MicLevel
  news: News
  /** Who shares a screen in a turn. */
  sharing: SharingStore
  /** The chat and the reactions of each turn. */
  talks: TurnTalks
}

/** Where the line of an event is read and changed. */
export const queuePath = (slug: string) => `/api/${PRODUCT}/${encodeURIComponent(slug)}/queue/`

/** Said to whom is not called yet, and before the event's time: the page says both in words of its own. */
const isSaidByThePage = (sentence: string) => sentence === NOT_YOUR_TURN || sentence.includes('opens at')

/** A line with this browser's own devices and sockets; nothing happens before `start`. */
export function createBrowserQueue(parties: StreamParties, letSleep: () => void): BrowserQueue {
  const { slug, isOwner, ownerUsername } = parties
  const media = callMedia(slug)
  const news = createNews()
  const mic = createMicLevel({ createMeter: createWebAudioMeter })
  // The devices stay open between two turns: the line closes them when it is left.
  const kept = { ...pick(media), start: () => Promise.resolve(), stop: () => undefined }
  const say = (message: ClientMessage) => call.getSnapshot().turn?.call.say(message)
  const sharing = new SharingStore(say)
  const talks = new TurnTalks(say, {
    isShown: place => call.getSnapshot().turn?.place === place,
    onRefused: () => alerts.error(t('Your last line was not sent: the turn was over.')),
  })
  const call: QueueSession = new QueueSession({
    path: queuePath(slug),
    api,
    hostUsername: ownerUsername,
    media,
    mic,
    letSleep,
    connectPresence: handlers =>
      browserPresence({
        path: `/stream/${slug}/`,
        requestType: 'broadcast',
        ...handlers,
        onTalk(message) {
          news.set(message)
          talks.receive(message)
          if (message.handler === MESSAGE_SHARING) sharing.apply(message.payload)
          if (message.handler === MESSAGE_CHAT && message.payload.from_start) sharing.startAgain()
        },
        onErrors: sentences => {
          for (const sentence of sentences) if (!isSaidByThePage(sentence)) alerts.error(t(sentence))
        },
      }),
    prepareRoom,
    createTurn: ({ place, other }, { connectPresence, early }) => {
      sharing.beginTurn()
      talks.begin(place)
      return new Call({
        other: { username: other, isInfluencer: !isOwner },
        connectPresence,
        createRoom: onceFrom(early),
        clock: createCallClock({ nowMs: () => performance.now() }),
        media: kept,
        mic: { listen: () => undefined, stop: () => undefined },
        createPlaceholderMedia: createNoMedia,
        role: 'party',
        emptyStream: new MediaStream(),
        entry: 'at-once',
        readyDelayMs: 0,
      })
    },
  })
  media.subscribe(() => sharing.publish(media.getSnapshot().sharing))
  return { call, media, mic, news, sharing, talks }
}

const pick = ({ subscribe, getSnapshot }: LocalMedia) => ({ subscribe, getSnapshot })
