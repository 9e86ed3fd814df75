import type { ExploreCard } from '@parley/contract/explore'
import { ExploreCardItem } from '../../features/explore/explore-card.tsx'
import { t } from '../../language/text.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { useCardShields } from '../explore/use-card-shields.tsx'
import { useOwnFound } from '../explore/use-own-found.ts'
import css from './on-now.module.css'

const FIRST = { q: '', category: null, page: 1 } as const

/**
 * The cards that the reader may see. The page is the same for everybody; a logged-in person's browser requests their
 * own results of Explore, and drops the cards of people whom a block separates from them. If that fails, they see no
 * card.
 */
function useOwnCards(cards: readonly ExploreCard[]) {
  const found = { count: cards.length, cards }
  const people = useOwnFound({ ...FIRST, kind: 'influencers' }, found)
  const events = useOwnFound({ ...FIRST, kind: 'events' }, found)
  const isOwn = people.foundFor === 'reader' && events.foundFor === 'reader'
  if (people.problem !== null || events.problem !== null) return { shown: [], foundFor: 'reader' }
  const seen = new Set([...people.cards, ...events.cards].map(cardId))
  const shown = isOwn ? cards.filter(card => seen.has(cardId(card))) : cards
  return { shown, foundFor: isOwn ? 'reader' : 'everybody' }
}

const cardId = (card: ExploreCard) => (card.kind === 'event' ? card.event.id : card.user.id)

/** The events that run or come next, and people to talk to; nothing while there are none. */
export function OnNow({ cards }: { cards: readonly ExploreCard[] }) {
  const { shown: found, foundFor } = useOwnCards(cards)
  const { isShown, shieldOf } = useCardShields()
  const shown = found.filter(isShown)
  if (shown.length === 0) return null
  const hasEvents = shown.some(card => card.kind === 'event')
  return (
    <section className={css.section} aria-labelledby="on-now">
      <div className={css.head}>
        <h2 id="on-now" className={css.title}>
          {hasEvents ? t('On now and soon') : t('People to talk to')}
        </h2>
        <ButtonLink to="/explore">{t('Explore all')}</ButtonLink>
      </div>
      <ul className={css.strip} data-found-for={foundFor}>
        {shown.map(card => (
          <ExploreCardItem key={cardId(card)} card={card} eager={false} shield={shieldOf(card)} />
        ))}
      </ul>
    </section>
  )
}
