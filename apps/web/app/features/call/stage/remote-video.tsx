import type { SharingState } from '@parley/contract/in-call/chat'
import { Volume2 } from 'lucide-react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import type { Store } from '../../../store/store.ts'
import { useStore } from '../../../store/use-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import { pixelReader, type VideoContent, watchVideo } from '../../../video/video-content.ts'
import css from './remote-video.module.css'

export type VideoFit = 'fill' | 'whole'

/** The other person's video, and whether it is black, for the stage around it. */
export interface RemoteView {
  /** Shows the stream from its first frame on, also before it is in the page; null on the server, which shows none. */
  video: HTMLVideoElement | null
  stream: MediaStream | null
  content: VideoContent
  onContent: (content: VideoContent) => void
}

function createVideo(): HTMLVideoElement {
  const video = document.createElement('video')
  video.dataset.testid = 'remote-video'
  video.className = css.video ?? ''
  video.playsInline = true
  video.autoplay = true
  // Until it is in the page.
  video.muted = true
  return video
}

/**
 * The video of a call's other person, for as long as the component is there. A browser needs time to connect a video
 * element with a stream, and drops the frames that come earlier: the stream has one before it has a frame, in the green
 * room for example, and the stage shows this element.
 */
export function useRemoteView(call: Store<{ otherStream: MediaStream | null }>): RemoteView {
  const { otherStream: stream } = useStore(call)
  const [video] = useState(() => (typeof document === 'undefined' ? null : createVideo()))
  const [content, onContent] = useState<VideoContent>('visible')
  // Before the effects of the stage, which begin to play it.
  useLayoutEffect(() => {
    if (!video) return
    video.srcObject = stream
    return () => {
      video.srcObject = null
    }
  }, [video, stream])
  return { video, stream, content, onContent }
}

export interface RemoteVideoProps {
  view: RemoteView
  name: string
  speakerId: string | null
  /** Of a camera's video; all of a shared screen is shown. */
  fit: VideoFit
  /** Whether a screen is sent instead of the camera, and whether it is paused; undefined while no message has come. */
  shares: SharingState | undefined
}

/** Starts a video with sound; answers whether the browser wants a touch first. */
async function playAloud(video: HTMLVideoElement): Promise<'playing' | 'blocked'> {
  video.muted = false
  try {
    await video.play()
    return 'playing'
  } catch (cause) {
    return cause instanceof Error && cause.name === 'NotAllowedError' ? 'blocked' : 'playing'
  }
}

/** The other person, filling the stage, with their sound. */
export function RemoteVideo({ view, name, speakerId, fit, shares }: RemoteVideoProps) {
  const { video, stream, content, onContent } = view
  const place = useRef<HTMLDivElement>(null)
  const [sound, setSound] = useState<'playing' | 'blocked'>('playing')
  useLayoutEffect(() => {
    if (!video) return
    place.current?.append(video)
    return () => video.remove()
  }, [video])
  useLayoutEffect(() => {
    if (!video) return
    video.ariaLabel = t('Video of @{name}', { name })
    video.dataset.fit = fit
    video.toggleAttribute('data-shared', shares === 'on')
  }, [video, name, fit, shares])
  useEffect(() => {
    if (!video || !stream) return
    let isCurrent = true
    void playAloud(video).then(outcome => {
      if (!isCurrent) return
      setSound(outcome)
      if (outcome === 'playing') return
      video.muted = true
      // A browser that plays nothing, not even without sound, shows the first frame.
      video.play().catch(() => undefined)
    })
    return () => {
      isCurrent = false
      video.muted = true
    }
  }, [video, stream])
  useEffect(() => {
    if (!video) return
    const watch = watchVideo(pixelReader(video))
    const unsubscribe = watch.subscribe(() => onContent(watch.getSnapshot().content))
    return () => {
      unsubscribe()
      watch.stop()
      onContent('visible')
    }
  }, [video, onContent])
  useEffect(() => {
    // A speaker that was unplugged: the browser continues with its default.
    if (video && 'setSinkId' in video) video.setSinkId(speakerId ?? '').catch(() => undefined)
  }, [video, speakerId])

  return (
    <>
      <div ref={place} style={{ display: 'contents' }} />
      {content === 'dark' && (
        <div className={css.dark}>
          <Portrait name={name} picture={null} sizes="160px" tone="quiet" className={css.portrait} />
          {shares !== 'paused' && <p>{t('@{name}’s camera is off', { name })}</p>}
        </div>
      )}
      {sound === 'blocked' && (
        <div className={css.blocked}>
          <Button
            variant="primary"
            icon={<Volume2 size={20} aria-hidden="true" />}
            onClick={() => {
              if (video) void playAloud(video).then(setSound)
            }}
          >
            {t('Tap to hear')}
          </Button>
        </div>
      )}
    </>
  )
}
