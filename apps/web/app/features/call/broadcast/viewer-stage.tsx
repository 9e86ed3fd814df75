import { countdownText } from '@parley/contract/duration'
import { type ReactNode, useEffect, useState } from 'react'
import { zonedText } from '../../../language/formats.ts'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { useStore } from '../../../store/use-store.ts'
import { Portrait } from '../../../ui/portrait.tsx'
import type { Call } from '../connection/call.ts'
import type { CallSnapshot } from '../connection/call-state.ts'
import { RemoteVideo, useRemoteView } from '../stage/remote-video.tsx'
import { OthersShare } from '../stage/share-bar.tsx'
import { Stage } from '../stage/stage.tsx'
import { TimeAnnouncements } from '../stage/time-ring.tsx'
import type { Talk } from '../talk/talk.ts'
import { ChatButton, TalkLayout } from '../talk/talk-layout.tsx'
import type { GuestPublisher } from './guest-publisher.ts'
import pair from './guest-tile.module.css'
import { GuestTile, OwnTile } from './guest-tile.tsx'
import { RaiseHand } from './hands.tsx'
import { Invitation } from './invitation.tsx'
import css from './stream.module.css'
import type { StreamParties } from './stream-admission.ts'
import { StreamTop } from './stream-top.tsx'

export interface ViewerStageProps {
  call: Call
  talk: Talk
  publisher: GuestPublisher
  parties: StreamParties
  eventPath: string
  shield: ReactNode
  viewerShieldOf: (username: string, onClose: () => void) => ReactNode
}

/** What is going on while nothing is shown, in one sentence. */
function waitingSentence(now: CallSnapshot, { ownerUsername, startsAt }: StreamParties): string {
  const { totalCallTime, remainingCallTime } = now
  if (startsAt !== null && Date.parse(startsAt) > serverNowMs()) {
    const date = zonedText(new Date(startsAt), { dateStyle: 'long', timeStyle: 'short' })
    return t('It begins on {date}.', { date })
  }
  if (totalCallTime !== null && remainingCallTime < totalCallTime) {
    return t(
      'The host will be back. The clock is stopped with {left} left, and nothing is missed meanwhile.',
      { left: countdownText(remainingCallTime) },
    )
  }
  return now.otherIsHere
    ? t('@{name} is here and about to go live.', { name: ownerUsername })
    : t('It begins as soon as they are live. It cannot be watched later: there is no replay.')
}

function Waiting({ now, parties }: { now: CallSnapshot; parties: StreamParties }) {
  return (
    <div className={css.waiting}>
      <Portrait
        className={css.portrait}
        name={parties.ownerUsername}
        picture={parties.picture}
        sizes="240px"
      />
      <div role="status">
        <p className={css.waitTitle}>{t('Waiting for @{name}', { name: parties.ownerUsername })}</p>
      </div>
      <p className={css.sentence}>{waitingSentence(now, parties)}</p>
    </div>
  )
}

const LATE_NOTE_MS = 9_000
/** A viewer who comes in the first seconds is not late. */
const LATE_AFTER_SECONDS = 10

/** Shows a late viewer the remaining time, for a moment; not to a viewer who saw the begin. */
function LateNote({ now }: { now: CallSnapshot }) {
  const [leftSeconds] = useState(() => {
    const usedSeconds = (now.totalCallTime ?? 0) - now.remainingCallTime
    return now.callIsLive && usedSeconds >= LATE_AFTER_SECONDS ? now.remainingCallTime : null
  })
  const [isShown, setShown] = useState(leftSeconds !== null)
  useEffect(() => {
    const timer = setTimeout(() => setShown(false), LATE_NOTE_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isShown || leftSeconds === null) return null
  return (
    <p role="status" className={css.late}>
      {t('You are in. {left} is left; what was before cannot be seen again.', {
        left: countdownText(leftSeconds),
      })}
    </p>
  )
}

/** The guest beside the owner, or the viewer's own video while they are the guest. */
function Guest({
  call,
  talk,
  publisher,
  viewerShieldOf,
}: Pick<ViewerStageProps, 'call' | 'talk' | 'publisher' | 'viewerShieldOf'>) {
  const [shieldFor, setShieldFor] = useState<string | null>(null)
  const now = useStore(call)
  const { guest, you } = useStore(talk.stage)
  const { media } = useStore(publisher)
  // It stays when the guest leaves: a viewer can still report the guest.
  const sheets = shieldFor !== null && viewerShieldOf(shieldFor, () => setShieldFor(null))
  if (!guest) return sheets
  if (you === 'on' && media) return <OwnTile guest={guest} media={media} onLeave={() => publisher.leave()} />
  return (
    <>
      <GuestTile {...{ guest, now }} speakerId={null} onSafety={() => setShieldFor(guest.username)} />
      {sheets}
    </>
  )
}

/**
 * The owner's video and audio, the time and the number of viewers; no camera and no microphone except for the guest
 * on the stage.
 */
export function ViewerStage(props: ViewerStageProps) {
  const { call, talk, publisher, parties, eventPath, shield, viewerShieldOf } = props
  const now = useStore(call)
  const { guest } = useStore(talk.stage)
  const shares = useStore(talk.sharing).get(parties.ownerUsername)
  const remote = useRemoteView(call)
  const isShown = now.phase !== 'waiting'
  return (
    <Stage>
      <TalkLayout talk={talk} kind="event">
        <div className={pair.pair} data-guest={guest ? 'on' : undefined}>
          <div className={pair.owner}>
            {isShown ? (
              <RemoteVideo
                view={remote}
                name={parties.ownerUsername}
                speakerId={null}
                fit="whole"
                shares={shares}
              />
            ) : (
              <Waiting now={now} parties={parties} />
            )}
          </div>
          <Guest {...{ call, talk, publisher, viewerShieldOf }} />
        </div>
        <StreamTop
          title={parties.title}
          clock={call.clock}
          watching={now.lurkers}
          leave={{ path: eventPath, label: t('Leave the event') }}
        >
          <p
            role="status"
            className={css.state}
            data-live={(isShown && now.connection === 'Connected') || undefined}
          >
            {isShown && now.connection === 'Connected' ? t('Live') : t(now.connection)}
          </p>
          {isShown && <OthersShare talk={talk} name={parties.ownerUsername} />}
        </StreamTop>
        <div className={css.shield}>{shield}</div>
        <div className={css.chat}>
          <RaiseHand stage={talk.stage} className={css.round} />
          <ChatButton talk={talk} className={css.round} />
        </div>
        <LateNote now={now} />
      </TalkLayout>
      <TimeAnnouncements clock={call.clock} />
      <Invitation
        stage={talk.stage}
        publisher={publisher}
        host={parties.ownerUsername}
        audience={now.lurkers}
      />
    </Stage>
  )
}
