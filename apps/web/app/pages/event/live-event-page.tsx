import type { LiveEvent } from '@parley/contract'
import { lazy, Suspense } from 'react'
import { useAuth } from '../../api/use-auth.ts'
import { LinkRescue } from '../../features/link-rescue/link-rescue.tsx'
import { EventView } from '../../features/live-events/event-view.tsx'
import { NoPlace, PlaceLine } from '../../features/live-events/place-line.tsx'
import { isBookable } from '../../features/live-events/places-text.ts'
import { useFreshEvent } from '../../features/live-events/use-fresh-event.ts'
import { BookActionWaiting, VisitorAction } from '../../features/requests/booking/book-action.tsx'
import { placeRule } from '../../features/requests/place-rule.ts'
import { t } from '../../language/text.ts'
import { PageBody } from '../../ui/page.tsx'
import { useLoginForReturn } from '../login/use-login-for-return.ts'
import { LiveEventNotPublic } from './live-event-not-public.tsx'
import { EventShare, PlaceWaiting } from './place-waiting.tsx'

const LiveEventOwner = lazy(() => import('./live-event-owner.tsx'))
const LiveEventMember = lazy(() => import('./live-event-member.tsx'))

interface LiveEventPageProps {
  /** Null for a visitor who may not see the event, or if there is none. */
  event: LiveEvent | null
  slug: string
}

/** An event, for its owner and for others. */
export function LiveEventPage({ event, slug }: LiveEventPageProps) {
  const auth = useAuth()
  useLoginForReturn()
  if (!event) return <LiveEventNotPublic key={slug} slug={slug} />
  return (
    <PageBody width="wide">
      <PublicEvent key={event.id} loaded={event} auth={auth} />
    </PageBody>
  )
}

function PublicEvent({ loaded, auth }: { loaded: LiveEvent; auth: ReturnType<typeof useAuth> }) {
  const fresh = useFreshEvent(loaded, 'public')
  const { event, news } = fresh
  if (auth.user) {
    const isOwner = auth.user.username === event.influencer.user.username
    const waiting = (
      <EventView
        event={event}
        panel={isOwner ? <BookActionWaiting /> : <PlaceWaiting event={event} />}
        viewer={isOwner ? 'owner' : 'other'}
      />
    )
    return (
      <Suspense fallback={waiting}>
        {isOwner ? <LiveEventOwner {...fresh} /> : <LiveEventMember {...fresh} user={auth.user} />}
      </Suspense>
    )
  }
  // The member's view has a notice of its own: one that shows while their account loads would jump.
  const isVisitor = auth.ready && auth.data === null
  const panel = isBookable(event) ? (
    <VisitorAction
      words={{ visitor: t('Sign up for live event'), member: t('Book event') }}
      before={<PlaceLine event={event} />}
      {...placeRule(event)}
      auth={auth}
    />
  ) : (
    <NoPlace event={event} />
  )
  return (
    <EventView
      event={event}
      news={news}
      panel={
        <>
          {isVisitor && <LinkRescue before="paying" act={event.format === 'queue' ? 'call' : 'watch'} />}
          {panel}
          <EventShare event={event} />
        </>
      }
    />
  )
}
