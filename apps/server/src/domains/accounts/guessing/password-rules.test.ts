import type { CreatedUser } from '@parley/contract'
import { messages } from '@parley/contract'
import { describe, expect, it, test } from 'vitest'
import { accountForm, call, PASSWORD, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'
import { isCommon, isOwn } from './password-rules.ts'

const server = peopleOfFile()
const common = [messages.passwordCommon]
const own = [messages.passwordOwn]

const signUp = (username: string, password: string, more: Record<string, unknown> = {}) =>
  call<CreatedUser>(server.app, {
    method: 'POST',
    url: '/api/user/',
    json: accountForm(username, { password, confirmpassword: password, ...more }),
  })

describe('a new password', () => {
  test.each([
    'password',
    '12345678',
    'PASSWORD',
    'Password1',
    'password2024',
    'P@ssw0rd',
    'qwertyuiop',
    '!princess!',
    'aaaaaaaa',
    'abcabcabc',
    '12121212',
    'dr4gon123',
  ])('that is guessed first is refused at the field: %s', async password => {
    expect(await signUp('guess', password)).toMatchObject({ status: 400, body: { password: common } })
  })

  test.each([
    ['the username with a digit', 'rosalind7', { username: 'rosalind' }],
    ['the username in signs', 'r0s4l1nd', { username: 'rosalind' }],
    ['both names', 'RosaLindgren', { first_name: 'Rosa', last_name: 'Lindgren' }],
    ['a name and a year', 'Lindgren1987!', { last_name: 'Lindgren' }],
    ['the mailbox', 'lindy.rose_22', { email: 'lindy.rose@example.com' }],
    ['the name of the site', 'Parley2027', {}],
  ])('of the person’s own words is refused: %s', async (_, password, more) => {
    expect(await signUp('own-words', password, more)).toMatchObject({ status: 400, body: { password: own } })
  })

  test('is checked when it is changed, with the person’s data of then', async () => {
    const user = await signUpFan(server.app, 'winifred')
    const change = (newPassword: string) =>
      call(server.app, {
        method: 'POST',
        url: '/api/user/me/password/',
        as: user,
        json: { currentPassword: PASSWORD, newPassword, repeatPassword: newPassword },
      })
    expect(await change('football')).toMatchObject({ status: 400, body: { newPassword: common } })
    expect(await change('winifred99')).toMatchObject({ status: 400, body: { newPassword: own } })
    expect((await change('three quiet otters')).status).toBe(200)
  })
})

it('sentences and random words are taken, also with a common word in them', () => {
  for (const password of [
    'correct horse battery',
    'my dragon eats 5 tapirs',
    'x7K!p9q2Zb',
    'naïve-Straße-42',
  ]) {
    expect([password, isCommon(password)]).toEqual([password, false])
  }
})

it('a word that only begins like the person’s own is theirs to use', () => {
  const owner = { username: 'ann', firstName: 'Ann', lastName: 'Li', email: 'ann@example.org' }
  expect(isOwn('annoying neighbour', owner)).toBe(false)
  expect(isOwn('ann-ann-1990', owner)).toBe(true)
})

it('four characters more make no other word of a common one, five do', () => {
  expect([isCommon('!!dragon!!'), isCommon('!!dragon!!!')]).toEqual([true, false])
})

it('a longer word of the person’s own is read before a shorter one within it', () => {
  for (const owner of [
    { username: 'rosalind', firstName: 'Rosa' },
    { username: 'rosa', firstName: 'Rosalind' },
  ])
    expect(isOwn('rosalind7', owner)).toBe(true)
})

it('the name of a mailbox’s provider is the person’s own, also where it has a hyphen', () => {
  expect(isOwn('my-site99', { email: 'x@my-site.org' })).toBe(true)
})
