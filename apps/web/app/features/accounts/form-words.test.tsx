import type { OwnUser } from '@parley/contract'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import { wordsInNoCatalogue } from '../../language/testing/marked-language.ts'
import { LoginForm } from './login-form.tsx'
import { PasswordResetForm } from './password-reset-form.tsx'
import { createSignUp, type SignUpKind } from './sign-up/sign-up.ts'
import { SignUpPage } from './sign-up/sign-up-page.tsx'

const render = (page: ReactNode) => renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>)
/** The visible text of a page, without its markup. */
const wordsOf = (page: ReactNode) =>
  render(page)
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

function newSignUp(kind: SignUpKind) {
  return createSignUp({
    kind,
    api: { post: () => Promise.reject(new Error('nothing is sent here')) },
    auth: {
      keep: () => {
        throw new Error('nothing is kept here')
      },
      refreshUser: async () => undefined,
    },
    alerts: { error: () => undefined, message: () => undefined },
    newKey: () => 'a key',
    setTimer: () => undefined,
    redirect: () => undefined,
    scrollToForm: () => undefined,
  })
}

function signUpPage(kind: SignUpKind, signUp = newSignUp(kind)) {
  return (
    <SignUpPage
      kind={kind}
      sold={null}
      signUp={signUp}
      feePercent={10}
      loginTo="/login?next=%2Ffaq"
      logOut={() => undefined}
      becomeTo="/become-influencer"
      payment={<p>£</p>}
    />
  )
}

it('the login leads to a new password', () => {
  expect(render(<LoginForm closed={null} onSubmit={async () => undefined} />)).toContain(
    'href="/password-reset-simple"',
  )
})

it('a forgotten password asks for the email, sends a link and leads back to the login', () => {
  const form = <PasswordResetForm onSubmit={async () => true} />
  expect(wordsOf(form)).toMatch(/Email.*Send reset link.*Back to login/)
  expect(render(form)).toContain('href="/login"')
})

it.each(['regular', 'influencer'] as const)(
  'the %s sign-up says its step, its terms and where to log in',
  kind => {
    const words = wordsOf(signUpPage(kind))
    expect(words).toContain('Create an account')
    expect(words).toContain('STEP 1 / 2')
    expect(words).toContain('Continue')
    expect(words).toContain('By signing up you accept our terms and privacy policy')
    expect(render(signUpPage(kind))).toMatch(/href="\/login\?next=%2Ffaq"[^>]*>Login</)
  },
)

it('once the account exists, the login is for somebody else', () => {
  const signUp = newSignUp('regular')
  signUp.resumePayment({ username: 'ivy' } as OwnUser)
  const page = signUpPage('regular', signUp)
  expect(wordsOf(page)).toContain('STEP 2 / 2')
  expect(wordsOf(page)).toMatch(/Not @ivy\? Login/)
  expect(wordsOf(page)).not.toContain('Already have an account?')
})

it('after the sign-up every person, also a user, reads where their profile is', () => {
  const signUp = newSignUp('regular')
  signUp.resumePayment({ username: 'ivy' } as OwnUser)
  signUp.finish()
  const page = signUpPage('regular', signUp)
  expect(wordsOf(page)).toMatch(/Account created.*Your profile is @ivy/)
  expect(render(page)).toContain('href="/profile/ivy"')
})

it('an influencer gives a file, a price, a duration and a description, and can go back', () => {
  expect(wordsOf(signUpPage('influencer'))).toMatch(
    /Picture.*Price.*Duration.*Unit.*Description.*(Back.*Sign Up|Sign Up.*Back)/,
  )
})

it('an influencer begins with a length of one minute', () => {
  expect(wordsOf(signUpPage('influencer'))).toContain('That is 1 minute.')
})

it('the price field is a text field with a pound sign, and the picture field accepts only images', () => {
  const page = render(signUpPage('influencer'))
  expect(page).toMatch(/£(<[^>]*>)*<input[^>]*name="price"/)
  expect(page).not.toMatch(/<input[^>]*(type="number"[^>]*name="price"|name="price"[^>]*type="number")/)
  expect(page).toMatch(/<input type="file" accept="image\/\*"/)
})

it.each([
  ['the login', () => <LoginForm closed={null} onSubmit={async () => undefined} />],
  ['a forgotten password', () => <PasswordResetForm onSubmit={async () => true} />],
  ['the sign-up of a user', () => signUpPage('regular')],
  ['the sign-up of an influencer', () => signUpPage('influencer')],
])('%s is in the language of the page to the last word', (_name, page) => {
  expect(wordsInNoCatalogue(() => render(page()))).toEqual([])
})
