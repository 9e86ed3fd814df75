export interface Decline {
  code: string
  declineCode: string
  message: string
}

/**
 * One of the cards Stripe publishes for testing (Stripe docs, "Test cards"); `name` is stored instead of the number.
 */
export interface TestCard {
  name: string
  number: string
  brand: 'visa' | 'mastercard' | 'amex' | 'discover' | 'diners' | 'jcb' | 'unionpay'
  funding: 'credit' | 'debit'
  country: string
  decline: Decline | null
  /** Whether a declining card is declined already when it is attached. */
  attach: 'as_charge' | 'always_works'
  challenge: 'never' | 'always' | 'unless_set_up' | 'only_on_session'
  refund: 'succeeds' | 'fails_later' | 'succeeds_later'
  disputeReason: string | null
  funds: 'pending' | 'available'
}

const PLAIN = {
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  decline: null,
  attach: 'as_charge',
  challenge: 'never',
  refund: 'succeeds',
  disputeReason: null,
  funds: 'pending',
} as const satisfies Partial<TestCard>

function card(name: string, number: string, differences: Partial<TestCard> = {}): TestCard {
  return { ...PLAIN, name, number, ...differences }
}

function declined(declineCode: string): Decline {
  return { code: 'card_declined', declineCode, message: 'Your card was declined.' }
}

function failing(code: string, message: string): Decline {
  return { code, declineCode: code, message }
}

const INSUFFICIENT_FUNDS: Decline = {
  ...declined('insufficient_funds'),
  message: 'Your card has insufficient funds.',
}

/** The names are those of Stripe's own tokens: `pm_card_{name}`. */
export const TEST_CARDS: readonly TestCard[] = [
  card('visa', '4242424242424242'),
  card('gb', '4000008260000000', { country: 'GB' }),
  card('visa_debit', '4000056655665556', { funding: 'debit' }),
  card('mastercard', '5555555555554444', { brand: 'mastercard' }),
  card('mastercard_2series', '2223003122003222', { brand: 'mastercard' }),
  card('mastercard_debit', '5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  card('amex', '378282246310005', { brand: 'amex' }),
  card('discover', '6011111111111117', { brand: 'discover' }),
  card('diners', '3056930009020004', { brand: 'diners' }),
  card('jcb', '3566002020360505', { brand: 'jcb' }),
  card('unionpay', '6200000000000005', { brand: 'unionpay' }),
  card('bypassPending', '4000000000000077', { funds: 'available' }),
  card('chargeDeclined', '4000000000000002', { decline: declined('generic_decline') }),
  card('chargeDeclinedInsufficientFunds', '4000000000009995', { decline: INSUFFICIENT_FUNDS }),
  card('chargeDeclinedLostCard', '4000000000009987', { decline: declined('lost_card') }),
  card('chargeDeclinedStolenCard', '4000000000009979', { decline: declined('stolen_card') }),
  card('chargeDeclinedExpiredCard', '4000000000000069', {
    decline: failing('expired_card', 'Your card has expired.'),
  }),
  card('chargeDeclinedIncorrectCvc', '4000000000000127', {
    decline: failing('incorrect_cvc', "Your card's security code is incorrect."),
  }),
  card('chargeDeclinedProcessingError', '4000000000000119', {
    decline: failing(
      'processing_error',
      'An error occurred while processing your card. Try again in a little bit.',
    ),
  }),
  card('chargeCustomerFail', '4000000000000341', {
    decline: declined('generic_decline'),
    attach: 'always_works',
  }),
  card('authenticationRequiredOnSetup', '4000002500003155', { challenge: 'unless_set_up' }),
  card('authenticationRequired', '4000002760003184', { challenge: 'always' }),
  card('threeDSecureRequired', '4000000000003220', { challenge: 'always' }),
  card('authenticationRequiredSetupForOffSession', '4000003800000446', { challenge: 'only_on_session' }),
  card('authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    challenge: 'always',
    decline: INSUFFICIENT_FUNDS,
    attach: 'always_works',
  }),
  card('createDispute', '4000000000000259', { disputeReason: 'fraudulent' }),
  card('createDisputeProductNotReceived', '4000000000002685', { disputeReason: 'product_not_received' }),
  card('refundFail', '4000000000005126', { refund: 'fails_later' }),
  card('pendingRefund', '4000000000007726', { refund: 'succeeds_later' }),
]

const BY_NUMBER = new Map(TEST_CARDS.map(one => [one.number, one]))
const BY_NAME = new Map(TEST_CARDS.map(one => [one.name, one]))

export function cardByNumber(number: string): TestCard | undefined {
  return BY_NUMBER.get(number.replaceAll(/[\s-]/g, ''))
}

export function cardByName(name: string): TestCard | undefined {
  return BY_NAME.get(name)
}

/** The card behind Stripe's published tokens: `pm_card_visa`, `tok_visa`, `pm_card_visa_chargeDeclined`. */
export function cardByToken(token: string): TestCard | undefined {
  const name = /^(?:pm_card|tok)_(.+)$/.exec(token)?.[1]
  if (name === undefined) return undefined
  return BY_NAME.get(name) ?? BY_NAME.get(name.replace(/^visa_/, ''))
}

/** Luhn's check digit, which distinguishes a mistyped number from a real card that must never be kept here. */
export function hasValidCheckDigit(number: string): boolean {
  const digits = number.replaceAll(/[\s-]/g, '')
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (const [index, digit] of [...digits].reverse().entries()) {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}
