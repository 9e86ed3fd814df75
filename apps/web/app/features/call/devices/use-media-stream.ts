import { type RefObject, useEffect } from 'react'

/** Shows a stream in a video element. */
export function useMediaStream(video: RefObject<HTMLVideoElement | null>, stream: MediaStream | null): void {
  useEffect(() => {
    if (video.current && video.current.srcObject !== stream) video.current.srcObject = stream
  }, [video, stream])
}
