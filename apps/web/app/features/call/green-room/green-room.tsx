import { ChevronDown, Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { t } from '../../../language/text.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Ring } from '../../../ui/ring.tsx'
import type { Call } from '../call.ts'
import { DeviceChoices } from '../device-choices.tsx'
import { ConnectionFound, cameraFinding, Findings, Found, microphoneFinding, useHeard } from '../findings.tsx'
import { LevelMeter } from '../level-meter.tsx'
import type { LocalMedia, LocalMediaSnapshot } from '../local-media.ts'
import { MediaHelp } from '../media-help.tsx'
import type { MicLevel } from '../mic-level.ts'
import { OwnPicture } from '../own-picture.tsx'
import { SpeakerTrial } from '../speaker-trial.tsx'
import { Stage } from '../stage.tsx'
import { useStore } from '../use-store.ts'
import { type AutoJoin, createAutoJoin, JOINS_AFTER_SECONDS } from './auto-join.ts'
import css from './green-room.module.css'
import { actionNowText, actionText, countText, type JoinAction, sentenceOf } from './green-room-words.ts'
import { useReadyToJoin } from './use-ready-to-join.ts'

export interface GreenRoomProps {
  call: Call
  media: LocalMedia
  mic: MicLevel
  title: string
  action: JoinAction
  /** Whose coming makes it join by itself; null where nobody need be there. */
  waitsFor: string | null
  /** ISO 8601; null for a call without a date. */
  startsAt: string | null
  onJoin: () => void
  back: { path: string; name: string }
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
          {secondsLeft === null ? actionText(props.action) : actionNowText(props.action)}
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
            <summary>
              {t('Camera, microphone and sound')}
              <ChevronDown size={20} aria-hidden="true" className={css.arrow} />
            </summary>
            <div className={css.choice}>
              <DeviceChoices media={media} devices={devices}>
                <SpeakerTrial speakerId={devices.speakerId} />
              </DeviceChoices>
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
