import { readdir } from 'node:fs/promises'
import { type CreatedUser, IMAGE_MAX_BYTES, messages } from '@parley/contract'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { accountForm, call, encodeForm, influencerForm, smallImage } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile({ connections: 55 })
let count = 0

const newName = () => `newcomer-${++count}`
const signUp = <T = CreatedUser>(json: unknown) =>
  call<T>(server.app, { method: 'POST', url: '/api/user/', json })
const signUpForm = (form: FormData) =>
  call<CreatedUser>(server.app, { method: 'POST', url: '/api/user/', form })

async function sendRaw(payload: Buffer | string, contentType: string) {
  const answer = await server.app.inject({
    method: 'POST',
    url: '/api/user/',
    headers: { 'content-type': contentType },
    payload,
  })
  return { status: answer.statusCode, body: answer.json() }
}

/** Every row and file that a sign-up could leave. */
async function stored() {
  const { rows } = await server.database.db.execute(sql`select
    (select count(*)::int from users) as users, (select count(*)::int from profiles) as profiles,
    (select count(*)::int from pictures) as pictures, (select count(*)::int from logins) as logins,
    (select count(*)::int from refresh_tokens) as tokens`)
  const files = await readdir(server.mediaDirectory, { recursive: true, withFileTypes: true })
  return { ...rows[0], files: files.filter(entry => entry.isFile()).length }
}

async function expectNothingStored(work: () => Promise<void>): Promise<void> {
  const before = await stored()
  await work()
  expect(await stored()).toEqual(before)
}

describe('signing up as a user', () => {
  test('gives the new account with tokens that are good', async () => {
    const name = newName()
    const { status, body } = await signUp(accountForm(name))
    expect(status).toBe(201)
    expect(body).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      username: name,
      first_name: 'Ann',
      last_name: 'Example',
      email: `${name}@example.com`,
      is_influencer: false,
      is_demo: false,
      card_intents: [],
      bio: '',
      country: '',
      city: '',
      address: '',
      pending_email: null,
      public_profile: true,
      expose_email: false,
      notifications: {
        system_email: true,
        system_push: true,
        system_text: true,
        system_phone: false,
        chat_email: false,
        chat_push: true,
        calendar_invites: true,
      },
      token: { access: expect.any(String), refresh: expect.any(String) },
    })
    const me = await call(server.app, { method: 'GET', url: '/api/user/me/', as: body })
    const { token: _, ...own } = body
    expect(me.body).toEqual(own)
  })

  test('takes a multipart form as well as JSON', async () => {
    const form = new FormData()
    for (const [name, value] of Object.entries(accountForm(newName()))) form.append(name, String(value))
    const { status, body } = await signUpForm(form)
    expect([status, body.is_influencer]).toEqual([201, false])
  })

  test.each([
    ['password', messages.passwordRequired],
    ['confirmpassword', messages.confirmRequired],
  ])('says once that a multipart form has no %s', async (field, required) => {
    const form = new FormData()
    for (const [name, value] of Object.entries(accountForm(newName()))) {
      if (name !== field) form.append(name, String(value))
    }
    const { status, body } = await signUpForm(form)
    expect({ status, body }).toEqual({ status: 400, body: { [field]: [required] } })
  })

  test('trims and lowercases username and email', async () => {
    const name = newName()
    const { body } = await signUp(
      accountForm(name, {
        username: ` ${name.toUpperCase()} `,
        email: ` ${name.toUpperCase()}@Example.COM `,
      }),
    )
    expect([body.username, body.email]).toEqual([name, `${name}@example.com`])
  })

  // What production's hash costs is tested with the hash.
  test('stores the password as an Argon2id hash', async () => {
    const { body } = await signUp(accountForm(newName()))
    const { rows } = await server.database.db.execute<{ hash: string }>(
      sql`select password_hash as hash from users where id = ${body.id}`,
    )
    expect(rows[0]?.hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
  })

  const long = (length: number) => 'x'.repeat(length)
  const longPassword = 'k7#vQm2x'.repeat(32)
  test.each([
    ['a username of 2', { username: 'ab' }],
    ['a username of 50 with every kind of character', { username: `a.b_c-9${long(43)}` }],
    ['a first name of 2', { first_name: 'Al' }],
    ['a first name of 50', { first_name: long(50) }],
    ['a last name of 2 and of 50', { last_name: long(50) }],
    ['a password of 8', { password: 'k7#vQm2x', confirmpassword: 'k7#vQm2x' }],
    ['a password of 256', { password: longPassword, confirmpassword: longPassword }],
    ['an email of 254', { email: `${long(64)}@${`${long(61)}.`.repeat(3)}org` }],
  ])('takes %s', async (_, change) => {
    const name = newName()
    const { status, body } = await signUp(accountForm(name, change))
    expect({ status, body }).toMatchObject({ status: 201 })
  })

  test.each([
    ['no username', { username: undefined }, { username: [messages.usernameRequired] }],
    ['a blank username', { username: '   ' }, { username: [messages.usernameRequired] }],
    ['a username of 1', { username: 'a' }, { username: [messages.usernameLength] }],
    ['a username of 51', { username: long(51) }, { username: [messages.usernameLength] }],
    ['a username with a space', { username: 'a b' }, { username: [messages.usernameCharacters] }],
    ['a username outside ASCII', { username: 'zoë' }, { username: [messages.usernameCharacters] }],
    ['a username that is a path', { username: 'Admin' }, { username: [messages.usernameTaken] }],
    ['a username that begins with a dot', { username: '.ann' }, { username: [messages.usernameCharacters] }],
    ['a username that is a number', { username: 12 }, { username: [messages.usernameRequired] }],
    ['a username that is a list', { username: ['ann'] }, { username: [messages.usernameRequired] }],
    ['no first name', { first_name: '' }, { first_name: [messages.firstNameRequired] }],
    ['a first name of 1', { first_name: 'A' }, { first_name: [messages.nameInvalid] }],
    ['a last name of 51', { last_name: long(51) }, { last_name: [messages.nameInvalid] }],
    ['no last name', { last_name: ' ' }, { last_name: [messages.lastNameRequired] }],
    ['no email', { email: undefined }, { email: [messages.emailRequired] }],
    ['an email without host', { email: 'ann@' }, { email: [messages.emailInvalid] }],
    [
      'an email of 255',
      { email: `${long(64)}@${`${long(61)}.`.repeat(3)}info` },
      { email: [messages.emailInvalid] },
    ],
    ['no password', { password: '', confirmpassword: 'x' }, { password: [messages.passwordRequired] }],
    [
      'a password of 7',
      { password: long(7), confirmpassword: long(7) },
      { password: [messages.passwordShort] },
    ],
    [
      'a password of 257',
      { password: long(257), confirmpassword: long(257) },
      { password: [messages.passwordLong] },
    ],
    ['a password of another type', { password: { $ne: '' } }, { password: [messages.passwordRequired] }],
    ['no confirmation', { confirmpassword: '' }, { confirmpassword: [messages.confirmRequired] }],
    [
      'another confirmation',
      { confirmpassword: 'something else' },
      { confirmpassword: [messages.confirmDiffers] },
    ],
    [
      'another confirmation beside other mistakes',
      { username: 'a b', email: '', confirmpassword: 'something else' },
      {
        username: [messages.usernameCharacters],
        email: [messages.emailRequired],
        confirmpassword: [messages.confirmDiffers],
      },
    ],
  ])('refuses %s with the message of the field and stores nothing', async (_, change, fields) => {
    await expectNothingStored(async () => {
      const { status, body } = await signUp<Record<string, string[]>>(accountForm(newName(), change))
      expect(status).toBe(400)
      const first = Object.entries(body).map(([field, [message]]) => [field, [message]])
      expect(Object.fromEntries(first)).toEqual(fields)
    })
  })

  test.each([
    [
      'parley-support',
      'parley.team',
      'admin-parley',
      'ParleyHelp',
      'the.real_parley',
      'parley2',
      'p-a-r-l-e-y',
    ],
    ['par1ey-supp0rt', 'PARIEY.official', 'support-team', 'customer.service24', 'administrator', 'help_desk'],
    ['moderator', 'm0derat0r', 'mod-team', 'site.moderator', 'staff', 'official', 'officiaI', 'security'],
    ['system', 'sysadmin', 'supp0rt', 'help', 'official-support', 'payments', 'billing', 'no-reply'],
  ])('refuses names that pose as the platform: %s, %s, %s and others', async (...names) => {
    for (const username of names) {
      const { status, body } = await signUp(accountForm(newName(), { username }))
      expect({ username, status, body }).toEqual({
        username,
        status: 400,
        body: { username: [messages.usernameTaken] },
      })
    }
  })

  test.each([
    'parley-fan',
    'nora-parley',
    'barley',
    'supportive-sam',
    'team.rocket',
    'official-nora',
    'moderna',
    'modesty',
    'staffan',
    'helpful-hal',
    'staff17',
    'chat.moderator',
  ])('takes %s, which is a person’s own name', async username => {
    const { status } = await signUp(accountForm(newName(), { username }))
    expect(status).toBe(201)
  })

  test('refuses a username and an email that are somebody’s, in any case', async () => {
    const name = newName()
    await signUp(accountForm(name))
    const { status, body } = await signUp(accountForm(name.toUpperCase()))
    expect(status).toBe(400)
    expect(body).toEqual({ username: [messages.usernameTaken], email: [messages.emailTaken] })
  })

  test('of fifty who want one username at once, one gets it and the others are told', async () => {
    const name = newName()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        signUp(accountForm(i % 2 ? name : name.toUpperCase(), { email: `rival-${i}@example.com` })),
      ),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1)
    const losers = answers.filter(answer => answer.status !== 201)
    expect(losers.map(({ status, body }) => ({ status, body }))).toEqual(
      Array(49).fill({ status: 400, body: { username: [messages.usernameTaken] } }),
    )
  })

  test('of twenty who want one email at once, one gets it', async () => {
    const email = `${newName()}@example.com`
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => signUp(accountForm(newName(), { email }))),
    )
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(1)
    const refused = answers.find(answer => answer.status === 400)
    expect(refused?.body).toEqual({ email: [messages.emailTaken] })
  })

  test('refuses JSON that cannot be read, is no object, or has 1 MB', async () => {
    await expectNothingStored(async () => {
      expect((await sendRaw('{"username": ', 'application/json')).status).toBe(400)
      for (const json of [null, [], 'text', 7]) {
        const answer = await signUp<{ detail: string }>(json)
        expect(answer).toMatchObject({ status: 400, body: { detail: 'The request could not be read' } })
      }
      expect((await signUp(accountForm(newName(), { bio: long(1_000_000) }))).status).toBe(413)
      expect((await sendRaw('username=ann', 'application/x-www-form-urlencoded')).status).toBe(415)
    })
  })

  test('names that are methods of every object are fields like any other', async () => {
    const json = '{"__proto__": {"is_influencer": true}, "constructor": {"prototype": {}}, "username": "x"}'
    expect((await sendRaw(json, 'application/json')).status).toBe(400)
    expect(({} as Record<string, unknown>).is_influencer).toBeUndefined()
  })
})

describe('signing up as an influencer', () => {
  test('makes account, profile and picture in one go', async () => {
    const name = newName()
    const { status, body } = await signUpForm(await influencerForm(name))
    expect([status, body.is_influencer]).toEqual([201, true])
    const page = await call(server.app, { method: 'GET', url: `/api/parley/${name}/` })
    expect(page.body).toMatchObject({
      user: { id: body.id, username: name },
      profile: { picture: expect.stringMatching(/^\/pictures\/[0-9a-f-]{36}$/) },
      main_session: {
        amount: '25.00',
        duration: 900,
        duration_display: 2,
        description: 'Ask me about chess',
      },
      main_live_event: { amount: null },
      version: 1,
    })
  })

  test.each([
    ['the least price', { price: '1' }],
    ['the highest price', { price: '10000.00' }],
    ['a second', { duration: '1', duration_display: '1' }],
    ['a day', { duration: '86400', duration_display: '3' }],
    ['no unit: seconds', { duration_display: undefined }],
    ['a text of 5', { description: 'Hello' }],
    ['a text of 500', { description: 'x'.repeat(500) }],
  ])('takes %s', async (_, change) => {
    const { status } = await signUpForm(await influencerForm(newName(), change))
    expect(status).toBe(201)
  })

  test.each([
    ['no picture', { file: undefined }, { file: [messages.fileRequired] }],
    ['text instead of a picture', { file: 'me.jpg' }, { file: [messages.fileRequired] }],
    ['no price', { price: undefined }, { price: [messages.priceRequired] }],
    ['an empty price', { price: '' }, { price: [messages.priceRequired] }],
    ['a price of 0.99', { price: '0.99' }, { price: [messages.amountInvalid] }],
    ['a price of 10000.01', { price: '10000.01' }, { price: [messages.amountInvalid] }],
    ['a price with three decimals', { price: '5.001' }, { price: [messages.amountInvalid] }],
    ['a negative price', { price: '-5' }, { price: [messages.amountInvalid] }],
    ['a price in words', { price: 'NaN' }, { price: [messages.amountInvalid] }],
    ['no duration', { duration: undefined }, { duration: [messages.durationRequired] }],
    ['no time at all', { duration: '0' }, { duration: [messages.durationInvalid] }],
    ['more than a day', { duration: '86401' }, { duration: [messages.durationInvalid] }],
    ['half a second', { duration: '1.5' }, { duration: [messages.durationInvalid] }],
    ['a unit that is none', { duration_display: '4' }, { duration_display: [messages.durationUnitInvalid] }],
    ['no text', { description: undefined }, { description: [messages.descriptionRequired] }],
    ['a text of 4', { description: ' text ' }, { description: [messages.descriptionShort] }],
    ['a text of 501', { description: 'x'.repeat(501) }, { description: [messages.descriptionLong] }],
    ['a text of 1 MB', { description: 'x'.repeat(1_000_000) }, { description: [messages.descriptionLong] }],
    ['an account without name', { username: '' }, { username: [messages.usernameRequired] }],
  ])('refuses %s with the message of the field and stores nothing', async (_, change, fields) => {
    await expectNothingStored(async () => {
      const { status, body } = await signUpForm(await influencerForm(newName(), change))
      expect({ status, body }).toEqual({ status: 400, body: fields })
    })
  })

  test('refuses a file that is no picture, is empty, or is cut off, and stores nothing', async () => {
    const picture = await smallImage()
    const noise = Buffer.from('%PDF-1.7 not a picture at all')
    await expectNothingStored(async () => {
      for (const content of [Buffer.alloc(0), noise, picture.subarray(0, picture.length / 2)]) {
        const form = await influencerForm(newName(), { file: new Blob([new Uint8Array(content)]) })
        const { status, body } = await signUpForm(form)
        expect({ status, body }).toEqual({ status: 400, body: { file: [messages.fileNotAnImage] } })
      }
    })
  })

  test('refuses a picture over 5 MB and stores nothing', async () => {
    await expectNothingStored(async () => {
      const file = new Blob([new Uint8Array(IMAGE_MAX_BYTES + 1)])
      const { status, body } = await signUpForm(await influencerForm(newName(), { file }))
      expect({ status, body }).toEqual({ status: 413, body: { file: [messages.imageTooLarge] } })
    })
  })

  test('leaves no files when the username turns out to be taken', async () => {
    const name = newName()
    const answers = await Promise.all(
      Array.from({ length: 4 }, async (_, i) =>
        signUpForm(await influencerForm(name, { email: `twin-${name}-${i}@example.com` })),
      ),
    )
    expect(answers.map(answer => answer.status).sort()).toEqual([201, 400, 400, 400])
    const { pictures, files } = (await stored()) as { pictures: number; files: number }
    expect(files).toBe(pictures * 9)
  })

  test('refuses a form that is cut off, has no boundary, or has too many parts, and stores nothing', async () => {
    const { payload, type } = await encodeForm(await influencerForm(newName()))
    const many = await influencerForm(newName())
    for (let i = 0; i < 60; i++) many.append(`extra-${i}`, 'x')
    const threeFiles = await influencerForm(newName())
    for (const name of ['second', 'third'])
      threeFiles.append(name, new Blob([new Uint8Array(10)]), 'other.jpg')
    await expectNothingStored(async () => {
      expect((await sendRaw(payload.subarray(0, payload.length - 60), type)).status).toBe(400)
      expect((await sendRaw(payload.subarray(0, 200), type)).status).toBe(400)
      expect((await sendRaw(payload, 'multipart/form-data')).status).toBe(400)
      expect((await sendRaw('garbage', type)).status).toBe(400)
      expect((await sendRaw('', type)).status).toBe(400)
      expect((await signUpForm(many)).status).toBe(413)
      expect((await signUpForm(threeFiles)).status).toBe(413)
    })
  })
})
