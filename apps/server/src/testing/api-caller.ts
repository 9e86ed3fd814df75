import type {
  CreatedUser,
  Influencer,
  Login,
  Page,
  PayAnswer,
  SessionRequest,
  TokenPair,
} from '@parley/contract'
import sharp from 'sharp'

export const TEST_PASSWORD = 'correct horse battery'

const LOGIN = 'POST /api/auth/jwt/create/'

/** A person in the tests, with a login. */
export interface TestPerson {
  id: string
  username: string
  access: string
  refresh: string
}

export interface Answer<T> {
  status: number
  body: T
  headers: Headers
}

/** Calls the API of a running server as browsers would. */
export interface ApiCaller {
  call<T>(person: TestPerson | null, what: `${string} /${string}`, body?: unknown): Promise<Answer<T>>
  fan(name: string): Promise<TestPerson>
  influencer(name: string, offer?: { price?: string; duration?: number }): Promise<TestPerson>
  book(
    fan: TestPerson,
    influencer: TestPerson,
    more?: Record<string, unknown>,
  ): Promise<Answer<SessionRequest>>
  pay(fan: TestPerson, request: SessionRequest): Promise<Answer<PayAnswer>>
  /** Confirms an intent as the browser does, with a test card. */
  confirm(paid: PayAnswer, card?: string): Promise<Answer<Record<string, unknown>>>
  request(person: TestPerson, slug: string): Promise<SessionRequest>
  /** Cancels the unpaid bookings of these people, so that their next bookings are within the limits. */
  dropUnpaid(...fans: TestPerson[]): Promise<void>
}

/** `headersOfCall` are sent with each call in addition. */
export function apiCaller(
  origin: string,
  headersOfCall: () => Record<string, string> = () => ({}),
): ApiCaller {
  const call = callerAt(origin, headersOfCall)

  async function signUp(form: FormData): Promise<TestPerson> {
    const made = await call<CreatedUser>(null, 'POST /api/user/', form)
    if (made.status !== 201) throw new Error(`sign-up failed: ${JSON.stringify(made.body)}`)
    return { id: made.body.id, username: made.body.username, ...made.body.token }
  }

  return {
    call,
    fan: name => signUp(accountForm(name)),
    influencer: async (name, offer = {}) => signUp(await influencerForm(name, offer)),
    async book(fan, influencer, more = {}) {
      const offer = await call<Influencer>(null, `GET /api/parley/${influencer.username}/`)
      // The page is hidden: nobody can book what they cannot see.
      if (offer.status !== 200) return { ...offer, body: offer.body as unknown as SessionRequest }
      const { amount, duration, duration_display, description } = offer.body.main_session
      const booking = { amount, duration, duration_display, description, uuid: crypto.randomUUID(), ...more }
      return call<SessionRequest>(fan, `POST /api/parley/${influencer.username}/parley_request/`, booking)
    },
    pay: (fan, request) =>
      call<PayAnswer>(fan, `POST /api/influencer/parley_requests/${request.id}/pay/`, {}),
    confirm: (paid, card = '4242424242424242') => confirmAt({ origin, headers: headersOfCall() }, paid, card),
    request: async (person, slug) =>
      (await call<SessionRequest>(person, `GET /api/parley/${slug}/session/`)).body,
    async dropUnpaid(...fans) {
      for (const fan of fans) {
        const { body } = await call<Page<SessionRequest>>(fan, 'GET /api/user/me/requests/?page_size=100')
        const unpaid = body.results.filter(
          ({ user, state, payment }) =>
            user.username === fan.username && state === 'offered' && payment.status !== 'paid',
        )
        for (const { id } of unpaid) await call(fan, `POST /api/influencer/parley_requests/${id}/cancel/`)
      }
    },
  }
}

async function confirmAt(
  { origin, headers }: { origin: string; headers: Record<string, string> },
  paid: PayAnswer,
  card: string,
): Promise<Answer<Record<string, unknown>>> {
  const form = new URLSearchParams({
    key: paid.publishable_key,
    client_secret: paid.client_secret ?? '',
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': card,
    'payment_method_data[card][exp_month]': '12',
    'payment_method_data[card][exp_year]': '2060',
    'payment_method_data[card][cvc]': '123',
    return_url: `${origin}/profile/somebody`,
  })
  const path = `/sandbox/stripe/v1/payment_intents/${paid.payment_intent}/confirm`
  const response = await fetch(`${origin}${path}`, { method: 'POST', headers, body: form })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, body, headers: response.headers }
}

function callerAt(origin: string, headersOfCall: () => Record<string, string>): ApiCaller['call'] {
  /** The device cookie of each person's browser since their sign-up, by email. */
  const devices = new Map<string, string>()
  async function call<T>(
    person: TestPerson | null,
    what: `${string} /${string}`,
    body?: unknown,
  ): Promise<Answer<T>> {
    const first = await send<T>(person, what, body)
    const device = first.headers.getSetCookie().find(each => each.startsWith('parley_device='))
    if (what === 'POST /api/user/' && device)
      devices.set((first.body as CreatedUser).email, device.split(';')[0] ?? '')
    // Access tokens expire when the clock moves: people log in again, as the browser would.
    if (first.status !== 401 || !person) return first
    const login = { email: `${person.username}@example.org`, password: TEST_PASSWORD }
    const again = await send<TokenPair>(null, LOGIN, login)
    Object.assign(person, again.body)
    return send<T>(person, what, body)
  }

  async function send<T>(
    person: TestPerson | null,
    what: `${string} /${string}`,
    body?: unknown,
  ): Promise<Answer<T>> {
    const [method = '', path = ''] = what.split(' ')
    const isForm = body instanceof FormData
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...headersOfCall(),
        ...(what === LOGIN ? { cookie: devices.get((body as Login).email) ?? '' } : {}),
        ...(person ? { authorization: `Bearer ${person.access}` } : {}),
        ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return { status: response.status, body: (text ? JSON.parse(text) : null) as T, headers: response.headers }
  }
  return call
}

function accountForm(name: string): FormData {
  const form = new FormData()
  const fields = { username: name, first_name: 'Test', last_name: 'Person', email: `${name}@example.org` }
  for (const [field, value] of Object.entries(fields)) form.set(field, value)
  form.set('password', TEST_PASSWORD)
  form.set('confirmpassword', TEST_PASSWORD)
  return form
}

/** Made once: hundreds of test people share it. */
let face: Promise<Buffer> | undefined

async function influencerForm(name: string, offer: { price?: string; duration?: number }): Promise<FormData> {
  const form = accountForm(name)
  form.set('price', offer.price ?? '25.00')
  form.set('duration', String(offer.duration ?? 900))
  form.set('duration_display', '2')
  form.set('description', 'Fifteen minutes about anything you like')
  face ??= sharp({ create: { width: 64, height: 64, channels: 3, background: '#5138E0' } })
    .png()
    .toBuffer()
  form.set('file', new Blob([new Uint8Array(await face)], { type: 'image/png' }), 'face.png')
  return form
}

/**
 * The status of a request that is repeated while the server is too busy (503): on a loaded machine some of hundreds of
 * concurrent requests wait longer than the server allows. The request must be safe to repeat.
 */
export async function untilAnswered<T>(act: () => Promise<Answer<T>>): Promise<number> {
  for (;;) {
    const { status } = await act()
    if (status !== 503) return status
  }
}
