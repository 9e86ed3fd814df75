import type { ExploreCard } from '@parley/contract/explore'
import { useState } from 'react'
import { personOfCard } from '../../features/explore/explore-card.tsx'
import { CardShield } from '../safety/card-shield.tsx'

const aboutOf = (card: ExploreCard) =>
  card.kind === 'event'
    ? ({ kind: 'event', id: card.event.slug } as const)
    : ({ kind: 'user', id: card.user.id } as const)

/** The shield of each card, for logged-in people, and whether the card is still shown: not after a block. */
export function useCardShields() {
  const [blockedIds, setBlocked] = useState<ReadonlySet<string>>(new Set())
  return {
    isShown: (card: ExploreCard) => !blockedIds.has(personOfCard(card).id),
    shieldOf(card: ExploreCard) {
      const person = personOfCard(card)
      const onBlocked = () => setBlocked(known => new Set([...known, person.id]))
      return <CardShield {...{ person, onBlocked }} about={aboutOf(card)} />
    },
  }
}
