import { Ellipsis, Mic, MicOff, PhoneOff, PictureInPicture2, Video, VideoOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { useStore } from '../../../store/use-store.ts'
import { classes } from '../../../ui/classes.ts'
import type { MicLevel } from '../devices/mic-level.ts'
import { MicLoud } from '../devices/mic-loud.tsx'
import type { Talk } from '../talk/talk.ts'
import { ChatButton } from '../talk/talk-layout.tsx'
import css from './call-controls.module.css'

export interface CallControlsProps {
  microphone: 'on' | 'off'
  camera: 'on' | 'off'
  mic: MicLevel
  /** Absent where there is no chat. */
  talk?: Talk
  onMicrophone: (state: 'on' | 'off') => void
  onCamera: (state: 'on' | 'off') => void
  onMore: () => void
  onEnd: () => void
  /** Absent where the browser has no picture in picture, or nobody is seen yet. */
  onPictureInPicture?: (() => void) | undefined
}

interface ControlProps {
  label: string
  variant?: 'off' | 'end' | undefined
  onClick: () => void
  children: ReactNode
}

function Control({ label, variant, onClick, children }: ControlProps) {
  return (
    <button
      type="button"
      className={classes(css.control, variant && css[variant])}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  )
}

/** Says by its icon whether the microphone hears anything. */
function MicIcon({ mic }: { mic: MicLevel }) {
  const { voice } = useStore(mic)
  return (
    <span className={css.mic} data-testid="mic-icon" data-voice={voice}>
      {voice === 'loud' ? <MicLoud size={24} /> : <Mic size={24} aria-hidden="true" />}
    </span>
  )
}

/** Microphone, camera, chat, more and End, each 56 px, and 48 px on a phone. */
export function CallControls(props: CallControlsProps) {
  const isMuted = props.microphone === 'off'
  const isDark = props.camera === 'off'
  return (
    // biome-ignore lint/a11y/useSemanticElements: a row of buttons is no fieldset.
    <div role="group" aria-label={t('Call controls')} className={css.controls}>
      <Control
        label={isMuted ? t('Unmute microphone') : t('Mute microphone')}
        variant={isMuted ? 'off' : undefined}
        onClick={() => props.onMicrophone(isMuted ? 'on' : 'off')}
      >
        {isMuted ? <MicOff size={24} aria-hidden="true" /> : <MicIcon mic={props.mic} />}
      </Control>
      <Control
        label={isDark ? t('Turn camera on') : t('Turn camera off')}
        variant={isDark ? 'off' : undefined}
        onClick={() => props.onCamera(isDark ? 'on' : 'off')}
      >
        {isDark ? <VideoOff size={24} aria-hidden="true" /> : <Video size={24} aria-hidden="true" />}
      </Control>
      {props.onPictureInPicture && (
        <Control label={t('Picture in picture')} onClick={props.onPictureInPicture}>
          <PictureInPicture2 size={24} aria-hidden="true" />
        </Control>
      )}
      {props.talk && <ChatButton talk={props.talk} className={css.control} />}
      <Control label={t('More')} onClick={props.onMore}>
        <Ellipsis size={24} aria-hidden="true" />
      </Control>
      <Control label={t('End call')} variant="end" onClick={props.onEnd}>
        <PhoneOff size={24} aria-hidden="true" />
      </Control>
    </div>
  )
}
