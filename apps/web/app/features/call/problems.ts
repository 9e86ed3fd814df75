import { messages } from '@parley/contract/messages'
import type { Obstacle } from './admission.ts'
import type { CallRefusal } from './call-state.ts'

export type Problem = Obstacle | CallRefusal | 'unsupported'

interface ProblemWords {
  title: string
  text: string
  /** What the one button does. */
  action: 'profile' | 'home' | 'retry' | 'take-over' | 'log-in' | 'rescue'
}

/** What a call page says when there is no call to show. */
export const problems: Readonly<Record<Problem, ProblemWords>> = {
  'invalid-type': {
    title: messages.invalidRequestType,
    text: 'Only private and prepaid requests have a video call.',
    action: 'home',
  },
  unpaid: {
    title: 'This call has not been paid yet',
    text: 'Once it is paid, the call opens here.',
    action: 'profile',
  },
  unclaimed: {
    title: 'Nobody has accepted this offer yet',
    text: 'The call opens as soon as somebody does.',
    action: 'home',
  },
  forbidden: {
    title: 'This call is between other people',
    text: 'Only the two people it was booked for can join it.',
    action: 'home',
  },
  'not-found': {
    title: 'There is no call here',
    text: 'The link may be incomplete, or the call belongs to another account.',
    action: 'home',
  },
  failed: {
    title: 'The call could not be loaded',
    text: 'Check your connection and try again.',
    action: 'retry',
  },
  'logged-out': {
    title: messages.notLoggedIn,
    text: 'Log in and you are back in the call.',
    action: 'log-in',
  },
  replaced: {
    title: 'This call is open somewhere else',
    text: 'You joined it in another tab or on another device.',
    action: 'take-over',
  },
  unsupported: {
    title: 'This browser cannot do video calls',
    text: 'Open the call in one that can. No time passes meanwhile.',
    action: 'rescue',
  },
}
