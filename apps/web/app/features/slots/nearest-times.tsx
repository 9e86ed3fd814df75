import type { Slot } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { useEffect, useRef } from 'react'
import { t } from '../../language/text.ts'
import { ProblemNote } from '../../ui/alerts/problem-note.tsx'
import { classes } from '../../ui/classes.ts'
import css from './nearest-times.module.css'
import slotButton from './slot-button.module.css'
import { useZonedSlotText } from './zoned-slot-text.ts'

interface NearestTimesProps {
  slots: readonly Slot[]
  chosen: string | null
  onChoose: (start: string) => void
}

/**
 * Says that somebody else took a time in between, and which free ones are nearest to it; it comes into view. All of it
 * stays while one of them is chosen: what is pressed does not move.
 */
export function NearestTimes({ slots, chosen, onChoose }: NearestTimesProps) {
  const zonedSlotText = useZonedSlotText()
  const place = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other times are new ones to read.
  useEffect(() => {
    place.current?.scrollIntoView?.({ block: 'nearest' })
  }, [slots])
  return (
    <section ref={place} className={css.nearest} aria-label={t('Free times near it')}>
      <ProblemNote>{t(messages.timeTaken)}</ProblemNote>
      <p>{slots.length === 0 ? t('No free times at the moment') : t('These times are free:')}</p>
      <ul className={css.list}>
        {slots.map(({ start }) => (
          <li key={start}>
            <button
              type="button"
              className={classes(slotButton.slot, start === chosen && slotButton.picked)}
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
