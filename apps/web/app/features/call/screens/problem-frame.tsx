import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { Ring } from '../../../ui/ring.tsx'
import { Stage, StageCentre } from '../stage/stage.tsx'
import css from './screens.module.css'

export interface ProblemFrameProps {
  /** Marked for the catalogues. */
  title: string
  text: string
  /** The one way on. */
  children: ReactNode
}

/** What is wrong, in one sentence with one button. */
export function ProblemFrame({ title, text, children }: ProblemFrameProps) {
  return (
    <Stage>
      <StageCentre>
        <Ring className={css.problem} fraction={0.8} weight={7} tone="quiet" />
        <h1 className={css.title}>{t(title)}</h1>
        <p className={css.muted}>{t(text)}</p>
        <div className={css.action}>{children}</div>
      </StageCentre>
    </Stage>
  )
}
