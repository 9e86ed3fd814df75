import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router'
import { t } from '../../language/text.ts'
import { useStore } from '../../store/use-store.ts'
import type { CallParties } from './connection/admission.ts'
import type { Admission } from './connection/admission-store.ts'
import { type BrowserCall, createBrowserCall } from './connection/browser-call.ts'
import { rememberJoined } from './connection/joined-before.ts'
import { useBrowserCall } from './connection/use-browser-call.ts'
import { GreenRoom } from './green-room/green-room.tsx'
import { useJoinMemory } from './green-room/use-join-memory.ts'
import { EarlyScreen } from './screens/early-screen.tsx'
import type { EndedCall } from './screens/ended-call.ts'
import { EndedScreen } from './screens/ended-screen.tsx'
import { leftCall } from './screens/left-call.ts'
import { backLink } from './screens/links-after-call.ts'
import { LoadingScreen } from './screens/loading-screen.tsx'
import { opensAtMs } from './screens/opens-at.ts'
import { ProblemScreen } from './screens/problem-screen.tsx'
import { useOpening } from './screens/use-opening.ts'
import { CallStage } from './stage/call-stage.tsx'
import { useRemoteView } from './stage/remote-video.tsx'

interface CallPageProps {
  admission: Admission
  /** The way to a browser that can do calls; nothing in one that can. */
  rescueOf: (parties: CallParties) => ReactNode
  /** What can be done about the other person when something is wrong. */
  shieldOf: (other: { id: string; username: string }) => ReactNode
  /** The report of a problem with a call that has ended. */
  problemOf: (call: EndedCall) => ReactNode
}

/** A call from loading to its end; `admission` says who meets whom. */
export function CallPage({ admission, rescueOf, shieldOf, problemOf }: CallPageProps) {
  const { parties, obstacle, influencerUsername } = useStore(admission)
  const opensMs = opensAtMs(parties?.startsAt ?? null)
  const { isOpen, open } = useOpening(opensMs)
  const browserCall = useBrowserCall(isOpen && !parties?.isOver ? parties : null, createBrowserCall)
  useEffect(() => void admission.load(), [admission])
  const keepJoined = useJoinMemory(parties?.slug ?? null, browserCall?.media ?? null)
  const reload = () => {
    keepJoined()
    void admission.load()
  }
  // A call that closes to one of its two people has a reason, which the request says: once, or it closes for ever.
  const wasShut = useRef(false)
  const onShut = useCallback(() => {
    if (!wasShut.current) void admission.load()
    wasShut.current = true
  }, [admission])
  if (obstacle)
    return (
      <ProblemScreen
        problem={obstacle}
        influencerUsername={influencerUsername}
        onRetry={reload}
        rescue={null}
      />
    )
  if (parties?.isOver) return <EndedScreen {...parties} figures={null} problemOf={problemOf} />
  if (parties && !isOpen && opensMs !== null)
    return (
      <EarlyScreen
        titleFor={opening =>
          t('Your call with @{name} opens on {day} at {time}', { name: parties.otherUsername, ...opening })
        }
        opensAtMs={opensMs}
        back={backLink(parties)}
        onOpen={open}
        rescue={rescueOf(parties)}
      />
    )
  if (!parties || !browserCall) return <LoadingScreen />
  const shield = shieldOf({ id: parties.otherId, username: parties.otherUsername })
  return (
    <RunningCall
      {...{ parties, browserCall, shield, problemOf }}
      rescue={rescueOf(parties)}
      onReload={reload}
      onShut={onShut}
    />
  )
}

interface RunningCallProps {
  parties: CallParties
  browserCall: BrowserCall
  onReload: () => void
  /** The server does not let them in any more. */
  onShut: () => void
  rescue: ReactNode
  shield: ReactNode
  problemOf: CallPageProps['problemOf']
}

function RunningCall({
  parties,
  browserCall,
  onReload,
  onShut,
  rescue,
  shield,
  problemOf,
}: RunningCallProps) {
  const navigate = useNavigate()
  const call = useStore(browserCall.call)
  const remote = useRemoteView(browserCall.call)
  const { support } = useStore(browserCall.media)
  const { influencerUsername, totalSeconds, usedSeconds } = parties
  const isUnsupported = support === 'none' || typeof RTCPeerConnection === 'undefined'
  const problem = call.refusal ?? (isUnsupported ? 'unsupported' : null)
  const isShut = call.refusal === 'forbidden'
  useEffect(() => {
    if (isShut) onShut()
  }, [isShut, onShut])
  const used = useMemo(() => {
    const { totalCallTime, remainingCallTime } = call
    return totalCallTime === null ? usedSeconds : totalCallTime - remainingCallTime
  }, [call, usedSeconds])

  function join() {
    rememberJoined(parties.slug, browserCall.media.getSnapshot())
    browserCall.call.join()
  }
  function end() {
    const { path } = backLink(parties)
    const { slug, otherUsername: other } = parties
    if (used > 0) leftCall.set({ slug, other, path, figures: browserCall.call.figures() })
    browserCall.call.end()
    void navigate(path)
  }
  if (call.phase === 'ended') {
    const figures = browserCall.call.figures()
    const totals = { totalSeconds: call.totalCallTime ?? totalSeconds, usedSeconds: used }
    return <EndedScreen {...parties} {...totals} {...{ figures, problemOf }} />
  }
  if (problem) {
    return (
      <ProblemScreen
        problem={problem}
        influencerUsername={influencerUsername}
        onRetry={onReload}
        rescue={rescue}
      />
    )
  }
  if (call.phase === 'loading') return <LoadingScreen />
  if (call.phase === 'green-room') {
    return (
      <GreenRoom
        {...browserCall}
        title={t('Waiting for @{name}', { name: call.otherUser })}
        action="join"
        waitsFor={call.otherUser}
        startsAt={parties.startsAt}
        needsMedia={parties.isInfluencer}
        onJoin={join}
        back={backLink(parties)}
      />
    )
  }
  const { startsAt, endsAt } = parties
  return <CallStage {...browserCall} {...{ startsAt, endsAt, remote, shield }} onEnd={end} />
}
