import type { SessionRequest } from '@parley/contract'
import type { RequestsDeps } from './deps.ts'
import { presentRequests } from './present-request.ts'
import { listRequests, type NamedRequest } from './store.ts'

const EVERYTHING = { page: 1, page_size: 100_000 }

/** Every request somebody made or was asked for, as it stands, without the payment's secrets. */
export async function requestsHeldOn(
  deps: RequestsDeps,
  userId: string,
): Promise<{ made: SessionRequest[]; received: SessionRequest[] }> {
  const shown = async (requests: NamedRequest[]) =>
    presentRequests(deps, deps.db, { requests, viewerId: null })
  const made = await listRequests(deps.db, { buyerId: userId }, EVERYTHING)
  const received = await listRequests(deps.db, { influencerId: userId }, EVERYTHING)
  return { made: await shown(made.rows), received: await shown(received.rows) }
}
