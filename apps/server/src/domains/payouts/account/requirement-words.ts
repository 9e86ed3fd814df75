import type { PayoutRequirement } from '@parley/contract'

export const REJECTED_WORDS = 'Stripe does not take this account. Please write to us.'

/** What the provider's names of requirements mean, the first that fits (Stripe docs, "Handle verification updates"). */
export const REQUIREMENT_WORDS: readonly (readonly [pattern: RegExp, words: string])[] = [
  [/^pending_verification$/, 'Stripe is checking what you sent. This can take a few days.'],
  [
    /^closed$/,
    'This account at Stripe is closed, or is not connected to us any more. Set up your payouts again.',
  ],
  [/^rejected$/, REJECTED_WORDS],
  [/^external_account$/, 'Add the bank account that your money goes to.'],
  [/^tos_acceptance\./, 'Accept Stripe’s terms.'],
  [/verification\.additional_document$/, 'Show a second document that proves where you live.'],
  [/verification\.(?:document|proof_of_liveness)$/, 'Show an identity document.'],
  [/\.dob\./, 'Say when you were born.'],
  [/\.(?:registered_)?address\b/, 'Say where you live.'],
  [/\.(?:first_name|last_name|full_name_aliases)$/, 'Give your name as it stands on your documents.'],
  [/\.email$|^email$/, 'Give an email address.'],
  [/\.phone$/, 'Give a phone number.'],
  [
    /\.(?:id_number|ssn_last_4|tax_id|political_exposure|nationality)$/,
    'Answer Stripe’s questions about you.',
  ],
  [/^business_type$/, 'Say whether you are a person or a company.'],
  [/^business_profile\.|^settings\./, 'Say what you do.'],
  [/^(?:company|owners|directors|executives|representative|documents)\b/, 'Tell Stripe about your company.'],
]

/** Said of what fits none of them. */
export const OTHER_WORDS = 'Stripe wants to know more about you.'

/** Requirements in plain words, each sentence once. */
export function inPlainWords(codes: readonly string[]): PayoutRequirement[] {
  const requirements = new Map<string, PayoutRequirement>()
  for (const code of codes) {
    const words = REQUIREMENT_WORDS.find(([pattern]) => pattern.test(code))?.[1] ?? OTHER_WORDS
    if (!requirements.has(words)) requirements.set(words, { code, message: words })
  }
  return [...requirements.values()]
}
