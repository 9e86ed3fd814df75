import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { serverNowMs } from '../../../store/server-clock.ts'
import { useStore } from '../../../store/use-store.ts'
import { classes } from '../../../ui/classes.ts'
import type { BrowserCall } from '../connection/browser-call.ts'
import { hasBegun } from '../connection/call-clock.ts'
import type { CallSnapshot } from '../connection/call-state.ts'
import { areCamerasSent } from '../keepsake/both-seen.ts'
import { useCallKeepsake } from '../keepsake/browser-keepsake.ts'
import { KeepsakeBar, KeepsakeButton } from '../keepsake/keepsake-bar.tsx'
import type { Chat } from '../talk/chat.ts'
import { TalkLayout } from '../talk/talk-layout.tsx'
import css from './call-stage.module.css'
import { DeviceSheet } from './device-sheet.tsx'
import { EndCallSheet } from './end-call-sheet.tsx'
import { endWords } from './end-words.ts'
import { createIdle } from './idle.ts'
import { MovableSelfView } from './movable-self-view.tsx'
import { OwnControls } from './own-controls.tsx'
import { togglePictureInPicture } from './picture-in-picture.ts'
import { RemoteVideo, type RemoteView, type VideoFit } from './remote-video.tsx'
import share from './share.module.css'
import { OthersShare, OwnShare } from './share-bar.tsx'
import { Stage } from './stage.tsx'
import { TimeAnnouncements, TimeRing } from './time-ring.tsx'
import { WaitScreen } from './wait-screen.tsx'

export interface CallStageProps extends BrowserCall {
  startsAt: string | null
  endsAt: string | null
  remote: RemoteView
  onEnd: () => void
  /** What can be done about the other person when something is wrong. */
  shield: ReactNode
}

/**
 * Shows faded controls whenever the person touches, moves or types, and when a line comes that they have not read: the
 * number of such lines is on the button of the chat. While they wait (`isFading` is false) nothing
 * fades; the controls are the same elements before and after, so the focused one keeps the focus.
 */
function FadingStage({ isFading, chat, children }: { isFading: boolean; chat: Chat; children: ReactNode }) {
  const idle = useMemo(() => createIdle(), [])
  const { state } = useStore(idle)
  const { unread } = useStore(chat)
  const isIdle = isFading && state === 'idle'
  useEffect(() => {
    if (!isFading) return
    idle.poke()
    const events = ['pointerdown', 'pointermove', 'keydown', 'focusin'] as const
    for (const name of events) addEventListener(name, idle.poke)
    return () => {
      for (const name of events) removeEventListener(name, idle.poke)
      idle.stop()
    }
  }, [idle, isFading])
  useEffect(() => {
    if (isFading && unread > 0) idle.show()
  }, [idle, isFading, unread])
  // A touch that shows the controls must not press one that was invisible; a mouse shows them before.
  const wokeByTouch = useRef(false)
  return (
    <div
      className={isFading ? css.live : css.calm}
      data-idle={isIdle || undefined}
      onPointerDownCapture={event => {
        wokeByTouch.current = isFading && event.pointerType === 'touch' && idle.isTouchWaking()
      }}
      onClickCapture={event => {
        if (wokeByTouch.current) event.stopPropagation()
        wokeByTouch.current = false
      }}
    >
      {children}
    </div>
  )
}

function Connection({ call }: { call: CallSnapshot }) {
  const isReconnecting = call.phase === 'reconnecting' || call.connection === 'Reconnecting'
  return (
    <p role="status" className={css.connection} data-trouble={call.connection !== 'Connected' || undefined}>
      {t(isReconnecting && !call.isBlocked ? 'Reconnecting' : call.connection)}
    </p>
  )
}

/** The call itself, before and while the other person is there: their video, the time, the controls. */
export function CallStage({
  call,
  media,
  mic,
  talk,
  news,
  id,
  startsAt,
  endsAt,
  remote,
  onEnd,
  shield,
}: CallStageProps) {
  const now = useStore(call)
  const keepsake = useCallKeepsake({ id, call, media, news, sharing: talk.sharing })
  const clock = useStore(call.clock)
  const devices = useStore(media)
  const otherShares = useStore(talk.sharing).get(now.otherUser)
  const [fit, setFit] = useState<VideoFit>('fill')
  const [open, setOpen] = useState<'end' | 'devices' | null>(null)
  const isTogether = now.phase !== 'waiting'
  const canRequest =
    hasBegun(clock) && areCamerasSent({ own: devices, otherShares }) && remote.content === 'visible'
  const onOpenChange = (isOpen: boolean) => {
    if (!isOpen) setOpen(null)
  }
  const controls = (
    <OwnControls
      media={media}
      mic={mic}
      talk={talk}
      onOpen={setOpen}
      onPictureInPicture={isTogether ? togglePictureInPicture(remote.video) : undefined}
    />
  )
  return (
    <Stage>
      <TalkLayout talk={talk} kind="call">
        <FadingStage isFading={isTogether} chat={talk.chat}>
          {isTogether ? (
            <>
              <RemoteVideo
                view={remote}
                name={now.otherUser}
                speakerId={devices.speakerId}
                fit={fit}
                shares={otherShares}
              />
              <header className={classes(css.top, share.beside)}>
                <TimeRing clock={call.clock} />
                <h1 className={css.name} translate="no">
                  @{now.otherUser}
                </h1>
                <Connection call={now} />
                <OthersShare talk={talk} name={now.otherUser} />
              </header>
              {now.phase === 'reconnecting' && <div className={css.veil} />}
              <OwnShare media={media} />
              <MovableSelfView media={devices} />
            </>
          ) : (
            <WaitScreen
              call={now}
              media={devices}
              mic={mic}
              startsAt={startsAt}
              onTurnOn={() => void media.turnOn()}
            />
          )}
          <div className={css.shield}>
            {shield}
            {isTogether && (
              <KeepsakeButton keepsake={keepsake} name={now.otherUser} canRequest={canRequest} />
            )}
          </div>
          {isTogether && <KeepsakeBar keepsake={keepsake} name={now.otherUser} />}
          {controls}
        </FadingStage>
      </TalkLayout>
      <TimeAnnouncements clock={call.clock} />
      <DeviceSheet
        open={open === 'devices'}
        onOpenChange={onOpenChange}
        media={media}
        mic={mic}
        fit={fit}
        onFit={setFit}
      />
      <EndCallSheet
        open={open === 'end'}
        onOpenChange={onOpenChange}
        money={open === 'end' ? endWords(now, { nowMs: serverNowMs(), isLive: clock.isLive, endsAt }) : null}
        onEnd={onEnd}
      />
    </Stage>
  )
}
