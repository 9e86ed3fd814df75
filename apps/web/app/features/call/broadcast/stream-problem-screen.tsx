import { messages } from '@parley/contract/messages'
import type { ReactNode } from 'react'
import { msg, t } from '../../../language/text.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { CallRefusal } from '../connection/call-state.ts'
import { AgainButton, isAgain, ProblemFrame } from '../screens/problem-frame.tsx'
import type { StreamObstacle } from './stream-admission.ts'

type StreamProblem = StreamObstacle | CallRefusal | 'unsupported'

/** In English. */
interface ProblemWords {
  title: string
  text: string
  action: 'event' | 'home' | 'retry' | 'take-over' | 'log-in' | 'reload' | 'rescue'
}

const problems: Readonly<Record<StreamProblem, ProblemWords>> = {
  'no-place': {
    title: msg('You have no place at this event'),
    text: msg('Book one, and you can watch it here.'),
    action: 'event',
  },
  'sold-out': {
    title: msg('You have no place, and all are taken'),
    text: msg('A place that is not paid in 15 minutes is free again: the event’s page shows it.'),
    action: 'event',
  },
  unpaid: {
    title: msg('Your place has not been paid yet'),
    text: msg('Once it is paid, you can watch the event here.'),
    action: 'event',
  },
  processing: {
    title: msg('The payment of your place is still being processed'),
    text: msg('Once the bank has confirmed it, you can watch the event here.'),
    action: 'retry',
  },
  disputed: {
    title: msg('Your bank disputes the payment of your place'),
    text: msg('You can watch the event here if the bank decides in time that it stays paid.'),
    action: 'event',
  },
  forbidden: {
    title: msg('You cannot watch this event'),
    text: msg('Only its owner can, and people with a paid place whom the host has not removed.'),
    action: 'event',
  },
  'not-found': {
    title: msg('There is no event here'),
    text: msg('The link may be incomplete.'),
    action: 'home',
  },
  failed: {
    title: msg('The event could not be loaded'),
    text: msg('Check your connection and try again.'),
    action: 'retry',
  },
  'logged-out': {
    title: messages.notLoggedIn,
    text: msg('Log in and you are back at the event.'),
    action: 'log-in',
  },
  age: {
    title: messages.birthDateNeeded,
    text: msg('Try again, and we ask you for it once more. Nobody sees it.'),
    action: 'retry',
  },
  replaced: {
    title: msg('This event is open somewhere else'),
    text: msg('You opened it in another tab or on another device.'),
    action: 'take-over',
  },
  'unknown-provider': {
    title: msg('This page is too old for the event'),
    text: msg('The event’s video needs a newer version of this page. Reload the page to watch.'),
    action: 'reload',
  },
  unsupported: {
    title: msg('You cannot join the event here'),
    text: msg('This page has no way to show or to send video.'),
    action: 'rescue',
  },
}

export interface StreamProblemScreenProps {
  problem: StreamProblem
  eventPath: string
  onRetry: () => void
  /** The way to a browser that can show events, shown where this one cannot. */
  rescue?: ReactNode
}

function Action({ problem, eventPath, onRetry, rescue }: StreamProblemScreenProps) {
  const { action } = problems[problem]
  if (action === 'rescue') return rescue
  if (isAgain(action)) return <AgainButton action={action} onRetry={onRetry} />
  const to = {
    event: eventPath,
    home: '/',
    'log-in': `/login?next=${encodeURIComponent(location.pathname)}`,
  }[action]
  const words = { event: t('Go to the event'), home: t(messages.backHome), 'log-in': t('Log in') }[action]
  return (
    <ButtonLink variant="primary" to={to}>
      {words}
    </ButtonLink>
  )
}

/** Why there is no event to watch, in one sentence with one button. */
export function StreamProblemScreen(props: StreamProblemScreenProps) {
  return (
    <ProblemFrame {...problems[props.problem]}>
      <Action {...props} />
    </ProblemFrame>
  )
}
