import { msg, t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import type { LocalMedia, LocalMediaSnapshot } from './local-media.ts'
import css from './media-help.module.css'
import { browserPlace, helpFor, type MediaTrouble } from './permission-help.ts'

/** The problem to show: a refusal first, because it affects both devices. */
export function troubleNow({ camera, microphone, ...devices }: LocalMediaSnapshot): MediaTrouble | null {
  const video = camera === 'on' ? devices.videoTrouble : null
  const audio = microphone === 'on' ? devices.audioTrouble : null
  return video ?? audio
}

const HALF: Readonly<Partial<Record<MediaTrouble, Readonly<Record<'audio' | 'video', string>>>>> = {
  'no-device': { video: msg('No camera was found'), audio: msg('No microphone was found') },
  'in-use': {
    video: msg('Another program is using your camera'),
    audio: msg('Another program is using your microphone'),
  },
  unknown: {
    video: msg('Your camera could not be opened'),
    audio: msg('Your microphone could not be opened'),
  },
}

function titleOf(trouble: MediaTrouble, devices: LocalMediaSnapshot): string | undefined {
  if (devices.videoTrouble === devices.audioTrouble) return undefined
  return HALF[trouble]?.[devices.videoTrouble === trouble ? 'video' : 'audio']
}

/** Why camera or microphone are missing and what to do in this browser; nothing without a problem. */
export function MediaHelp({ media, devices }: { media: LocalMedia; devices: LocalMediaSnapshot }) {
  const trouble = troubleNow(devices)
  if (trouble === null || devices.phase !== 'answered') return null
  const { title, steps } = helpFor(trouble, browserPlace(navigator.userAgent))
  return (
    <section className={css.help}>
      <h2 className={css.title}>{t(titleOf(trouble, devices) ?? title)}</h2>
      <ol className={css.steps}>
        {steps.map(step => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
      <Button onClick={() => void media.requestAgain()}>{t('Try again')}</Button>
    </section>
  )
}
