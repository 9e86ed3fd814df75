import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { rememberJoined } from '../connection/joined-before.ts'
import { useBrowserCall } from '../connection/use-browser-call.ts'
import { GreenRoom } from '../green-room/green-room.tsx'
import { useJoinMemory } from '../green-room/use-join-memory.ts'
import { EarlyScreen } from '../screens/early-screen.tsx'
import { LoadingScreen } from '../screens/loading-screen.tsx'
import { type DayAndTime, opensAtMs } from '../screens/opens-at.ts'
import { useOpening } from '../screens/use-opening.ts'
import { type BrowserStream, createBrowserStream } from './browser-stream.ts'
import { OwnerStage } from './owner-stage.tsx'
import { isStreamOver, type StreamAdmission, type StreamParties } from './stream-admission.ts'
import { StreamEndedScreen } from './stream-ended-screen.tsx'
import { StreamProblemScreen } from './stream-problem-screen.tsx'
import { ViewerStage } from './viewer-stage.tsx'

export interface BroadcastProps {
  admission: StreamAdmission
  eventPath: string
  /** What a viewer can do about the owner when something is wrong. */
  shieldOf: (owner: { id: string; username: string }) => ReactNode
  /** What the owner can do about somebody who watches. */
  viewerShieldOf: (username: string, onClose: () => void) => ReactNode
  /** The way to a browser that can show events; nothing in one that can. */
  rescueOf: (parties: StreamParties) => ReactNode
}

/** A broadcast: its owner is seen, everybody else watches. */
export function Broadcast({ admission, eventPath, shieldOf, viewerShieldOf, rescueOf }: BroadcastProps) {
  const { parties, obstacle } = useStore(admission)
  const opensMs = opensAtMs(parties?.startsAt ?? null)
  const { isOpen, open } = useOpening(opensMs)
  const isOver = parties !== null && isStreamOver(parties)
  const stream = useBrowserCall(isOpen && !isOver ? parties : null, createBrowserStream)
  const keepJoined = useJoinMemory(parties?.slug ?? null, stream?.media ?? null)
  const reload = () => {
    keepJoined()
    void admission.load()
  }
  if (obstacle) return <StreamProblemScreen problem={obstacle} eventPath={eventPath} onRetry={reload} />
  if (parties && isOver) return <StreamEndedScreen {...{ parties, eventPath }} usedSeconds={null} />
  if (parties && !isOpen && opensMs !== null) {
    const back = { path: eventPath, name: t('Back to the event') }
    const titleFor = (words: DayAndTime) =>
      t('“{title}” opens on {day} at {time}', { title: parties.title, ...words })
    const rescue = rescueOf(parties)
    return <EarlyScreen {...{ titleFor, back, rescue }} opensAtMs={opensMs} onOpen={open} />
  }
  if (!parties || !stream) return <LoadingScreen what="event" />
  const shield = shieldOf({ id: parties.ownerId, username: parties.ownerUsername })
  return (
    <RunningStream
      {...{ parties, stream, eventPath, shield, viewerShieldOf }}
      rescue={rescueOf(parties)}
      onReload={reload}
    />
  )
}

interface RunningStreamProps {
  parties: StreamParties
  stream: BrowserStream
  eventPath: string
  onReload: () => void
  rescue: ReactNode
  shield: ReactNode
  viewerShieldOf: BroadcastProps['viewerShieldOf']
}

function RunningStream(props: RunningStreamProps) {
  const { parties, stream, eventPath, onReload, rescue, shield, viewerShieldOf } = props
  const now = useStore(stream.call)
  // A viewer needs no camera. A page of plain http has none to open.
  const isUnsupported =
    typeof RTCPeerConnection === 'undefined' || (parties.isOwner && navigator.mediaDevices === undefined)
  const problem = now.refusal ?? (isUnsupported ? 'unsupported' : null)
  if (now.phase === 'ended') {
    const usedSeconds = now.totalCallTime === null ? null : now.totalCallTime - now.remainingCallTime
    return <StreamEndedScreen {...{ parties, usedSeconds, eventPath }} />
  }
  if (problem) return <StreamProblemScreen {...{ problem, eventPath, rescue }} onRetry={onReload} />
  if (now.phase === 'loading') return <LoadingScreen what="event" />
  const { call, media, mic, talk, publisher } = stream
  if (media && now.phase === 'green-room') {
    const join = () => {
      rememberJoined(parties.slug, media.getSnapshot())
      call.join()
    }
    return (
      <GreenRoom
        call={call}
        media={media}
        mic={mic}
        title={t('“{title}”', { title: parties.title })}
        action="go-live"
        waitsFor={null}
        startsAt={parties.startsAt}
        needsMedia
        onJoin={join}
        back={{ path: eventPath, name: t('Back to the event') }}
      />
    )
  }
  return media ? (
    <OwnerStage {...{ call, media, talk, parties, eventPath, viewerShieldOf }} />
  ) : (
    <ViewerStage {...{ call, talk, publisher, parties, eventPath, shield, viewerShieldOf }} />
  )
}
