import { type Influencer, messages, type OwnUser, type TokenPair } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { call, PASSWORD, signUpFan, signUpInfluencer } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile()
let count = 0

const newFan = () => signUpFan(server.app, `settler-${++count}`)
const change = <T = OwnUser>(as: { token: TokenPair }, json: unknown) =>
  call<T>(server.app, { method: 'PATCH', url: '/api/user/me/', as: as.token.access, json })

describe('general settings', () => {
  test('change what is named and leave the rest', async () => {
    const user = await newFan()
    const first = await change(user, {
      bio: 'Plays chess',
      country: 'Iceland',
      city: 'Vík',
      address: 'Main road 1',
    })
    const second = await change(user, { city: 'Höfn' })
    expect(first.status).toBe(200)
    const { token: _, ...before } = user
    expect(second.body).toEqual({
      ...before,
      bio: 'Plays chess',
      country: 'Iceland',
      city: 'Höfn',
      address: 'Main road 1',
    })
    const me = await call(server.app, { method: 'GET', url: '/api/user/me/', as: user })
    expect(me.body).toEqual(second.body)
  })

  test('take a full name apart at its first space, and keep names whose whole did not change', async () => {
    const user = await newFan()
    const renamed = await change(user, { fullName: 'Mary  Ann Smith' })
    expect(renamed.body).toMatchObject({ first_name: 'Mary', last_name: 'Ann Smith' })
    expect((await change(user, { fullName: 'Mary Ann Smith' })).body).toEqual(renamed.body)
    expect((await change(user, { fullName: 'Cher' })).body).toMatchObject({
      first_name: 'Cher',
      last_name: '',
    })
  })

  test('change the first or the last name alone, as the account shows them', async () => {
    const user = await newFan()
    const first = await change(user, { first_name: ' Mary Ann ' })
    expect(first).toMatchObject({ status: 200, body: { first_name: 'Mary Ann', last_name: user.last_name } })
    const both = await change(user, { fullName: 'Not This', first_name: 'Ada', last_name: 'Byron King' })
    expect(both.body).toMatchObject({ first_name: 'Ada', last_name: 'Byron King' })
    const platform = messages.nameOfPlatform
    expect(await change(user, { first_name: 'Parley', last_name: 'Support' })).toMatchObject({
      ...{ status: 400, body: { first_name: [platform] } },
    })
  })

  test('change switches one by one', async () => {
    const user = await newFan()
    const { body } = await change(user, { expose_email: true, notifications: { chat_email: true } })
    expect(body.expose_email).toBe(true)
    expect(body.notifications).toEqual({ ...user.notifications, chat_email: true })
    const off = await change(user, { public_profile: false, notifications: { chat_email: false } })
    expect(off.body).toMatchObject({ public_profile: false, expose_email: true })
    expect(off.body.notifications).toEqual(user.notifications)
  })

  test('take a new email that nobody has, to be confirmed', async () => {
    const [one, other] = [await newFan(), await newFan()]
    const currentPassword = PASSWORD
    const taken = await change(one, { email: other.email.toUpperCase(), currentPassword })
    expect(taken).toMatchObject({ status: 400, body: { email: [messages.emailTaken] } })
    const free = await change(one, { email: `New-${one.email}`, currentPassword })
    expect(free).toMatchObject({
      status: 200,
      body: { email: one.email, pending_email: `new-${one.email}` },
    })
  })

  test('of an influencer make a new version of the page when a visitor can see the change', async () => {
    const user = await signUpInfluencer(server.app, `settler-${++count}`)
    const version = async () => {
      const url = `/api/parley/${user.username}/`
      return (await call<Influencer>(server.app, { method: 'GET', url, as: user })).body.version
    }
    await change(user, { bio: 'Plays chess', email: `new-${user.email}`, currentPassword: PASSWORD })
    expect(await version()).toBe(1)
    await change(user, { fullName: 'Another Name' })
    expect(await version()).toBe(2)
    await change(user, { fullName: 'Another Name' })
    expect(await version()).toBe(2)
    await change(user, { public_profile: false })
    expect(await version()).toBe(3)
  })

  const long = (length: number) => 'x'.repeat(length)
  test.each([
    [{ fullName: long(50), bio: long(500), country: long(80), city: long(80), address: long(200) }],
    [{ fullName: 'Al', bio: '', country: 'UK', city: 'Oz', address: 'A1' }],
    [{}],
  ])('take the limits of each field: %#', async json => {
    expect((await change(await newFan(), json)).status).toBe(200)
  })

  test.each([
    [{ fullName: 'A' }, { fullName: [messages.fullNameInvalid] }],
    [{ fullName: long(51) }, { fullName: [messages.fullNameInvalid] }],
    [{ first_name: 'A' }, { first_name: [messages.nameInvalid] }],
    [{ first_name: long(51) }, { first_name: [messages.nameInvalid] }],
    [{ last_name: '' }, { last_name: [messages.lastNameRequired] }],
    [{ bio: long(501) }, { bio: [messages.bioLong] }],
    [{ country: 'A' }, { country: [messages.countryInvalid] }],
    [{ country: long(81) }, { country: [messages.countryInvalid] }],
    [{ country: '' }, { country: [messages.countryRequired] }],
    [{ city: long(81) }, { city: [messages.cityInvalid] }],
    [{ city: ' ' }, { city: [messages.cityRequired] }],
    [{ address: 'A' }, { address: [messages.addressInvalid] }],
    [{ address: long(201) }, { address: [messages.addressInvalid] }],
    [{ address: '' }, { address: [messages.addressRequired] }],
    [{ email: 'nobody' }, { email: [messages.emailInvalid] }],
    [{ public_profile: 'yes' }, { public_profile: [expect.any(String)] }],
    [{ notifications: { chat_push: 1 } }, { 'notifications.chat_push': [expect.any(String)] }],
  ])('refuse %j with the message of the field and change nothing', async (json, fields) => {
    const user = await newFan()
    const { status, body } = await change(user, { ...json, city: 'city' in json ? json.city : 'Höfn' })
    expect({ status, body }).toEqual({ status: 400, body: fields })
    const me = await call<OwnUser>(server.app, { method: 'GET', url: '/api/user/me/', as: user })
    expect(me.body.city).toBe('')
  })

  test('cannot make somebody an influencer, a demo person or somebody else', async () => {
    const user = await newFan()
    const { body } = await change(user, { id: 'x', is_influencer: true, is_demo: true, username: 'other' })
    expect(body).toMatchObject({ id: user.id, is_influencer: false, is_demo: false, username: user.username })
  })
})

describe('changing the password', () => {
  const NEW = 'another good phrase'
  const changePassword = (as: { token: TokenPair }, json: unknown) =>
    call(server.app, { method: 'POST', url: '/api/user/me/password/', as: as.token.access, json })
  const logIn = (email: string, password: string) =>
    call<TokenPair>(server.app, { method: 'POST', url: '/api/auth/jwt/create/', json: { email, password } })
  const me = async (access: string) =>
    (await call(server.app, { method: 'GET', url: '/api/user/me/', as: access })).status
  const form = { currentPassword: PASSWORD, newPassword: NEW, repeatPassword: NEW }

  test('ends all other logins and keeps the one that asked', async () => {
    const user = await newFan()
    const other = await logIn(user.email, PASSWORD)
    expect((await changePassword(user, form)).status).toBe(200)
    expect(await me(user.token.access)).toBe(200)
    expect(await me(other.body.access)).toBe(401)
    const refresh = {
      method: 'POST' as const,
      url: '/api/auth/jwt/refresh/',
      json: { refresh: other.body.refresh },
    }
    expect((await call(server.app, refresh)).status).toBe(401)
    expect((await logIn(user.email, PASSWORD)).status).toBe(401)
    expect((await logIn(user.email, NEW)).status).toBe(200)
  })

  test('leaves no login of the old password that began while it changed', async () => {
    const user = await newFan()
    const [, ...racers] = await Promise.all([
      changePassword(user, form),
      ...Array.from({ length: 12 }, () => logIn(user.email, PASSWORD)),
    ])
    const begun = racers.filter(racer => racer.status === 200)
    const standing = await Promise.all(begun.map(racer => me(racer.body.access)))
    expect(standing.every(status => status === 401)).toBe(true)
    expect((await logIn(user.email, NEW)).status).toBe(200)
  })

  test.each([
    [{ ...form, currentPassword: 'wrong password' }, { currentPassword: [messages.currentPasswordWrong] }],
    [{ ...form, currentPassword: '' }, { currentPassword: [messages.currentPasswordRequired] }],
    [{ ...form, newPassword: '', repeatPassword: '' }, { newPassword: [messages.newPasswordRequired] }],
    [
      { ...form, newPassword: '1234567', repeatPassword: '1234567' },
      { newPassword: [messages.passwordShort] },
    ],
    [{ ...form, repeatPassword: 'something else' }, { repeatPassword: [messages.confirmDiffers] }],
  ])('is refused with the message of the field: %#', async (json, fields) => {
    const user = await newFan()
    expect(await changePassword(user, json)).toMatchObject({ status: 400, body: fields })
    expect((await logIn(user.email, PASSWORD)).status).toBe(200)
  })
})
