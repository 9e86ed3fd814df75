import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '../../language/text.ts'
import { IconButton } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classes } from '../../ui/classes.ts'
import { Ring } from '../../ui/ring.tsx'
import type { Step, StepName } from './checklist.ts'
import css from './onboarding-card.module.css'

export interface OnboardingCardProps {
  steps: readonly Step[]
  /** The link or button of a step. */
  actionFor: (step: StepName) => ReactNode
  onDismiss: () => void
  /** Further suggestions. */
  more?: ReactNode
}

/** The steps of a profile that is easy to find and to book; hidden when they are done or dismissed. */
export function OnboardingCard({ steps, actionFor, onDismiss, more }: OnboardingCardProps) {
  const done = steps.filter(step => step.done).length
  if (done === steps.length) return null
  return (
    <Card className={css.card} role="region" aria-labelledby="onboarding">
      <div className={css.top}>
        <Ring fraction={done / steps.length} weight={10} className={css.ring}>
          <span className={css.count} aria-hidden="true">
            {done}/{steps.length}
          </span>
        </Ring>
        <div>
          <h2 id="onboarding" className={css.heading}>
            {t('Ready for bookings')}
          </h2>
          <p className={css.muted}>{t('{done} of {total} done', { done, total: steps.length })}</p>
        </div>
        <IconButton label={t('Put the checklist away')} className={css.close} onClick={onDismiss}>
          <X size={20} aria-hidden="true" />
        </IconButton>
      </div>
      <ol className={css.steps}>
        {steps.map(step => (
          <li key={step.name} className={classes(css.step, step.done && css.done)}>
            <span className={css.mark} aria-hidden="true">
              {step.done && <Check size={16} />}
            </span>
            <span className={css.words}>
              <span className={css.title}>
                {step.title}
                {step.done && <span className="visually-hidden"> {t('(done)')}</span>}
              </span>
              {!step.done && <span className={css.muted}>{step.text}</span>}
            </span>
            {!step.done && <span className={css.action}>{actionFor(step.name)}</span>}
          </li>
        ))}
      </ol>
      {more && <div className={css.more}>{more}</div>}
    </Card>
  )
}
