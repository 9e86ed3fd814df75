import { ChevronDown, Mic, MicOff, Video, VideoOff } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import type { Call } from '../connection/call.ts'
import { NO_WAY_FOR_VIDEO } from '../connection/call-state.ts'
import { DeviceChoices } from '../devices/device-choices.tsx'
import { ConnectionFound, DeviceFindings } from '../devices/findings.tsx'
import type { LocalMedia, LocalMediaSnapshot } from '../devices/local-media.ts'
import { MediaHelp, troubleNow } from '../devices/media-help.tsx'
import type { MicLevel } from '../devices/mic-level.ts'
import { SelfView } from '../devices/self-view/self-view.tsx'
import { sentOf, switchesOf } from '../devices/sent-media.ts'
import { SpeakerTrial } from '../devices/speaker-trial.tsx'
import room from '../stage/preview-room.module.css'
import { Stage } from '../stage/stage.tsx'
import css from './green-room.module.css'
import { actionText, type JoinAction, pressText, sentenceOf } from './green-room-words.ts'

export interface GreenRoomProps {
  call: Call
  media: LocalMedia
  mic: MicLevel
  title: string
  action: JoinAction
  /** The person who must join for the time to begin; null if nobody must. */
  waitsFor: string | null
  /** ISO 8601; null for a call without a date. */
  startsAt: string | null
  /** Whether no time counts while this person sends nothing. */
  needsMedia: boolean
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

/** Replaces the person's own video: one tap switches everything on. */
function TurnOn({ microphone, onPress }: { microphone: 'on' | 'off'; onPress: () => void }) {
  return (
    <div className={css.turnOn} data-theme="dark">
      <VideoOff size={26} aria-hidden="true" />
      <Button variant={microphone === 'off' ? 'primary' : 'secondary'} onClick={onPress}>
        {microphone === 'off' ? t('Turn on camera and microphone') : t('Turn on camera')}
      </Button>
    </div>
  )
}

/** One's own video before anybody sees it, with its two switches. */
export function Preview({ media, devices }: { media: LocalMedia; devices: LocalMediaSnapshot }) {
  const { camera, microphone } = switchesOf(devices)
  const preview = useRef<HTMLDivElement>(null)
  function turnOn() {
    // The pressed button goes away; the next Tab leads to the switches.
    preview.current?.focus()
    void media.turnOn()
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a video with two switches is no fieldset.
    <div
      ref={preview}
      role="group"
      aria-label={t('Camera and microphone')}
      tabIndex={-1}
      className={classes(room.preview, css.preview)}
    >
      {devices.camera === 'off' && devices.videoAllowed ? (
        <TurnOn microphone={microphone} onPress={turnOn} />
      ) : (
        <SelfView media={devices} />
      )}
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

/** Only a press of this button joins or goes live. */
function JoinBar({
  call,
  devices,
  action,
  needsMedia,
  onJoin,
}: GreenRoomProps & { devices: LocalMediaSnapshot }) {
  const isRequesting = devices.phase === 'requesting'
  const sent = sentOf(devices)
  const isUseless = action === 'go-live' && sent === 'nothing' && troubleNow(devices) === null
  return (
    <div className={room.bar}>
      <p role="status" className={room.hint}>
        {isRequesting ? '' : pressText(devices, { action, needsMedia })}
      </p>
      <Button
        variant={sent === 'nothing' ? 'secondary' : 'primary'}
        wide
        disabled={isRequesting || isUseless}
        onPointerDown={() => call.anticipate()}
        onClick={onJoin}
      >
        {actionText(action)}
      </Button>
    </div>
  )
}

/** Before a call: the person's own video and audio, a connection in advance, and nothing sent until Join. */
export function GreenRoom(props: GreenRoomProps) {
  const { call, media, mic, back } = props
  const now = useStore(call)
  const devices = useStore(media)
  const [probe] = useState(() => () => call.roundTripMs())
  return (
    <Stage>
      <div className={classes(room.room, css.room)}>
        <Preview media={media} devices={devices} />
        <div className={room.side}>
          <div role="status" className={css.words}>
            <h1 className={css.title}>{props.title}</h1>
            <p className={room.sentence}>{sentenceOf(now, props)}</p>
          </div>
          <DeviceFindings devices={devices} mic={mic} sentence={room.sentence}>
            <ConnectionFound probe={probe} trouble={now.isBlocked ? NO_WAY_FOR_VIDEO : null} />
          </DeviceFindings>
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
          <ButtonLink variant="quiet" to={back.path}>
            {back.name}
          </ButtonLink>
        </div>
        <JoinBar {...props} devices={devices} />
      </div>
    </Stage>
  )
}
