import type { CallKeepsake } from '@parley/contract/live/keepsake'
import { useEffect, useState } from 'react'
import { api } from '../../../api/browser.ts'
import type { Call } from '../connection/call.ts'
import type { News } from '../connection/news.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { drawBoth } from './draw-both.ts'
import { CallKeepsakeStore } from './keepsake.ts'

interface InCall {
  /** The slug of a call, or the id of a turn's place. */
  id: string
  call: Call
  media: LocalMedia
  news: News
}

/** The keepsake of a call while its stage is shown. */
export function useCallKeepsake({ id, call, media, news }: InCall): CallKeepsakeStore {
  const [keepsake] = useState(
    () =>
      new CallKeepsakeStore({
        call: id,
        api: {
          get: path => api.get<CallKeepsake>(path),
          post: (path, body) => api.post<CallKeepsake>(path, body),
          delete: path => api.delete<CallKeepsake>(path),
        },
        draw: () => drawBoth(call.getSnapshot().otherStream, media.getSnapshot().stream),
        onMessage: listener =>
          news.subscribe(() => {
            const message = news.getSnapshot()
            if (message) listener(message)
          }),
      }),
  )
  useEffect(() => {
    keepsake.start()
    return () => keepsake.stop()
  }, [keepsake])
  return keepsake
}
