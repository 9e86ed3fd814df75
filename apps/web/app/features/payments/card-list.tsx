import type { CardIntent } from '@parley/contract'
import { CreditCard } from 'lucide-react'
import { msg, t } from '../../language/text.ts'
import { Button } from '../../ui/button.tsx'
import css from './card-list.module.css'
import { cardName } from './card-name.ts'

export interface CardListProps {
  cards: readonly CardIntent[]
  /** The card that is being removed. */
  removing: string | null
  onRemove: (card: CardIntent) => void
}

const expiry = (card: CardIntent) =>
  `${String(card.exp_month).padStart(2, '0')}/${String(card.exp_year % 100).padStart(2, '0')}`

/** Saved cards, each of which can be removed. */
export function CardList({ cards, removing, onRemove }: CardListProps) {
  return (
    <ul className={css.cards}>
      {cards.map(card => (
        <li key={card.id}>
          <CreditCard size={22} aria-hidden="true" />
          <div className={css.words}>
            <p className={css.name}>{cardName(card)}</p>
            <p className={css.facts}>
              {t(card.is_valid ? msg('Expires {date}') : msg('Expired {date}'), { date: expiry(card) })}
            </p>
          </div>
          <Button
            busy={removing === card.id}
            aria-label={t('Remove {card}', { card: cardName(card) })}
            onClick={() => onRemove(card)}
          >
            {t('Remove')}
          </Button>
        </li>
      ))}
    </ul>
  )
}
