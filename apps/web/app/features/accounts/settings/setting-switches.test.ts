import type { OwnUser, SettingsPatch } from '@parley/contract'
import { NOTIFICATION_DEFAULTS } from '@parley/contract/constants'
import { expect, it } from 'vitest'
import { createSettingSwitches } from './setting-switches.ts'

const USER = {
  public_profile: true,
  expose_email: false,
  notifications: { ...NOTIFICATION_DEFAULTS },
} as unknown as OwnUser

/** A server that answers when the test says so. */
function aServer() {
  let user = USER
  const sent: SettingsPatch[] = []
  const answers: ((outcome: 'saved' | 'refused') => void)[] = []
  return {
    sent,
    patch: (patch: SettingsPatch) => {
      sent.push(patch)
      const { promise, resolve, reject } = Promise.withResolvers<OwnUser>()
      answers.push(outcome => {
        if (outcome === 'refused') return reject(new Error('No connection'))
        user = {
          ...user,
          ...patch,
          notifications: { ...user.notifications, ...patch.notifications },
        } as OwnUser
        resolve(user)
      })
      return promise
    },
    answer: async (outcome: 'saved' | 'refused') => {
      answers.shift()?.(outcome)
      await new Promise(setImmediate)
    },
  }
}

function open() {
  const server = aServer()
  const shown: string[] = []
  const switches = createSettingSwitches({
    user: USER,
    patch: server.patch,
    saved: () => undefined,
    alerts: { error: text => void shown.push(text) },
  })
  return { server, shown, switches }
}

it('begins with the stored settings', () => {
  expect(open().switches.getSnapshot()).toEqual({
    public_profile: true,
    expose_email: false,
    ...NOTIFICATION_DEFAULTS,
  })
})

it('shows a press at once and sends only the pressed switch', async () => {
  const { switches, server } = open()
  void switches.set('system_phone', true)
  expect(switches.getSnapshot().system_phone).toBe(true)
  await new Promise(setImmediate)
  expect(server.sent).toEqual([{ notifications: { system_phone: true } }])
  await server.answer('saved')
  expect(switches.getSnapshot().system_phone).toBe(true)
})

it('restores the switch, and says why, when the server refuses', async () => {
  const { switches, server, shown } = open()
  void switches.set('public_profile', false)
  await new Promise(setImmediate)
  await server.answer('refused')
  expect(switches.getSnapshot().public_profile).toBe(true)
  expect(shown).toEqual(['No connection'])
})

it('ends with the last press, however slow the answers are', async () => {
  const { switches, server } = open()
  for (const on of [true, false, true]) void switches.set('expose_email', on)
  for (let i = 0; i < 3; i++) {
    await new Promise(setImmediate)
    expect(switches.getSnapshot().expose_email).toBe(true)
    await server.answer('saved')
  }
  expect(server.sent.map(patch => patch.expose_email)).toEqual([true, false, true])
  expect(switches.getSnapshot().expose_email).toBe(true)
})
