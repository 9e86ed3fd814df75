import { countdownText } from '@parley/contract/duration'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { errorText } from '../../../api/errors.ts'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { classes } from '../../../ui/classes.ts'
import type { StreamParties } from '../broadcast/stream-admission.ts'
import { MediaHelp } from '../devices/media-help.tsx'
import { areCamerasSent } from '../keepsake/both-seen.ts'
import { useCallKeepsake } from '../keepsake/browser-keepsake.ts'
import { KeepsakeBar, KeepsakeButton } from '../keepsake/keepsake-bar.tsx'
import stage from '../stage/call-stage.module.css'
import { EndCallSheet } from '../stage/end-call-sheet.tsx'
import { MovableSelfView } from '../stage/movable-self-view.tsx'
import { OwnControls } from '../stage/own-controls.tsx'
import { RemoteVideo, useRemoteView } from '../stage/remote-video.tsx'
import share from '../stage/share.module.css'
import { OthersShare, OwnShare } from '../stage/share-bar.tsx'
import { Stage } from '../stage/stage.tsx'
import { TimeAnnouncements, TimeRing } from '../stage/time-ring.tsx'
import { TalkLayout } from '../talk/talk-layout.tsx'
import type { BrowserQueue } from './browser-queue.ts'
import { endTurnMoney, leaveMoney } from './line-words.ts'
import type { QueueSnapshot } from './queue-session.ts'
import { RingScreen } from './ring-screen.tsx'
import { ScreenTitle } from './screen-title.tsx'
import { TurnSettings } from './turn-settings.tsx'

export type Turn = NonNullable<QueueSnapshot['turn']>

interface FanTurnProps {
  queue: BrowserQueue
  turn: Turn
  parties: StreamParties
  shield: ReactNode
}

/** Full screen, before the two see each other: who calls, and what happens now. */
function Called({ queue, turn }: Pick<FanTurnProps, 'queue' | 'turn'>) {
  const devices = useStore(queue.media)
  const { connection } = useStore(turn.call)
  return (
    <RingScreen
      devices={devices}
      title={t('It is your turn!')}
      sentence={t('@{name} is waiting for you. Your time starts when you see each other.', {
        name: turn.other,
      })}
      state={t(connection)}
    >
      <MediaHelp media={queue.media} devices={devices} />
    </RingScreen>
  )
}

/** A fan's turn: the host fills the stage, with the time, one's own video and End Call. */
export function FanTurn({ queue, turn, parties, shield }: FanTurnProps) {
  const { media, mic, news } = queue
  const { call } = turn
  const talk = queue.talks.of(turn.place)
  const keepsake = useCallKeepsake({ id: turn.place, call, media, news, sharing: queue.sharing })
  const now = useStore(call)
  const devices = useStore(media)
  const { shown } = useStore(queue.call)
  const otherShares = useStore(queue.sharing).get(turn.other)
  const remote = useRemoteView(call)
  const [open, setOpen] = useState<'end' | 'devices' | null>(null)
  const isTogether = now.phase === 'live' || now.phase === 'reconnecting'
  const canRequest =
    turn.state === 'in_turn' && areCamerasSent({ own: devices, otherShares }) && remote.content === 'visible'
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) setOpen(null)
  }
  const left = now.totalCallTime === null ? null : countdownText(now.remainingCallTime)
  const end = () => {
    setOpen(null)
    queue.call.endCall().catch(error => alerts.error(errorText(error)))
  }
  return (
    <Stage>
      <p aria-live="assertive" className="visually-hidden">
        {isTogether ? t('You see @{name} now.', { name: turn.other }) : t('It is your turn!')}
      </p>
      <TalkLayout talk={talk} kind="call">
        {isTogether ? (
          <div className={stage.live}>
            <RemoteVideo
              view={remote}
              name={turn.other}
              speakerId={devices.speakerId}
              fit="fill"
              shares={otherShares}
            />
            <header className={classes(stage.top, share.beside)}>
              <TimeRing clock={call.clock} />
              <ScreenTitle className={stage.name}>@{turn.other}</ScreenTitle>
              <p
                role="status"
                className={stage.connection}
                data-trouble={now.connection !== 'Connected' || undefined}
              >
                {t(now.connection)}
              </p>
              <OthersShare talk={queue} name={turn.other} />
            </header>
            {now.phase === 'reconnecting' && <div className={stage.veil} />}
            <OwnShare media={media} />
            <MovableSelfView media={devices} />
          </div>
        ) : (
          <Called queue={queue} turn={turn} />
        )}
        <div className={stage.shield}>
          {shield}
          {isTogether && <KeepsakeButton keepsake={keepsake} name={turn.other} canRequest={canRequest} />}
        </div>
        {isTogether && <KeepsakeBar keepsake={keepsake} name={turn.other} />}
        <OwnControls media={media} mic={mic} talk={talk} onOpen={setOpen} />
      </TalkLayout>
      <TimeAnnouncements clock={call.clock} />
      <TurnSettings open={open === 'devices'} {...{ onOpenChange, media, mic, isTogether }} />
      <EndCallSheet
        open={open === 'end'}
        onOpenChange={onOpenChange}
        money={
          turn.state === 'called' && shown?.you ? leaveMoney(shown.you, parties.amount) : endTurnMoney(left)
        }
        onEnd={end}
      />
    </Stage>
  )
}
