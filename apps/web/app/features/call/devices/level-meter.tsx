import { useStore } from '../../../store/use-store.ts'
import css from './level-meter.module.css'
import type { MicLevel } from './mic-level.ts'

const BARS = 14
/** Speech close to a microphone measures about this much. */
const FULL_LEVEL = 0.35

/** What the microphone hears, as a row of bars. */
export function LevelMeter({ mic }: { mic: MicLevel }) {
  const { level } = useStore(mic)
  const lit = Math.ceil(Math.min(1, level / FULL_LEVEL) * BARS)
  return (
    <span className={css.meter} aria-hidden="true">
      {Array.from({ length: BARS }, (_, bar) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the bars never change places.
        <span key={bar} className={css.bar} data-lit={bar < lit || undefined} />
      ))}
    </span>
  )
}
