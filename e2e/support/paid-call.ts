/** People and a paid request, made through the API: what a call test needs before the call. */
import type { CreatedUser, PayAnswer, SessionRequest, TokenPair } from '@parley/contract'

export interface CallPerson {
  username: string
  id: string
  tokens: TokenPair
}

export interface PaidCall {
  request: SessionRequest
  influencer: CallPerson
  fan: CallPerson
}

/** One pixel: the smallest image. */
const PICTURE = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')
const PASSWORD = 'a long password'

interface ApiCall {
  token?: string
  json?: unknown
  form?: FormData | URLSearchParams
}

/** A request to the API that must succeed. */
export async function callApi<T>(url: string, { token, json, form }: ApiCall = {}): Promise<T> {
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (json !== undefined) headers['content-type'] = 'application/json'
  const body = json === undefined ? form : JSON.stringify(json)
  const response = await fetch(url, { method: body ? 'POST' : 'GET', headers, ...(body ? { body } : {}) })
  if (!response.ok) throw new Error(`${new URL(url).pathname}: ${response.status} ${await response.text()}`)
  return (await response.json()) as T
}

async function signUp(origin: string, fields: Record<string, string | Blob>): Promise<CallPerson> {
  const username = `caller-${crypto.randomUUID().slice(0, 8)}`
  const form = new FormData()
  const all = {
    username,
    first_name: 'Casey',
    last_name: 'Caller',
    email: `${username}@example.test`,
    password: PASSWORD,
    confirmpassword: PASSWORD,
    ...fields,
  }
  for (const [name, value] of Object.entries(all)) form.append(name, value)
  const user = await callApi<CreatedUser>(`${origin}/api/user/`, { form })
  return { username, id: user.id, tokens: user.token }
}

/** Pays an intent with the test card that succeeds, as the payment form in the browser does. */
async function payWithTestCard(origin: string, intent: PayAnswer): Promise<void> {
  const secret = intent.client_secret ?? ''
  const id = secret.split('_secret_')[0]
  const form = new URLSearchParams({
    key: intent.publishable_key,
    client_secret: secret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': '4242424242424242',
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '40',
    'payment_method_data[card][cvc]': '123',
  })
  await callApi(`${origin}/sandbox/stripe/v1/payment_intents/${id}/confirm`, { form })
}

/**
 * Two new people, and a private call of this length between them, booked and paid. A server that asks for an age
 * (production) needs a `birthDate` of both.
 */
export async function makePaidCall(
  origin: string,
  durationSeconds: number,
  { birthDate }: { birthDate?: string } = {},
): Promise<PaidCall> {
  const offer = {
    amount: '5.00',
    duration: durationSeconds,
    duration_display: 1,
    description: 'A short call',
  }
  const influencer = await signUp(origin, {
    file: new Blob([PICTURE], { type: 'image/gif' }),
    price: offer.amount,
    duration: String(offer.duration),
    duration_display: String(offer.duration_display),
    description: offer.description,
  })
  const fan = await signUp(origin, {})
  const token = fan.tokens.access
  for (const { tokens } of birthDate ? [influencer, fan] : []) {
    await callApi(`${origin}/api/user/me/birth-date/`, { token: tokens.access, json: { date: birthDate } })
  }
  const booked = await callApi<SessionRequest>(
    `${origin}/api/parley/${influencer.username}/parley_request/`,
    {
      token,
      json: { ...offer, uuid: crypto.randomUUID() },
    },
  )
  const intent = await callApi<PayAnswer>(`${origin}/api/influencer/parley_requests/${booked.id}/pay/`, {
    token,
    json: {},
  })
  await payWithTestCard(origin, intent)
  const request = await callApi<SessionRequest>(`${origin}/api/parley/parley_request/payment-intent/`, {
    token,
    json: { paymentIntentId: (intent.client_secret ?? '').split('_secret_')[0] },
  })
  return { request, influencer, fan }
}
