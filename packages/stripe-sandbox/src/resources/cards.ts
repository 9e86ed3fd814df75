import { CARD_COUNTRIES } from './card-countries.ts'

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
  funding: 'credit' | 'debit' | 'prepaid'
  country: string
  decline: Decline | null
  /** Whether a declining card is declined already when it is attached. */
  attach: 'as_charge' | 'always_works'
  challenge: 'never' | 'always' | 'unless_set_up' | 'only_on_session'
  refund: 'succeeds' | 'fails_later' | 'succeeds_later'
  disputeReason: string | null
  /** `inquiry`: the bank asks first, and moves no money. */
  disputeBegins: 'dispute' | 'inquiry'
  /** The kind of fraud of which the issuer warns after the payment. */
  fraudWarning: string | null
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
  disputeBegins: 'dispute',
  fraudWarning: null,
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

const VELOCITY: Decline = {
  ...declined('card_velocity_exceeded'),
  message:
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
}
const INCORRECT_CVC = failing('incorrect_cvc', "Your card's security code is incorrect.")

/**
 * The names are those of Stripe's own tokens: `pm_card_{name}`. Where Stripe has one token for several numbers of a
 * brand, each further number has a name of ours.
 */
export const TEST_CARDS: readonly TestCard[] = [
  card('visa', '4242424242424242'),
  card('gb_debit', '4000058260000005', { country: 'GB', funding: 'debit' }),
  card('gb_mastercard', '5555558265554449', { country: 'GB', brand: 'mastercard' }),
  ...Object.entries(CARD_COUNTRIES).map(([country, number]) =>
    card(country.toLowerCase(), number, { country }),
  ),
  card('visa_debit', '4000056655665556', { funding: 'debit' }),
  card('mastercard', '5555555555554444', { brand: 'mastercard' }),
  card('mastercard_2series', '2223003122003222', { brand: 'mastercard' }),
  card('mastercard_debit', '5200828282828210', { brand: 'mastercard', funding: 'debit' }),
  card('mastercard_prepaid', '5105105105105100', { brand: 'mastercard', funding: 'prepaid' }),
  card('amex', '378282246310005', { brand: 'amex' }),
  card('amex_2', '371449635398431', { brand: 'amex' }),
  card('discover', '6011111111111117', { brand: 'discover' }),
  card('discover_2', '6011000990139424', { brand: 'discover' }),
  card('discover_debit', '6011981111111113', { brand: 'discover', funding: 'debit' }),
  card('diners', '3056930009020004', { brand: 'diners' }),
  card('diners_14digits', '36227206271667', { brand: 'diners' }),
  card('jcb', '3566002020360505', { brand: 'jcb' }),
  card('unionpay', '6200000000000005', { brand: 'unionpay' }),
  card('unionpay_debit', '6200000000000047', { brand: 'unionpay', funding: 'debit' }),
  card('unionpay_19digits', '6205500000000000004', { brand: 'unionpay' }),
  card('bypassPending', '4000000000000077', { funds: 'available' }),
  card('bypassPendingInternational', '4000003720000278', { country: 'IE', funds: 'available' }),
  // Their address checks fail or are not made, which refuses no payment by Stripe's own settings.
  card('avsFail', '4000000000000010'),
  card('avsLine1Fail', '4000000000000028'),
  card('avsZipFail', '4000000000000036'),
  card('avsUnchecked', '4000000000000044'),
  card('riskLevelElevated', '4000000000009235'),
  card('chargeDeclined', '4000000000000002', { decline: declined('generic_decline') }),
  card('chargeDeclinedInsufficientFunds', '4000000000009995', { decline: INSUFFICIENT_FUNDS }),
  card('chargeDeclinedLostCard', '4000000000009987', { decline: declined('lost_card') }),
  card('chargeDeclinedStolenCard', '4000000000009979', { decline: declined('stolen_card') }),
  card('chargeDeclinedExpiredCard', '4000000000000069', {
    decline: failing('expired_card', 'Your card has expired.'),
  }),
  card('chargeDeclinedIncorrectCvc', '4000000000000127', {
    decline: INCORRECT_CVC,
  }),
  card('cvcCheckFail', '4000000000000101', { decline: INCORRECT_CVC }),
  card('chargeDeclinedVelocityLimitExceeded', '4000000000006975', { decline: VELOCITY }),
  card('radarBlock', '4100000000000019', { decline: declined('fraudulent') }),
  card('riskLevelHighest', '4000000000004954', { decline: declined('fraudulent') }),
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
  card('threeDSecure2Required', '4000000000003220', { challenge: 'always' }),
  card('threeDSecureRequired', '4000000000003063', { challenge: 'always' }),
  card('threeDSecureRequiredChargeDeclined', '4000008400001629', {
    challenge: 'always',
    decline: declined('generic_decline'),
    attach: 'always_works',
  }),
  // The bank can be asked first, and need not be.
  card('threeDSecureOptional', '4000000000003055'),
  card('threeDSecureOptionalProcessingError', '4000000000003097'),
  card('authenticationRequiredSetupForOffSession', '4000003800000446', { challenge: 'only_on_session' }),
  card('authenticationRequiredChargeDeclinedInsufficientFunds', '4000008260003178', {
    challenge: 'always',
    decline: INSUFFICIENT_FUNDS,
    attach: 'always_works',
  }),
  card('createDispute', '4000000000000259', { disputeReason: 'fraudulent' }),
  card('createDisputeProductNotReceived', '4000000000002685', { disputeReason: 'product_not_received' }),
  card('createDisputeInquiry', '4000000000001976', { disputeReason: 'fraudulent', disputeBegins: 'inquiry' }),
  card('createIssuerFraudRecord', '4000000000005423', { fraudWarning: 'fraudulent_card_application' }),
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
