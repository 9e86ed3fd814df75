import type { ReactNode } from 'react'
import type { LocalMediaSnapshot } from '../devices/local-media.ts'
import { SelfRing } from '../devices/self-view/self-ring.tsx'
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

/** Full screen, before a fan meets the host: their own video in the ring, and what happens now. */
export function RingScreen({ devices, title, sentence, state, children }: RingScreenProps) {
  return (
    <SelfRing
      devices={devices}
      size="medium"
      words={
        <>
          <ScreenTitle className={css.title}>{title}</ScreenTitle>
          <p className={css.sentence}>{sentence}</p>
          <p role="status" className={css.state}>
            {state}
          </p>
        </>
      }
    >
      {children}
    </SelfRing>
  )
}
