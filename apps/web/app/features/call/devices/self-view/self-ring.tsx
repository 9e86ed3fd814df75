import type { ReactNode } from 'react'
import { classes } from '../../../../ui/classes.ts'
import { Ring } from '../../../../ui/ring.tsx'
import type { LocalMediaSnapshot } from '../local-media.ts'
import css from './self-ring.module.css'
import { SelfView } from './self-view.tsx'

interface SelfRingProps {
  devices: LocalMediaSnapshot
  size: 'medium' | 'large'
  /** Beside the ring: what happens now. */
  words: ReactNode
  /** Below the words: what can be done here. */
  children?: ReactNode
}

/** Full screen: a person's own video in the breathing ring, and words. */
export function SelfRing({ devices, size, words, children }: SelfRingProps) {
  const isLarge = size === 'large'
  return (
    <div className={classes(css.screen, isLarge && css.large)}>
      <Ring className={css.ring} breathing weight={isLarge ? 2.4 : 3} tone="ember" fraction={0.86}>
        <span className={css.face}>
          <SelfView media={devices} />
        </span>
      </Ring>
      <div className={css.beside}>
        <div className={css.words}>{words}</div>
        {children}
      </div>
    </div>
  )
}
