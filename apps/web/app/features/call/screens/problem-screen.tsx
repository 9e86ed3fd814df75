import { messages } from '@parley/contract/messages'
import type { ReactNode } from 'react'
import { t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { AgainButton, isAgain, ProblemFrame } from './problem-frame.tsx'
import { type Problem, problems } from './problems.ts'

export interface ProblemScreenProps {
  problem: Problem
  influencerUsername: string | null
  onRetry: () => void
  /** The way to a browser that can do calls, shown where this one cannot. */
  rescue: ReactNode
}

function Action({ problem, influencerUsername, onRetry, rescue }: ProblemScreenProps) {
  const { action } = problems[problem]
  if (action === 'rescue') return rescue
  if (isAgain(action)) return <AgainButton action={action} onRetry={onRetry} />
  if (action === 'log-in') {
    return (
      <ButtonLink variant="primary" to={`/login?next=${encodeURIComponent(location.pathname)}`}>
        {t('Log in')}
      </ButtonLink>
    )
  }
  const isProfile = action === 'profile' && influencerUsername !== null
  return (
    <ButtonLink variant="primary" to={isProfile ? `/profile/${influencerUsername}` : '/'}>
      {isProfile ? t('Go to @{name}', { name: influencerUsername }) : t(messages.backHome)}
    </ButtonLink>
  )
}

/** Why there is no call, in one sentence with one button. */
export function ProblemScreen(props: ProblemScreenProps) {
  return (
    <ProblemFrame {...problems[props.problem]}>
      <Action {...props} />
    </ProblemFrame>
  )
}
