import { VideoOff } from 'lucide-react'
import { useRef } from 'react'
import { t } from '../../../../language/text.ts'
import { classes } from '../../../../ui/classes.ts'
import type { LocalMediaSnapshot } from '../local-media.ts'
import { useMediaStream } from '../use-media-stream.ts'
import css from './self-view.module.css'

/** Whether one's own camera is seen. */
function showsCamera({ stream, camera, sharing }: LocalMediaSnapshot): boolean {
  return (
    (camera === 'on' || sharing === 'on') &&
    sharing !== 'paused' &&
    (stream?.getVideoTracks().length ?? 0) > 0
  )
}

/** What is shown instead of a video that nobody sees. */
const offWords = ({ sharing }: LocalMediaSnapshot) => (sharing === 'paused' ? t('Paused') : t('Camera off'))

/** The same for the name of what shows it; null while one's own video is seen. */
export const unseenWords = (media: LocalMediaSnapshot) => (showsCamera(media) ? null : offWords(media))

/** One's own camera as in a mirror, or a sign that it is off. */
export function SelfView({ media }: { media: LocalMediaSnapshot }) {
  const video = useRef<HTMLVideoElement>(null)
  useMediaStream(video, media.stream)
  const isShown = showsCamera(media)
  return (
    <span className={css.own} data-theme="dark">
      <video
        ref={video}
        data-testid="local-video"
        data-sharing={media.sharing === 'on' || undefined}
        className={classes(css.video, media.facing === 'front' && css.mirrored)}
        hidden={!isShown}
        autoPlay
        playsInline
        muted
      />
      {!isShown && (
        <span className={css.off}>
          <VideoOff size={22} aria-hidden="true" />
          <span className={css.offWords}>{offWords(media)}</span>
        </span>
      )}
    </span>
  )
}
