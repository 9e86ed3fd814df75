import { type ReactNode, useEffect } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { isStreamOver, type StreamParties } from '../broadcast/stream-admission.ts'
import { StreamEndedScreen } from '../broadcast/stream-ended-screen.tsx'
import { StreamProblemScreen } from '../broadcast/stream-problem-screen.tsx'
import { rememberLine } from '../connection/line-memory.ts'
import { useBrowserCall } from '../connection/use-browser-call.ts'
import { LoadingScreen } from '../screens/loading-screen.tsx'
import { type BrowserQueue, createBrowserQueue } from './browser-queue.ts'
import { FanEnd } from './fan-end.tsx'
import { FanLine } from './fan-line.tsx'
import { FanTurn } from './fan-turn.tsx'
import { type FanShieldOf, HostScreen } from './host/host-screen.tsx'
import { LineOver, type TurnProblemOf } from './host/line-over.tsx'
import { endTitle } from './line-words.ts'
import type { QueueSnapshot } from './queue-session.ts'
import { type CurrentTurn, isNext } from './rules/line-state.ts'
import { lossOf } from './rules/lost-line.ts'
import { useCallSound } from './use-call-sound.ts'

export interface QueuePageProps {
  parties: StreamParties
  eventPath: string
  onReload: () => void
  /** A fan has lost their place, or the line was closed to its host: the event says why. */
  onPlaceLost: () => void
  /** What a fan can do about the host when something is wrong in their turn. */
  shieldOf: (turn: Pick<CurrentTurn, 'place' | 'state'>) => ReactNode
  fanShieldOf: FanShieldOf
  problemOf: TurnProblemOf
  /** The way to a browser that can do calls; nothing in one that can. */
  rescue: ReactNode
}

/** An event at which one meets a line of fans: its host on one side, one fan with their place on the other. */
export function QueuePage(props: QueuePageProps) {
  const queue = useBrowserCall(props.parties, createBrowserQueue)
  const { slug } = props.parties
  useEffect(() => {
    if (!queue) return
    const { call, media } = queue
    return rememberLine({ slug, media, isOver: () => isOverFor(call.getSnapshot()), page: window })
  }, [slug, queue])
  if (!queue) return <LoadingScreen what="event" />
  return <Line {...props} queue={queue} />
}

function Line({ queue, ...props }: QueuePageProps & { queue: BrowserQueue }) {
  const { parties, eventPath, onReload, onPlaceLost, shieldOf, fanShieldOf, problemOf, rescue } = props
  const now = useStore(queue.call)
  const sound = useCallSound(parties.isOwner ? null : now)
  const { shown, turn, met } = now
  const isUnsupported = typeof RTCPeerConnection === 'undefined' || navigator.mediaDevices === undefined
  const you = shown?.you ?? null
  const isOver = you !== null && endTitle(you) !== null
  const loss = lossOf(now)
  useTitle(parties.isOwner || loss ? null : tabTitle(now))
  const isEventOver = isStreamOver(parties)
  const isShut = loss === 'no-place' || loss === 'forbidden'
  const hasLostPlace = isShut && !isEventOver
  useEffect(() => {
    if (hasLostPlace) onPlaceLost()
  }, [hasLostPlace, onPlaceLost])
  const isOnItsWay = !isOver && shown?.state !== 'ended'
  const problem = loss ?? (isUnsupported && isOnItsWay ? 'unsupported' : null)
  if (isShut && isEventOver) return <StreamEndedScreen {...{ parties, eventPath }} usedSeconds={null} />
  if (problem) return <StreamProblemScreen {...{ problem, eventPath, rescue }} onRetry={onReload} />
  if (!shown) return <LoadingScreen what="event" />
  if (parties.isOwner) {
    if (shown.state === 'ended') return <LineOver {...{ shown, met, parties, problemOf }} />
    return <HostScreen {...{ queue, shown, parties, eventPath, fanShieldOf }} />
  }
  if (!you) return <StreamProblemScreen problem="no-place" eventPath={eventPath} onRetry={onReload} />
  if (isOver) {
    // The server reports nothing about a place before it is settled.
    const problem = you.refunded === null ? null : problemOf({ place: you.place })
    return <FanEnd {...{ you, met, parties, eventPath, problem }} queue={shown.state} />
  }
  if (turn) return <FanTurn key={turn.place} {...{ queue, turn, parties }} shield={shieldOf(turn)} />
  return <FanLine {...{ queue, you, shown, parties, eventPath, sound }} />
}

/** Whether this person's camera has no use in the line any more. */
function isOverFor({ shown, endedBy }: QueueSnapshot): boolean {
  const you = shown?.you ?? null
  return endedBy !== null || shown?.state === 'ended' || (you !== null && endTitle(you) !== null)
}

/** What the tab says to a fan who looks at another one; null where it keeps its title. */
function tabTitle({ turn, shown }: Pick<QueueSnapshot, 'turn' | 'shown'>): string | null {
  if (turn) return t('Your turn! · Parley')
  return shown && isNext(shown) ? t('You are next · Parley') : null
}

function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    const before = document.title
    document.title = title
    return () => {
      document.title = before
    }
  }, [title])
}
