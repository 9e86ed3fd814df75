import type { WhoWaits } from '@parley/contract'
import type { Person } from '../../../core/person.ts'
import { countOpenPrivate, openCallsOf } from '../../requests/public.ts'
import type { CallsDeps } from '../deps.ts'

/** Who waits in a call for this person, who is not there; and the number of open private requests. */
export async function whoWaits(deps: Pick<CallsDeps, 'db' | 'bus'>, person: Person): Promise<WhoWaits> {
  const calls = await openCallsOf(deps.db, person.id)
  const seen = await Promise.all(
    calls.map(async call => {
      const { entries } = await deps.bus.present(call.requestId)
      const isWaitedFor = entries.length > 0 && entries.every(entry => entry.personId !== person.id)
      if (!isWaitedFor) return []
      return [{ username: call.other, path: `/${call.isPerformer ? 'paidchat' : 'chat'}/${call.slug}` }]
    }),
  )
  return { open_private: await countOpenPrivate(deps.db, person), waiting: seen.flat() }
}
