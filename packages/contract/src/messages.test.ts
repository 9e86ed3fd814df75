import { expect, it } from 'vitest'
import { messages } from './messages.ts'

const QUOTED: Partial<typeof messages> = {
  loggedIn: 'Logged in',
  loginFailed: 'Login: failed. Try again',
  loginToContinue: 'login to continue',
  alreadyCreated: 'already created',
  userCreated: 'User successfully created',
  createAccount: 'Create an account',
  accountCreated: 'Account created',
  profileSaved: 'Profile Saved',
  requestSent: 'Session Request Sent',
  copied: 'copied!',
  paymentSucceeded: 'Payment succeeded!',
  paymentProcessing: 'Your payment is processing.',
  paymentUnsuccessful: 'Your payment was not successful, please try again.',
  paymentWrong: 'Something went wrong.',
  cardError: 'card error',
  unexpectedError: 'An unexpected error occurred',
  invalidRequestType: 'Invalid session request type',
  notLoggedIn: 'not logged in',
  noPaidSession: 'No paid session here',
  endCallTitle: 'End the session?',
  endCallText: 'You can get back here from the profile page',
  badLink: 'Oops! Looks like you followed a bad link',
  backHome: 'Back home',
  socketNotConnected: 'WebSocket is not connected',
}

it('sentences of the specification stand letter for letter', () => {
  expect(messages).toMatchObject(QUOTED)
})
