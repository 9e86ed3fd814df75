import { PAGE_SIZE_DEFAULT } from '@parley/contract/constants'
import { ExplorePage, type ExplorePageProps } from '../../features/explore/explore-page.tsx'
import { useCardShields } from './use-card-shields.tsx'
import { useOwnFound } from './use-own-found.ts'

type FoundPageProps = Pick<ExplorePageProps, 'search' | 'busy' | 'count' | 'cards'>

/** The reader's results, without people whom a block separates from them; each card has its shield. */
export function FoundPage({ search, busy, ...found }: FoundPageProps) {
  const { count, cards, foundFor, problem, refetch } = useOwnFound(search, found)
  const { isShown, shieldOf } = useCardShields()
  const shown = cards.filter(isShown)
  return (
    <ExplorePage
      {...{ search, busy, foundFor, problem, shieldOf, refetch }}
      count={count - (cards.length - shown.length)}
      pages={Math.ceil(count / PAGE_SIZE_DEFAULT)}
      cards={shown}
    />
  )
}
