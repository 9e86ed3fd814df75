import { data } from 'react-router'
import { publicDataContext } from '../contexts.server.ts'
import { eventHead } from '../features/share/page-head.server.ts'
import { t } from '../language/text.ts'
import { LiveEventPage } from '../pages/event/live-event-page.tsx'
import type { PageStart } from '../start/page-start.ts'
import type { Route } from './+types/live-event.ts'

export async function loader({ context, params }: Route.LoaderArgs) {
  const publicData = context.get(publicDataContext)
  const [event, version] = await Promise.all([
    publicData.event(params.slug),
    publicData.eventVersion(params.slug),
  ])
  const head = event && eventHead(event, publicData.site.origin, version ?? '')
  return data({ event, head }, event ? 200 : 404)
}

export const handle = { starts: 'used' } satisfies { starts: PageStart }

export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.head ?? [{ title: `${t('Live event')} · Parley` }, { name: 'robots', content: 'noindex' }]

export default function LiveEventRoute({ loaderData, params }: Route.ComponentProps) {
  return <LiveEventPage event={loaderData.event} slug={params.slug} />
}
