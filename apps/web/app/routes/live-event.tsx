import type { LiveEvent } from '@parley/contract'
import { EVENT_MONEY_BACK_RULE } from '@parley/contract/live-events'
import { lazy, Suspense } from 'react'
import { data } from 'react-router'
import { useAuth } from '../api/use-auth.ts'
import { publicDataContext } from '../contexts.server.ts'
import { LinkRescue } from '../features/link-rescue/link-rescue.tsx'
import { EventView } from '../features/live-events/event-view.tsx'
import { NoPlace, PlaceLine } from '../features/live-events/place-line.tsx'
import { isBookable } from '../features/live-events/places-text.ts'
import { useFreshEvent } from '../features/live-events/use-fresh-event.ts'
import { BookActionWaiting, VisitorAction } from '../features/requests/booking/book-action.tsx'
import { eventHead } from '../features/share/page-head.server.ts'
import { t } from '../language/text.ts'
import { LiveEventNotPublic } from '../pages/event/live-event-not-public.tsx'
import { useLoginForReturn } from '../pages/login/use-login-for-return.ts'
import { PageBody } from '../ui/page.tsx'
import { ShareButton } from '../ui/share/share-button.tsx'
import type { Route } from './+types/live-event.ts'

const LiveEventOwner = lazy(() => import('../pages/event/live-event-owner.tsx'))
const LiveEventMember = lazy(() => import('../pages/event/live-event-member.tsx'))

export async function loader({ context, params }: Route.LoaderArgs) {
  const publicData = context.get(publicDataContext)
  const [event, version] = await Promise.all([
    publicData.event(params.slug),
    publicData.eventVersion(params.slug),
  ])
  const head = event && eventHead(event, publicData.site.origin, version ?? 0)
  return data({ event, head }, event ? 200 : 404)
}

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.head ?? [{ title: `${t('Live event')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function LiveEventPage({ loaderData, params }: Route.ComponentProps) {
  const auth = useAuth()
  useLoginForReturn()
  const { event } = loaderData
  if (!event) return <LiveEventNotPublic key={params.slug} slug={params.slug} />
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
    const waiting = <EventView event={event} panel={<BookActionWaiting />} />
    return (
      <Suspense fallback={waiting}>
        {isOwner ? (
          <LiveEventOwner {...fresh} />
        ) : (
          <LiveEventMember event={event} news={news} user={auth.user} />
        )}
      </Suspense>
    )
  }
  const panel = isBookable(event) ? (
    <VisitorAction
      words={{ visitor: t('Sign up for live event'), member: t('Book event') }}
      before={<PlaceLine event={event} />}
      ruleOf="event"
      moneyBackRule={t(EVENT_MONEY_BACK_RULE)}
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
          <LinkRescue before="paying" />
          {panel}
          <ShareButton path={`/live-event/${event.slug}`} title={event.title} event={event} />
        </>
      }
    />
  )
}
