import type { CardForm } from '@parley/contract'
import { RichText } from '../../language/rich-text.tsx'
import { msg, t } from '../../language/text.ts'
import css from './test-cards.module.css'

/** Stripe's published test cards (docs.stripe.com/testing). */
const CARDS = [
  { number: '4242 4242 4242 4242', does: msg('pays') },
  { number: '4000 0000 0000 0002', does: msg('is declined') },
  { number: '4000 0025 0000 3155', does: msg('asks for a challenge') },
] as const

/** Says that no real money is used, and fills in a test card with one tap. */
export function TestCards({ onUse }: { onUse: (card: CardForm) => void }) {
  const nextYear = String((new Date().getFullYear() + 2) % 100).padStart(2, '0')
  return (
    <div className={css.notice}>
      <p>
        <RichText
          text="<strong>No real money moves here.</strong> Only test cards work, with any name, zip and CVV and a date to come:"
          parts={{ strong: words => <strong>{words}</strong> }}
        />
      </p>
      <ul className={css.list}>
        {CARDS.map(({ number, does }) => (
          <li key={number}>
            <button
              type="button"
              className={css.card}
              onClick={() =>
                onUse({
                  cardNumber: number,
                  name: t('Test Person'),
                  date: `12/${nextYear}`,
                  zip: 'SW1A 1AA',
                  cvv: '123',
                })
              }
            >
              <span className={css.number}>{number}</span> <span className={css.does}>{t(does)}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
