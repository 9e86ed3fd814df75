import type { ExploreCard } from '@parley/contract/explore'
import { personOfCard } from '../../features/explore/explore-card.tsx'
import { ExplorePage, type ExplorePageProps } from '../../features/explore/explore-page.tsx'
import { CardShield, useBlockedIds } from '../safety/card-shield.tsx'

const aboutOf = (card: ExploreCard) =>
  card.kind === 'event'
    ? ({ kind: 'event', id: card.event.slug } as const)
    : ({ kind: 'user', id: card.user.id } as const)

/** What was found, without the people whom the reader has blocked; each card has its shield. */
export function FoundPage({ cards, ...found }: Omit<ExplorePageProps, 'shieldOf'>) {
  const [blockedIds, addBlocked] = useBlockedIds()
  return (
    <ExplorePage
      {...found}
      cards={cards.filter(card => !blockedIds.has(personOfCard(card).id))}
      shieldOf={card => {
        const person = personOfCard(card)
        return <CardShield person={person} about={aboutOf(card)} onBlocked={() => addBlocked(person.id)} />
      }}
    />
  )
}
