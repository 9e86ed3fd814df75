import { countdownText } from '@parley/contract/duration'
import { Mic, MicOff, Shield, Video, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import type { CallSnapshot } from '../connection/call-state.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { SelfView } from '../devices/self-view/self-view.tsx'
import { switchesOf } from '../devices/sent-media.ts'
import { useMediaStream } from '../devices/use-media-stream.ts'
import type { ShownGuest } from '../talk/stage-store.ts'
import css from './guest-tile.module.css'
import { playAloud } from './play-aloud.ts'

/** From this remaining time on, the guest and the owner see a countdown. */
const LAST_MINUTE_SECONDS = 60

/** The guest's video and audio; no page plays the audio of a guest whom the owner muted. */
function GuestVideo({
  stream,
  guest,
  speakerId,
}: {
  stream: MediaStream
  guest: ShownGuest
  speakerId: string | null
}) {
  const video = useRef<HTMLVideoElement>(null)
  const { isMuted, username } = guest
  useMediaStream(video, stream)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another stream begins to play again.
  useEffect(() => {
    const element = video.current
    if (!element) return
    if (!isMuted) return playAloud(element, document)
    element.muted = true
    // A browser that plays nothing, not even without sound, shows the first frame.
    element.play().catch(() => undefined)
  }, [stream, isMuted])
  useEffect(() => {
    const element = video.current
    // A speaker that was unplugged: the browser continues with its default.
    if (element && 'setSinkId' in element) element.setSinkId(speakerId ?? '').catch(() => undefined)
  }, [speakerId])
  return (
    // biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions to offer.
    <video
      ref={video}
      data-testid="guest-video"
      className={css.video}
      aria-label={t('Video of @{name}', { name: username })}
      playsInline
      autoPlay
    />
  )
}

/** The remaining seconds on the stage, in the last minute; null before. */
function useLastMinute(endsMs: number): number | null {
  const left = () => Math.max(0, Math.ceil((endsMs - performance.now()) / 1000))
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 500)
    return () => clearInterval(timer)
  })
  return seconds <= LAST_MINUTE_SECONDS ? seconds : null
}

/** Counts the last minute down; a screen reader hears once that it has begun. */
export function LastMinute({ endsMs }: { endsMs: number }) {
  const seconds = useLastMinute(endsMs)
  return (
    <>
      <span role="status" className="visually-hidden">
        {seconds !== null && t('The last minute on the stage has begun')}
      </span>
      {seconds !== null && (
        <span className={css.left} data-testid="stage-left" aria-hidden="true">
          {t('{left} left', { left: countdownText(seconds) })}
        </span>
      )}
    </>
  )
}

function Name({ guest, children }: { guest: ShownGuest; children?: ReactNode }) {
  return (
    <p className={css.name}>
      {t('@{name}, guest', { name: guest.username })}
      {guest.isMuted && (
        <>
          <MicOff size={16} aria-hidden="true" />
          <span className="visually-hidden">{t('Muted by the host')}</span>
        </>
      )}
      {children}
    </p>
  )
}

interface GuestTileProps {
  guest: ShownGuest
  now: CallSnapshot
  /** Null for the default. */
  speakerId: string | null
  /** For the owner: the remaining time, and the actions on the guest. */
  left?: boolean
  /** For the other viewers: they want to report or block the guest. */
  onSafety?: () => void
  children?: ReactNode
}

/** The guest on the stage. A person whom the server does not name as the guest is not shown. */
export function GuestTile({ guest, now, speakerId, left, onSafety, children }: GuestTileProps) {
  const isThere = now.guest?.id === guest.id
  return (
    <section
      className={css.tile}
      data-owner={left || undefined}
      aria-label={t('On the stage: @{name}', { name: guest.username })}
    >
      {isThere && now.guest ? (
        <GuestVideo stream={now.guest.stream} {...{ guest, speakerId }} />
      ) : (
        <p className={css.coming}>{t('@{name} is coming on the stage', { name: guest.username })}</p>
      )}
      <Name guest={guest}>{left && <LastMinute endsMs={guest.endsMs} />}</Name>
      {onSafety && (
        <button
          type="button"
          className={`${css.round} ${css.safety}`}
          aria-label={t('Safety: @{name}', { name: guest.username })}
          onClick={onSafety}
        >
          <Shield size={20} aria-hidden="true" />
        </button>
      )}
      {children && <div className={css.actions}>{children}</div>}
    </section>
  )
}

interface OwnTileProps {
  guest: ShownGuest
  media: LocalMedia
  onLeave: () => void
}

/** The guest's own video on their own page, with the button to leave the stage. */
export function OwnTile({ guest, media, onLeave }: OwnTileProps) {
  const devices = useStore(media)
  const { camera, ...own } = switchesOf(devices)
  const microphone = guest.isMuted ? 'off' : own.microphone
  return (
    <section className={css.tile} aria-label={t('You are on the stage')}>
      <SelfView media={devices} />
      <p className={css.name}>
        {guest.isMuted ? t('The host has muted you') : t('You are on the stage')}
        <LastMinute endsMs={guest.endsMs} />
      </p>
      <div className={css.actions}>
        <button
          type="button"
          className={css.round}
          data-state={microphone}
          disabled={guest.isMuted}
          aria-label={microphone === 'on' ? t('Mute microphone') : t('Unmute microphone')}
          onClick={() => media.setMicrophone(microphone === 'on' ? 'off' : 'on')}
        >
          {microphone === 'on' ? (
            <Mic size={20} aria-hidden="true" />
          ) : (
            <MicOff size={20} aria-hidden="true" />
          )}
        </button>
        <button
          type="button"
          className={css.round}
          data-state={camera}
          aria-label={camera === 'on' ? t('Turn camera off') : t('Turn camera on')}
          onClick={() => media.setCamera(camera === 'on' ? 'off' : 'on')}
        >
          {camera === 'on' ? (
            <Video size={20} aria-hidden="true" />
          ) : (
            <VideoOff size={20} aria-hidden="true" />
          )}
        </button>
        <Button variant="danger" onClick={onLeave}>
          {t('Leave the stage')}
        </Button>
      </div>
    </section>
  )
}
