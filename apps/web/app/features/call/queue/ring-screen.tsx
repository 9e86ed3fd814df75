import type { ReactNode } from 'react'
import { Ring } from '../../../ui/ring.tsx'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'
import { SelfView } from '../devices/self-view.tsx'
import css from './ring-screen.module.css'
import { ScreenTitle } from './screen-title.tsx'

interface RingScreenProps {
  devices: LocalMediaSnapshot
  title: string
  sentence: string
  /** Below the sentence, which may change while the screen is shown. */
  state: string
  /** What can be done here. */
  children?: ReactNode
}

/** Full screen, before a fan meets the host: their own picture in the ring, and what happens now. */
export function RingScreen({ devices, title, sentence, state, children }: RingScreenProps) {
  return (
    <div className={css.screen}>
      <Ring className={css.ring} breathing weight={3} tone="ember" fraction={0.86}>
        <span className={css.face}>
          <SelfView media={devices} />
        </span>
      </Ring>
      <div className={css.words}>
        <ScreenTitle className={css.title}>{title}</ScreenTitle>
        <p className={css.sentence}>{sentence}</p>
        <p role="status" className={css.state}>
          {state}
        </p>
      </div>
      {children}
    </div>
  )
}
