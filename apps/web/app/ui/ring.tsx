import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import css from './ring.module.css'

export type RingTone = 'ember' | 'iris' | 'limegreen' | 'orange' | 'red' | 'quiet'

export interface RingProps {
  /** How much of the ring is drawn, 0 to 1. */
  fraction?: number
  tone?: RingTone
  /** The stroke width in hundredths of the ring's width. */
  weight?: number
  /** Slowly grows and shrinks while something loads. */
  breathing?: boolean
  className?: string | undefined
  children?: ReactNode
}

const RADIUS = 50

/** The brand's motif: a ring around content. It is decoration; a text beside it always states what it measures. */
export function Ring({
  fraction = 1,
  tone = 'ember',
  weight = 3,
  breathing,
  className,
  children,
}: RingProps) {
  const radius = RADIUS - weight / 2
  const length = 2 * Math.PI * radius
  const shown = Math.min(1, Math.max(0, fraction)) * length
  return (
    <div className={classes(css.ring, breathing && css.breathing, className)}>
      <svg viewBox="0 0 100 100" className={css.drawing} aria-hidden="true">
        <circle cx="50" cy="50" r={radius} className={css.track} strokeWidth={weight} />
        {/* Its round end would be a dot on an empty ring. */}
        {shown > 0 && (
          <circle
            cx="50"
            cy="50"
            r={radius}
            className={classes(css.arc, css[tone])}
            strokeWidth={weight}
            strokeDasharray={`${shown.toFixed(2)} ${length.toFixed(2)}`}
          />
        )}
      </svg>
      <div className={css.inside}>{children}</div>
    </div>
  )
}
