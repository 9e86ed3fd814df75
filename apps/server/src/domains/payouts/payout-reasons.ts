import type { PayoutWaitCode } from '@parley/contract'

/** Why a payout has not gone out yet, as its person reads it. */
export const PAYOUT_REASONS: Record<PayoutWaitCode, string> = {
  release:
    'After a call its buyer has some time to complain; then it becomes yours, and goes out seven days later.',
  scheduled: 'It goes out seven days after it became yours.',
  no_account: 'Set up your payouts first, so that we know where to send it.',
  account_not_ready: 'Stripe still needs something from you before money can go out.',
  open_dispute: 'A buyer’s bank is disputing a payment to you. Payouts wait until that is settled.',
  open_problem:
    'Somebody said that something was wrong with a call of yours. Payouts wait until our staff have looked at it.',
  suspended: 'Your account is suspended. What you earned stays yours, and goes out afterwards.',
  below_minimum: 'It goes out together with the next earnings: it is too little to send alone.',
  debt: 'It covers what you owe from a sale that went back to its buyer.',
  provider_refused: 'Stripe could not send it. We keep trying.',
  sending: 'It is on its way to your account.',
}
