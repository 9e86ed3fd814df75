import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import type { Confirmed } from './card-provider.ts'
import { createCardSaving } from './card-saving.ts'
import { SaveCard } from './save-card.tsx'

const WALLET = { client_secret: 'seti_1_secret_x', publishable_key: 'pk_test' }
const RETURN = {
  setupIntentId: 'seti_1',
  setupIntentSecret: 'seti_1_secret_x',
  setupIntentRedirectStatus: 'succeeded',
}

function setUp(answers: Record<string, unknown> = { 'card-wallet': WALLET, 'card-saved': { id: 'u1' } }) {
  const sent: [path: string, body: unknown][] = []
  const log: string[] = []
  const saving = createCardSaving({
    api: {
      post: async <T,>(path: string, body?: unknown) => {
        sent.push([path, body])
        const answer = answers[path.split('/').at(-2) ?? '']
        if (answer instanceof Error) throw answer
        return answer as T
      },
    },
    userId: 'u1',
    provider: { name: 'sandbox', publishableKey: 'pk_test' },
    returnUrl: () => 'http://here/signup/regular',
    leave: url => log.push(`left for ${url}`),
    saved: user => log.push(`saved for ${user.id}`),
  })
  const confirm = (result: Confirmed) => {
    const none = () => Promise.reject(new Error('nothing is paid here'))
    return saving.save({ confirmPayment: none, confirmSetup: async () => result })
  }
  const page = () => renderToStaticMarkup(<SaveCard saving={saving} submitLabel="Save Card" aside="Skip" />)
  const comeBack = () => saving.complete(RETURN, () => log.push('answered'))
  return { saving, sent, log, confirm, page, comeBack }
}
/** The fields that a person can use: none of a form that is hidden and inert. */
const fieldsOf = (page: string) =>
  page.includes(' inert=') ? [] : [...page.matchAll(/<input[^>]* name="(\w+)"/g)].map(([, name]) => name)

it('the card form appears once the secret of the setup intent is there', async () => {
  const { saving, sent, page } = setUp()
  expect(fieldsOf(page())).toEqual([])
  await saving.prepare()
  expect(sent).toEqual([['/api/user/u1/card-wallet/', {}]])
  expect(fieldsOf(page())).toEqual(['cardNumber', 'name', 'date', 'cvv', 'zip'])
  expect(page()).toMatch(/Skip.*Save Card/)
})

it('back from the bank with a succeeded setup, the server is told, and then the card is saved', async () => {
  const { saving, sent, log } = setUp()
  await saving.complete(RETURN)
  expect(sent).toEqual([['/api/user/u1/card-saved/', RETURN]])
  expect([saving.getSnapshot().phase, log]).toEqual(['saved', ['saved for u1']])
})

it('a card without a check of the bank is saved the same way', async () => {
  const { saving, sent, log, confirm } = setUp()
  await saving.prepare()
  await confirm({ kind: 'done', status: 'succeeded' })
  expect(sent.at(-1)).toEqual(['/api/user/u1/card-saved/', RETURN])
  expect(log).toEqual(['saved for u1'])
})

it('the error of the provider is shown under the button', async () => {
  const { saving, confirm, page } = setUp()
  await saving.prepare()
  await confirm({ kind: 'card_error', message: 'Your card was declined.' })
  expect(page()).toMatch(/<button type="submit".*Save Card<\/button>.*Your card was declined\./)
})

it.each([
  ['saved', { id: 'u1' }, ['answered', 'saved for u1']],
  ['refused', new ApiError(400, { detail: 'no' }, ''), ['answered']],
  ['not answered', new ApiError(0, null, 'No connection'), []],
])('the address keeps the return of a card until the server has answered: %s', async (_what, answer, log) => {
  const page = setUp({ 'card-wallet': WALLET, 'card-saved': answer })
  await page.comeBack()
  expect(page.log).toEqual(log)
})

it('when the provider breaks while it saves a card, the form is there again and says so', async () => {
  const { saving, page } = setUp()
  await saving.prepare()
  const broken = () => Promise.reject(new Error('The frame of the provider is gone'))
  await saving.save({ confirmPayment: broken, confirmSetup: broken })
  expect(saving.getSnapshot().phase).toBe('ready')
  expect(page()).toContain('An unexpected error occurred')
})

it('while the payment provider is away, the ways past the form stay, and one more press tries again', async () => {
  const { saving } = setUp()
  const away = createCardSaving({
    api: { post: () => Promise.reject(new Error('away')) },
    userId: 'u1',
    provider: saving.provider,
    returnUrl: () => '',
    leave: () => undefined,
    saved: () => undefined,
  })
  await away.prepare()
  const shown = renderToStaticMarkup(<SaveCard saving={away} submitLabel="Save Card" aside="Skip" />)
  expect(shown).toMatch(/role="alert".*Skip.*Try again/)
  expect(fieldsOf(shown)).toEqual([])
})
