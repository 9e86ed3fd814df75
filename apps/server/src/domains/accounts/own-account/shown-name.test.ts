import { type CreatedUser, messages, type OwnUser } from '@parley/contract'
import { describe, expect, test } from 'vitest'
import { accountForm, call, signUpFan } from '../../../testing/people.ts'
import { peopleOfFile } from '../../../testing/people-of-file.ts'

const server = peopleOfFile()
let count = 0

const signUp = (first_name: string, last_name: string) =>
  call<CreatedUser>(server.app, {
    ...{ method: 'POST', url: '/api/user/' },
    json: accountForm(`named-${++count}`, { first_name, last_name }),
  })
const rename = (as: CreatedUser, fullName: string) =>
  call<OwnUser>(server.app, {
    ...{ method: 'PATCH', url: '/api/user/me/', as: as.token.access },
    json: { fullName },
  })

const POSING = [
  ['Parley', 'Support'],
  ['PARLEY', 'Customer Care Team'],
  ['The official', 'Parley'],
  ['P a r l e y', 'S.u.p.p.o.r.t'],
  ['Par1ey', 'Supp0rt'],
  ['Párley', 'Şupport'],
  // Cyrillic letters that look like Latin ones.
  ['Раrlеу', 'Team'],
  ['Customer', 'Support'],
  ['Parley Parley Parley Parley Parley', 'Support Support Support Support Support'],
] as const
const OWN = [
  ['Tom', 'Parley'],
  ['Мария', 'Parley'],
  ['Grace', 'Team'],
  ['Zoë', 'Barley'],
] as const

describe('the name that others read', () => {
  test.each(POSING)('%s %s poses as the platform: no sign-up takes it, and no change', async (...name) => {
    const made = await signUp(...name)
    expect(made).toMatchObject({ status: 400, body: { first_name: [messages.nameOfPlatform] } })
    const fan = await signUpFan(server.app, `renamed-${++count}`)
    const fullName = name.join(' ').slice(0, 50)
    const changed = await rename(fan, fullName)
    expect(changed).toMatchObject({ status: 400, body: { fullName: [messages.nameOfPlatform] } })
    const me = await call<OwnUser>(server.app, { method: 'GET', url: '/api/user/me/', as: fan })
    expect(me.body).toMatchObject({ first_name: fan.first_name, last_name: fan.last_name })
  })

  test.each(OWN)('%s %s is a person’s own name', async (...name) => {
    expect((await signUp(...name)).status).toBe(201)
    const fan = await signUpFan(server.app, `renamed-${++count}`)
    expect((await rename(fan, name.join(' '))).status).toBe(200)
  })
})
