/** Opens and closes the small window of a video; undefined where the browser has none. */
export function togglePictureInPicture(video: HTMLVideoElement | null): (() => void) | undefined {
  if (!document.pictureInPictureEnabled) return undefined
  return () => {
    // Refused while nothing has been decoded yet: pressing again does it.
    const done = document.pictureInPictureElement
      ? document.exitPictureInPicture()
      : video?.requestPictureInPicture()
    // A browser may refuse the small window; the video stays in the page.
    done?.catch(() => undefined)
  }
}
