import { countdownText } from '@parley/contract/duration'
import { Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../language/text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { Call } from '../call.ts'
import type { CallSnapshot } from '../call-state.ts'
import { DeviceChoices } from '../device-choices.tsx'
import { ConnectionFound, cameraFinding, Findings, Found, microphoneFinding, useHeard } from '../findings.tsx'
import { LevelMeter } from '../level-meter.tsx'
import type { LocalMedia, LocalMediaSnapshot } from '../local-media.ts'
import { MediaHelp } from '../media-help.tsx'
import type { MicLevel } from '../mic-level.ts'
import { OwnPicture } from '../own-picture.tsx'
import { Stage } from '../stage.tsx'
import { useStore } from '../use-store.ts'
import { type AutoJoin, type AutoJoinSnapshot, createAutoJoin, JOINS_AFTER_SECONDS } from './auto-join.ts'
import css from './green-room.module.css'
import { useReadyToJoin } from './use-ready-to-join.ts'

export interface GreenRoomProps {
  call: Call
  media: LocalMedia
  mic: MicLevel
  title: string
  /** "Join", or "Go live" for the owner of an event. */
  action: 'Join' | 'Go live'
  /** Whose coming makes it join by itself; null where nobody need be there. */
  waitsFor: string | null
  /** ISO 8601; null for a call without a date. */
  startsAt: string | null
  onJoin: () => void
  back: { path: string; name: string }
}

/** What is going on, in one sentence. */
function sentenceOf(now: CallSnapshot, { waitsFor, startsAt }: GreenRoomProps): string {
  if (startsAt !== null && Date.parse(startsAt) > Date.now()) {
    const at = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' })
    return `It begins on ${at.format(new Date(startsAt))}. Nobody sees or hears you yet.`
  }
  if (waitsFor === null) return 'Nobody sees or hears you yet.'
  if (now.otherIsHere) return `@${waitsFor} is here. The clock starts when you have both joined.`
  const { totalCallTime, remainingCallTime } = now
  const left = totalCallTime === null ? '' : `${countdownText(remainingCallTime)} on the clock. `
  return `${left}It starts when you have both joined.`
}

interface ToggleProps {
  label: string
  state: 'on' | 'off'
  onClick: () => void
  children: ReactNode
}

function Toggle({ label, state, onClick, children }: ToggleProps) {
  return (
    <button
      type="button"
      className={css.toggle}
      data-state={state}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

function Preview({ media, devices }: { media: LocalMedia; devices: LocalMediaSnapshot }) {
  const camera = devices.videoAllowed ? devices.camera : 'off'
  const microphone = devices.audioAllowed ? devices.microphone : 'off'
  return (
    <div className={css.preview}>
      <OwnPicture media={devices} />
      <div className={css.toggles}>
        <Toggle
          label={microphone === 'on' ? t('Mute microphone') : t('Unmute microphone')}
          state={microphone}
          onClick={() => media.setMicrophone(microphone === 'on' ? 'off' : 'on')}
        >
          {microphone === 'on' ? <Mic aria-hidden="true" /> : <MicOff aria-hidden="true" />}
        </Toggle>
        <Toggle
          label={camera === 'on' ? t('Turn camera off') : t('Turn camera on')}
          state={camera}
          onClick={() => media.setCamera(camera === 'on' ? 'off' : 'on')}
        >
          {camera === 'on' ? <Video aria-hidden="true" /> : <VideoOff aria-hidden="true" />}
        </Toggle>
      </div>
    </div>
  )
}

/** What will happen, in a few words. */
function countText({ secondsLeft, isHeld }: AutoJoinSnapshot, props: GreenRoomProps): string {
  const { action, waitsFor, startsAt } = props
  if (isHeld) return `Press ${action} when you are ready.`
  if (secondsLeft !== null) return `${action === 'Join' ? 'Joining' : 'Going live'} in ${secondsLeft}`
  if (startsAt !== null && Date.parse(startsAt) > Date.now())
    return action === 'Join' ? 'Joins by itself when it begins.' : 'Goes live by itself when it begins.'
  return waitsFor === null ? '' : `Joins by itself once @${waitsFor} is here.`
}

function JoinBar({
  autoJoin,
  isAsking,
  ...props
}: GreenRoomProps & { autoJoin: AutoJoin; isAsking: boolean }) {
  const now = useStore(autoJoin)
  const { secondsLeft, isHeld } = now
  return (
    <div className={css.join}>
      <p role="status" className={css.count}>
        {secondsLeft !== null && (
          <Ring
            className={css.countRing}
            fraction={secondsLeft / JOINS_AFTER_SECONDS}
            weight={14}
            tone="ember"
          />
        )}
        {countText(now, props)}
      </p>
      <div className={css.actions}>
        {!isHeld && (
          <Button wide onClick={autoJoin.hold}>
            {t('Not yet')}
          </Button>
        )}
        <Button look="primary" wide disabled={isAsking} onClick={props.onJoin}>
          {secondsLeft === null ? props.action : `${props.action} now`}
        </Button>
      </div>
    </div>
  )
}

/** Before a call: the own picture and sound, the connection made ready, and nothing of it sent until Join. */
export function GreenRoom(props: GreenRoomProps) {
  const { call, media, mic, onJoin, back } = props
  const now = useStore(call)
  const devices = useStore(media)
  const heard = useHeard(mic)
  const [probe] = useState(() => () => call.roundTripMs())
  const [autoJoin] = useState(() => createAutoJoin(onJoin))
  const ready = useReadyToJoin({ now, devices, waitsFor: props.waitsFor, startsAt: props.startsAt })
  useEffect(() => {
    if (ready === 'ready') autoJoin.begin()
    else autoJoin.pause()
  }, [ready, autoJoin])
  useEffect(() => autoJoin.stop, [autoJoin])
  return (
    <Stage>
      <div className={css.room}>
        <Preview media={media} devices={devices} />
        <div className={css.side}>
          <div role="status" className={css.words}>
            <h1 className={css.title}>{props.title}</h1>
            <p className={css.sentence}>{sentenceOf(now, props)}</p>
          </div>
          {devices.phase === 'asking' ? (
            <p className={css.sentence}>{t('Allow camera and microphone when your browser asks.')}</p>
          ) : (
            <Findings>
              <Found finding={cameraFinding(devices)} />
              <Found finding={microphoneFinding(devices, heard)}>
                {devices.microphone === 'on' && devices.audioAllowed && <LevelMeter mic={mic} />}
              </Found>
              <ConnectionFound probe={probe} />
            </Findings>
          )}
          <MediaHelp media={media} devices={devices} />
          <details className={css.choices}>
            <summary>{t('Camera, microphone and sound')}</summary>
            <div className={css.choice}>
              <DeviceChoices media={media} devices={devices} />
            </div>
          </details>
          <ButtonLink look="quiet" to={back.path}>
            {back.name}
          </ButtonLink>
        </div>
        <JoinBar autoJoin={autoJoin} {...props} isAsking={devices.phase === 'asking'} />
      </div>
    </Stage>
  )
}
