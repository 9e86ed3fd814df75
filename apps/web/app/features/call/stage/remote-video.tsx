import type { SharingState } from '@parley/contract/in-call/chat'
import { Volume2 } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
import { Portrait } from '../../../ui/portrait.tsx'
import { pixelReader, type VideoContent, watchVideo } from '../../../video/video-content.ts'
import { useMediaStream } from '../devices/use-media-stream.ts'
import css from './remote-video.module.css'

export type VideoFit = 'fill' | 'whole'

/** The other person's video, and whether it is black, for the stage around it. */
export interface RemoteView {
  video: RefObject<HTMLVideoElement | null>
  content: VideoContent
  onContent: (content: VideoContent) => void
}

export function useRemoteView(): RemoteView {
  const video = useRef<HTMLVideoElement>(null)
  const [content, onContent] = useState<VideoContent>('visible')
  return { video, content, onContent }
}

export interface RemoteVideoProps {
  view: RemoteView
  stream: MediaStream | null
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
export function RemoteVideo({ view, stream, name, speakerId, fit, shares }: RemoteVideoProps) {
  const { video, content, onContent } = view
  const [sound, setSound] = useState<'playing' | 'blocked'>('playing')
  useMediaStream(video, stream)
  useEffect(() => {
    const element = video.current
    if (!element || !stream) return
    let isCurrent = true
    void playAloud(element).then(outcome => {
      if (!isCurrent) return
      setSound(outcome)
      if (outcome === 'playing') return
      element.muted = true
      // A browser that plays nothing, not even without sound, shows the first frame.
      element.play().catch(() => undefined)
    })
    return () => {
      isCurrent = false
    }
  }, [video, stream])
  useEffect(() => {
    if (!video.current) return
    const watch = watchVideo(pixelReader(video.current))
    const unsubscribe = watch.subscribe(() => onContent(watch.getSnapshot().content))
    return () => {
      unsubscribe()
      watch.stop()
      onContent('visible')
    }
  }, [video, onContent])
  useEffect(() => {
    const element = video.current
    // A speaker that was unplugged: the browser continues with its default.
    if (element && 'setSinkId' in element) element.setSinkId(speakerId ?? '').catch(() => undefined)
  }, [video, speakerId])

  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: a live conversation has no captions to offer. */}
      <video
        ref={video}
        data-testid="remote-video"
        data-fit={fit}
        data-shared={shares === 'on' || undefined}
        className={css.video}
        aria-label={t('Video of @{name}', { name })}
        playsInline
        autoPlay
      />
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
              if (video.current) void playAloud(video.current).then(setSound)
            }}
          >
            {t('Tap to hear')}
          </Button>
        </div>
      )}
    </>
  )
}
