import { safeNextPath } from '@parley/contract/next-path'
import type { RouterContextProvider } from 'react-router'
import { publicDataContext } from '../../contexts.server.ts'
import { callSold, eventSold, purposeOf, type Sold } from '../../features/accounts/login-purpose.ts'

/**
 * The offer for which a person logs in or signs up; null without one. It is in the server's HTML, so that nothing moves
 * when React hydrates the page.
 */
export async function loadSold({
  context,
  request,
}: {
  context: Readonly<RouterContextProvider>
  request: Request
}): Promise<{ sold: Sold | null }> {
  const publicData = context.get(publicDataContext)
  const purpose = purposeOf(safeNextPath(new URL(request.url).searchParams.get('next')))
  if (purpose === null) return { sold: null }
  if (purpose.for === 'call') {
    const influencer = await publicData.influencer(purpose.username)
    return { sold: influencer && { for: 'call', influencer: callSold(influencer) } }
  }
  const event = await publicData.event(purpose.slug)
  return { sold: event && { for: 'event', event: eventSold(event) } }
}
