import { messages } from '@parley/contract/messages'
import { msg } from '../../../language/text.ts'
import type { Obstacle } from '../connection/admission.ts'
import type { CallRefusal } from '../connection/call-state.ts'

export type Problem = Obstacle | CallRefusal | 'unsupported'

/** In English. */
interface ProblemWords {
  title: string
  text: string
  /** What the one button does. */
  action: 'profile' | 'home' | 'retry' | 'take-over' | 'log-in' | 'rescue' | 'reload'
}

/** What a call page says when there is no call to show. */
export const problems: Readonly<Record<Problem, ProblemWords>> = {
  'invalid-type': {
    title: messages.invalidRequestType,
    text: msg('Only private and prepaid requests have a video call.'),
    action: 'home',
  },
  unpaid: {
    title: msg('This call has not been paid yet'),
    text: msg('Once it is paid, the call opens here.'),
    action: 'profile',
  },
  processing: {
    title: msg('The payment is still being processed'),
    text: msg('Once the bank has confirmed it, the call opens here.'),
    action: 'retry',
  },
  disputed: {
    title: msg('A bank disputes the payment of this call'),
    text: msg('Nobody can join the call until the bank has decided.'),
    action: 'profile',
  },
  unclaimed: {
    title: msg('Nobody has accepted this offer yet'),
    text: msg('The call opens as soon as somebody does.'),
    action: 'home',
  },
  forbidden: {
    title: msg('This call is between other people'),
    text: msg('Only the two people it was booked for can join it.'),
    action: 'home',
  },
  given: {
    title: msg('You gave this call to somebody else'),
    text: msg(
      'They attend it in your place. Until it begins you can take the invitation back where you booked it.',
    ),
    action: 'profile',
  },
  'not-found': {
    title: msg('There is no call here'),
    text: msg('The link may be incomplete, or the call belongs to another account.'),
    action: 'home',
  },
  failed: {
    title: msg('The call could not be loaded'),
    text: msg('Check your connection and try again.'),
    action: 'retry',
  },
  'logged-out': {
    title: messages.notLoggedIn,
    text: msg('Log in and you are back in the call.'),
    action: 'log-in',
  },
  age: {
    title: messages.birthDateNeeded,
    text: msg('Try again, and we ask you for it once more. Nobody sees it.'),
    action: 'retry',
  },
  replaced: {
    title: msg('This call is open somewhere else'),
    text: msg('You joined it in another tab or on another device.'),
    action: 'take-over',
  },
  'unknown-provider': {
    title: msg('This page is too old for the call'),
    text: msg('The call’s video needs a newer version of this page. Reload the page to join.'),
    action: 'reload',
  },
  unsupported: {
    title: msg('You cannot join the call here'),
    text: msg('Time counts only while you are both there.'),
    action: 'rescue',
  },
}
