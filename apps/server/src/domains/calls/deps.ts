import type { Core } from '../../core/core.ts'
import type { CallSubject } from '../requests/public.ts'
import type { Bus } from './bus.ts'
import type { VideoProvider } from './video-provider.ts'

/** What calls ask of requests; `begin` and `complete` are transactions of their own and may be repeated. */
export interface CallSubjects {
  find(key: { slug: string } | { requestId: string }): Promise<CallSubject | null>
  begin(requestId: string): Promise<void>
  complete(requestId: string): Promise<void>
}

export interface CallsDeps extends Core {
  video: VideoProvider
  subjects: CallSubjects
  bus: Bus
  isLoginStanding(loginId: string): Promise<boolean>
}

/** Topics of work that this domain leaves in the outbox. */
export const CALL_TOPICS = { timeUsed: 'calls.time-used' } as const
