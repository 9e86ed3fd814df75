import type Stripe from 'stripe'
import { invalidParameter, StripeError } from '../errors.ts'
import type { Parameters } from '../http/parameters.ts'
import { newId, randomText } from '../identifiers.ts'
import { checkedReturnUrl } from '../pages/return-address.ts'
import type { Answer, Call, Route, Work } from '../work.ts'
import { listRoute } from './lists.ts'

type Account = Stripe.Account
const DUE_AT_FIRST = ['external_account', 'individual.verification.document', 'tos_acceptance.date']
const LINK_SECONDS = 600
/** How long a verified person has to send what is asked of them. */
const DUE_AFTER_SECONDS = 14 * 86_400
const ACCEPTS = [
  'type',
  'country',
  'email',
  'capabilities',
  'business_type',
  'business_profile',
  'metadata',
  'default_currency',
  'controller',
  'settings',
  'individual',
]

function create(call: Call): Answer {
  const { params } = call
  const account: Account = withDetails(
    {
      id: newId('acct'),
      object: 'account',
      business_type: params.choice('business_type', ['individual', 'company']) ?? null,
      capabilities: { card_payments: 'inactive', transfers: 'inactive' },
      charges_enabled: false,
      country: params.text('country') ?? 'GB',
      created: call.seconds,
      default_currency: 'gbp',
      details_submitted: false,
      email: null,
      metadata: {},
      payouts_enabled: false,
      requirements: requirements(DUE_AT_FIRST),
      type: params.has('controller')
        ? 'none'
        : (params.choice('type', ['express', 'custom', 'standard']) ?? 'express'),
    },
    params,
  )
  call.store.insert(account)
  return account
}

function update(call: Call): Answer {
  const account = withDetails(call.store.named('account', call.id), call.params)
  call.store.save(account)
  call.emit('account.updated', account)
  return account
}

function withDetails(account: Account, params: Parameters): Account {
  return {
    ...account,
    email: params.has('email') ? params.text('email') || null : account.email,
    metadata: params.metadata(account.metadata ?? {}),
  }
}

function requirements(due: string[]): Stripe.Account.Requirements {
  return {
    alternatives: [],
    current_deadline: null,
    currently_due: due,
    disabled_reason: due.length === 0 ? null : 'requirements.past_due',
    errors: [],
    eventually_due: due,
    past_due: due,
    pending_verification: [],
  }
}

function decided(decision: AccountDecision, seconds: number): Stripe.Account.Requirements {
  const wanted = ['individual.verification.document']
  if (decision === 'verified') return requirements([])
  if (decision === 'restricted') return requirements(wanted)
  if (decision === 'rejected') return { ...requirements([]), disabled_reason: 'rejected.fraud' }
  return {
    ...requirements(wanted),
    past_due: [],
    disabled_reason: null,
    current_deadline: seconds + DUE_AFTER_SECONDS,
  }
}

/** What Stripe may decide about a person: `asked` is verified, and has two weeks to send one thing more. */
export const ACCOUNT_DECISIONS = ['verified', 'asked', 'restricted', 'rejected'] as const
export type AccountDecision = (typeof ACCOUNT_DECISIONS)[number]

/** A decision as a form or a test names it; whatever else it says is a refusal. */
export const accountDecision = (text: string): AccountDecision =>
  ACCOUNT_DECISIONS.find(decision => decision === text) ?? 'restricted'

/** Decides about a person: verified may be paid, restricted may not yet, and rejected never. */
export function decideAccount(work: Work, id: string, decision: AccountDecision): Account {
  const isVerified = decision === 'verified' || decision === 'asked'
  const capability = isVerified ? 'active' : 'inactive'
  const account: Account = {
    ...work.store.named('account', id),
    capabilities: { card_payments: capability, transfers: capability },
    charges_enabled: isVerified,
    details_submitted: true,
    payouts_enabled: isVerified,
    requirements: decided(decision, work.seconds),
  }
  work.store.save(account)
  work.emit('account.updated', account)
  return account
}

/** Its owner takes the platform's access away, or the account is deleted: the platform's key finds it no more. */
export function closeAccount(work: Work, id: string): void {
  work.store.named('account', id)
  work.store.retire(id)
  work.emit('account.application.deauthorized', { id: 'ca_sandbox', object: 'application', name: null }, id)
}

/** What Stripe says of an account that it does not show to this key any more. */
export function noAccess(id: string): StripeError {
  const message = `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`
  return new StripeError({
    status: 403,
    body: { type: 'invalid_request_error', code: 'account_invalid', message },
    kept: 'kept',
  })
}

function retrieve(call: Call): Answer {
  const account = call.store.find('account', call.id)
  if (account) return account
  throw noAccess(call.id)
}

/** A one-use, short-lived address of the page on which a person proves who they are. */
function createLink(call: Call): Answer {
  const { params, store } = call
  const account = store.referred('account', params.required('account'), 'account')
  const type = params.choice('type', ['account_onboarding', 'account_update'])
  if (type === undefined) throw invalidParameter('type', 'Missing required param: type.', 'parameter_missing')
  const token = randomText(24)
  const expires = call.seconds + LINK_SECONDS
  store.setAttribute(account.id, 'link_token', token)
  store.setAttribute(account.id, 'link_expires', String(expires))
  store.setAttribute(
    account.id,
    'link_return_url',
    checkedReturnUrl(params.required('return_url'), call.returnOrigins).href,
  )
  params.required('refresh_url')
  return {
    object: 'account_link',
    created: call.seconds,
    expires_at: expires,
    url: `${call.pages}/onboarding/${account.id}?token=${token}`,
  }
}

export const ACCOUNT_ROUTES: readonly Route[] = [
  { method: 'POST', path: '/v1/accounts', access: 'secret', accepts: ACCEPTS, handle: create },
  listRoute('account', '/v1/accounts'),
  { method: 'GET', path: '/v1/accounts/:id', access: 'secret', accepts: [], handle: retrieve },
  { method: 'POST', path: '/v1/accounts/:id', access: 'secret', accepts: ACCEPTS, handle: update },
  {
    method: 'POST',
    path: '/v1/account_links',
    access: 'secret',
    accepts: ['account', 'type', 'refresh_url', 'return_url', 'collection_options'],
    handle: createLink,
  },
]
