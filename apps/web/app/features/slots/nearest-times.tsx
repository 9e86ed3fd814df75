import type { Slot } from '@parley/contract'
import { t } from '../../language/text.ts'
import { classes } from '../../ui/classes.ts'
import css from './nearest-times.module.css'
import { zonedSlotText } from './slot-text.ts'

interface NearestTimesProps {
  slots: readonly Slot[]
  chosen: string | null
  onChoose: (start: string) => void
}

/** The free times nearest to one that somebody else took in between. They stay while one of them is chosen. */
export function NearestTimes({ slots, chosen, onChoose }: NearestTimesProps) {
  return (
    <section className={css.nearest} aria-label={t('Free times near it')} aria-live="polite">
      <p className={css.words}>
        {slots.length === 0 ? t('No free times at the moment') : t('These times are free:')}
      </p>
      <ul className={css.list}>
        {slots.map(({ start }) => (
          <li key={start}>
            <button
              type="button"
              className={classes(css.time, start === chosen && css.picked)}
              aria-pressed={start === chosen}
              onClick={() => onChoose(start)}
            >
              {zonedSlotText(start)}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
