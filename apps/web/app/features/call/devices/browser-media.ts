import { browserStorage } from '../../../store/browser-storage.ts'
import { alerts } from '../../../ui/alerts/alerts.ts'
import { canSendImages, openImage } from '../../../video/image-share.ts'
import { LocalMedia, type LocalMediaDeps } from './local-media.ts'
import { readChoice } from './sources/own-choices.ts'

/** This browser's own camera and microphone. */
export function browserMedia(begin: LocalMediaDeps['begin'] = {}): LocalMedia {
  return new LocalMedia({
    devices: navigator.mediaDevices,
    page: document,
    createStream: tracks => new MediaStream([...tracks]),
    ...(canSendImages() && { openImage: (file: Blob) => openImage(file) }),
    notify: words => alerts.message(words),
    begin: {
      noiseSuppression: readChoice(browserStorage(), 'noiseSuppression'),
      backgroundBlur: readChoice(browserStorage(), 'backgroundBlur'),
      ...begin,
    },
    warn: (words, cause) => console.warn(words, cause instanceof Error ? cause.name : ''),
  })
}
