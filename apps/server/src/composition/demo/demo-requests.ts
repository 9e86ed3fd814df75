import type { Influencer, LiveEvent, SessionRequest } from '@parley/contract'
import type { DemoLogin } from '../../domains/profiles/public.ts'
import { DemoCaller } from './demo-caller.ts'

/**
 * Makes one request of each type once, paid and in a state worth looking at: a private call that was accepted, one that
 * waits for an answer, a prepaid link nobody has claimed, and an event with a place sold.
 */
export async function createDemoRequests(origin: string, logins: readonly DemoLogin[]): Promise<void> {
  const caller = new DemoCaller(origin)
  await Promise.all(logins.map(login => caller.logIn(login)))
  await bookCall(caller, { fan: 'fay-fan', influencer: 'nora-chess', answer: 'accept' })
  await bookCall(caller, { fan: 'finn-fan', influencer: 'otto-outfits', answer: 'wait' })
  await makePrepaidLink(caller, 'finn-fan')
  await sellPlace(caller, { fan: 'fay-fan', influencer: 'otto-outfits' })
}

const NOTES: Record<string, string> = {
  'nora-chess': 'I lost a rook ending last night and still do not see why. I bring the score sheet.',
  'otto-outfits': 'A wedding in October, outdoors. Is a brown suit brave or wrong?',
}

async function bookCall(
  caller: DemoCaller,
  { fan, influencer, answer }: { fan: string; influencer: string; answer: 'accept' | 'wait' },
): Promise<void> {
  const { main_session: offer } = await caller.send<Influencer>(fan, `/api/parley/${influencer}/`, {
    method: 'GET',
  })
  const path = `/api/parley/${influencer}/parley_request/`
  const request = await caller.post<SessionRequest>(fan, path, {
    ...offer,
    uuid: `demo-talk-${influencer}`,
    note: NOTES[influencer],
  })
  await caller.pay(fan, request)
  if (answer === 'wait' || request.state !== 'offered') return
  await caller.post(influencer, `/api/influencer/requests/${request.id}/accept/`, {})
}

async function makePrepaidLink(caller: DemoCaller, fan: string): Promise<void> {
  const link = await caller.post<SessionRequest>(fan, '/api/parley/prepaid-link/', {
    amount: '15.00',
    duration: 600,
    duration_display: 2,
    description: 'Ten minutes with somebody who knows good walks near the coast.',
    request_type: 'prepaid',
    uuid: 'demo-prepaid',
  })
  await caller.pay(fan, link)
}

async function sellPlace(
  caller: DemoCaller,
  { fan, influencer }: { fan: string; influencer: string },
): Promise<void> {
  const { virtual_events: events } = await caller.send<Influencer>(
    influencer,
    `/api/influencer/${influencer}/`,
    {
      method: 'PATCH',
      json: {
        virtual_event: {
          uuid: 'demo-event',
          title: 'Autumn wardrobe live',
          description: 'One hour, one rail of clothes, and your questions about what goes with what.',
          amount: '5.00',
          duration: 3600,
          duration_display: 2,
          capacity: 50,
        },
      },
    },
  )
  const event: LiveEvent | undefined = events[0]
  if (!event) return
  const place = await caller.post<SessionRequest>(fan, `/api/parley/${influencer}/live_event/`, {
    title: event.title,
    slug: event.slug,
    session_request: { amount: event.amount, uuid: 'demo-place' },
  })
  await caller.pay(fan, place)
}
