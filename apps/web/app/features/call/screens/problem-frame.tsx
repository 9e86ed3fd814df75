import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { Button } from '../../../ui/button.tsx'
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

type AgainAction = 'retry' | 'take-over' | 'reload'
const AGAIN: readonly string[] = ['retry', 'take-over', 'reload'] satisfies AgainAction[]

/** Whether the button of a problem tries the same page again. */
export const isAgain = <A extends string>(action: A): action is A & AgainAction => AGAIN.includes(action)

/** The button that tries the same page again. */
export function AgainButton({ action, onRetry }: { action: AgainAction; onRetry: () => void }) {
  const isReload = action === 'reload'
  const name = { retry: t('Try again'), 'take-over': t('Use it here'), reload: t('Reload the page') }[action]
  return (
    <Button variant="primary" onClick={isReload ? () => location.reload() : onRetry}>
      {name}
    </Button>
  )
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
