import { PAGE_SIZE_DEFAULT } from '@parley/contract/constants'
import { data, useNavigation } from 'react-router'
import { publicDataContext } from '../contexts.server.ts'
import { explorePath, readSearch } from '../features/explore/explore-search.ts'
import { exploreHead } from '../features/share/page-head.server.ts'
import { t } from '../language/text.ts'
import { FoundPage } from '../pages/explore/found-page.tsx'
import type { PageStart } from '../start/page-start.ts'
import { PageBody } from '../ui/page.tsx'
import type { Route } from './+types/explore.ts'

export async function loader({ context, request }: Route.LoaderArgs) {
  const publicData = context.get(publicDataContext)
  const search = readSearch(new URL(request.url).searchParams)
  const { count, results } = await publicData.explore({
    q: search.q,
    kind: search.kind,
    page: search.page,
    page_size: PAGE_SIZE_DEFAULT,
    ...(search.category ? { category: search.category } : {}),
  })
  const head = exploreHead({ search, path: explorePath(search), results }, publicData.site.origin)
  return data({ search, count, cards: results, head })
}

export const handle = { starts: 'used' } satisfies { starts: PageStart }
export const meta = ({ loaderData }: Route.MetaArgs) =>
  loaderData?.head ?? [{ title: `${t('Explore')} · Parley` }]

export default function Explore({ loaderData }: Route.ComponentProps) {
  const { search, count, cards } = loaderData
  const { state, location } = useNavigation()
  const busy = state === 'loading' && location.pathname === '/explore'
  return (
    <PageBody width="wide">
      <FoundPage {...{ search, count, cards, busy }} />
    </PageBody>
  )
}
