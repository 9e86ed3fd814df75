import type { FieldErrors, PrepaidLinkInput, SessionRequest, WayOn } from '@parley/contract'
import { TERMS_VERSION } from '@parley/contract/call-money'
import { ERROR_CLEAR_MS } from '@parley/contract/constants'
import type { ApiClient } from '../../../api/client.ts'
import { ApiError, errorText } from '../../../api/errors.ts'
import { wayOnOf } from '../../../api/way-on.ts'
import { latestTimer } from '../../../store/latest-timer.ts'
import { createStore } from '../../../store/store.ts'

export interface PrepaidCreationSnapshot {
  sending: boolean
  errors: FieldErrors | null
  problem: string | null
  /** The next step after the refusal; such a problem stays until then. */
  wayOn: WayOn | null
}

export interface PrepaidCreationDeps {
  api: Pick<ApiClient, 'post'>
  pageUrl: () => string
  created: (request: SessionRequest) => void
  newKey: () => string
  setTimer: (work: () => void, delayMs: number) => unknown
}

const IDLE: PrepaidCreationSnapshot = { sending: false, errors: null, problem: null, wayOn: null }

/** Creates one prepaid request from one form, however often it is sent. */
export function createPrepaidCreation(deps: PrepaidCreationDeps) {
  const store = createStore(IDLE)
  const { set } = store
  const clearProblem = latestTimer(deps.setTimer)
  /** Kept while the same form is sent again: the server creates only one request for it. */
  let attempt: { key: string; form: string } | null = null

  function keyFor(link: PrepaidLinkInput): string {
    const form = JSON.stringify(link)
    if (attempt?.form !== form) attempt = { key: deps.newKey(), form }
    return attempt.key
  }

  return {
    subscribe: store.subscribe,
    getSnapshot: store.getSnapshot,
    async send(link: PrepaidLinkInput): Promise<void> {
      if (store.getSnapshot().sending) return
      set({ ...IDLE, sending: true })
      const body: PrepaidLinkInput = {
        ...link,
        request_type: 'prepaid',
        uuid: keyFor(link),
        terms_version: TERMS_VERSION,
        callback: deps.pageUrl(),
      }
      try {
        const request = await deps.api.post<SessionRequest>('/api/parley/prepaid-link/', body)
        attempt = null
        set(IDLE)
        deps.created(request)
      } catch (error) {
        const errors = error instanceof ApiError ? error.fields : null
        const wayOn = wayOnOf(error)
        set({ sending: false, errors, problem: errorText(error), wayOn })
        if (!wayOn)
          clearProblem(
            () => store.getSnapshot().wayOn ?? set({ errors: null, problem: null }),
            ERROR_CLEAR_MS,
          )
      }
    },
  }
}
export type PrepaidCreation = ReturnType<typeof createPrepaidCreation>
