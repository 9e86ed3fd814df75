import type { SharingState } from '@parley/contract/in-call/chat'
import type { CallKeepsake } from '@parley/contract/live/keepsake'
import { useEffect, useState } from 'react'
import { api } from '../../../api/browser.ts'
import type { Store } from '../../../store/store.ts'
import type { Call } from '../connection/call.ts'
import type { News } from '../connection/news.ts'
import type { LocalMedia } from '../devices/local-media.ts'
import { drawnOfCameras } from './both-seen.ts'
import { drawBoth } from './draw-both.ts'
import { CallKeepsakeStore } from './keepsake.ts'

interface InCall {
  /** The slug of a call, or the id of a turn's place. */
  id: string
  call: Call
  media: LocalMedia
  news: News
  /** Who shares a screen, by username. */
  sharing: Store<ReadonlyMap<string, SharingState>>
}

/** The keepsake of a call while its stage is shown. */
export function useCallKeepsake({ id, call, media, news, sharing }: InCall): CallKeepsakeStore {
  const [keepsake] = useState(
    () =>
      new CallKeepsakeStore({
        call: id,
        api: {
          get: path => api.get<CallKeepsake>(path),
          post: (path, body) => api.post<CallKeepsake>(path, body),
          delete: path => api.delete<CallKeepsake>(path),
        },
        draw: () =>
          drawnOfCameras(
            () => ({
              own: media.getSnapshot(),
              otherShares: sharing.getSnapshot().get(call.getSnapshot().otherUser),
            }),
            () => drawBoth(call.getSnapshot().otherStream, media.getSnapshot().stream),
          ),
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
