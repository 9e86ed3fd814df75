import { PAGE_SIZE_DEFAULT } from '@parley/contract/constants'
import type { ExploreCard } from '@parley/contract/explore'
import { useState } from 'react'
import { personOfCard } from '../../features/explore/explore-card.tsx'
import { ExplorePage, type ExplorePageProps } from '../../features/explore/explore-page.tsx'
import { CardShield } from '../safety/card-shield.tsx'
import { useOwnFound } from './use-own-found.ts'

const aboutOf = (card: ExploreCard) =>
  card.kind === 'event'
    ? ({ kind: 'event', id: card.event.slug } as const)
    : ({ kind: 'user', id: card.user.id } as const)

type FoundPageProps = Pick<ExplorePageProps, 'search' | 'busy' | 'count' | 'cards'>

/** The reader's results, without people whom a block separates from them; each card has its shield. */
export function FoundPage({ search, busy, ...found }: FoundPageProps) {
  const { count, cards, foundFor, problem, refetch: askAgain } = useOwnFound(search, found)
  const [blockedIds, setBlocked] = useState<ReadonlySet<string>>(new Set())
  const shown = cards.filter(card => !blockedIds.has(personOfCard(card).id))
  return (
    <ExplorePage
      {...{ search, busy, foundFor, problem, refetch: askAgain }}
      count={count - (cards.length - shown.length)}
      pages={Math.ceil(count / PAGE_SIZE_DEFAULT)}
      cards={shown}
      shieldOf={card => {
        const person = personOfCard(card)
        const onBlocked = () => setBlocked(known => new Set([...known, person.id]))
        return <CardShield {...{ person, onBlocked }} about={aboutOf(card)} />
      }}
    />
  )
}
