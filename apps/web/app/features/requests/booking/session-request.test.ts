import { type Influencer, TERMS_VERSION } from '@parley/contract'
import { messages } from '@parley/contract/messages'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { aRequest } from '../a-request.testing.ts'
import { createSessionRequest, type SessionRequestFields, timeRangeFrom } from './session-request.ts'

const OFFER = { amount: '25.00', duration: 900, duration_display: 2, description: 'Anything you like' }
const ivy = {
  user: { username: 'ivy' },
  main_session: OFFER,
  money_back: { policy: 'strict' },
} as unknown as Influencer
const noSuch = () => new ApiError(404, { detail: 'There is nothing here' }, 'Not Found')

function open(options: { loggedIn?: boolean; refuse?: ApiError; failsOnce?: ApiError } = {}) {
  let failure = options.failsOnce
  const posted: Record<string, unknown>[] = []
  const shown: string[] = []
  const wentToLogin: SessionRequestFields[] = []
  const timers: (() => void)[] = []
  let keys = 0
  const requesting = createSessionRequest({
    api: {
      get: async <T>(path: string) => {
        const failed = failure
        failure = undefined
        if (failed) throw failed
        if (path !== '/api/parley/ivy/') throw noSuch()
        return ivy as T
      },
      post: async <T>(_path: string, body: unknown) => {
        posted.push(body as Record<string, unknown>)
        if (options.refuse) throw options.refuse
        return aRequest({}) as T
      },
    },
    isLoggedIn: () => options.loggedIn ?? true,
    goToLogin: form => void wentToLogin.push(form),
    sent: () => void shown.push('sent'),
    alerts: { error: text => void shown.push(text), clear: () => void shown.push('cleared') },
    newKey: () => `key-${++keys}`,
    setTimer: work => timers.push(work),
  })
  return { requesting, posted, shown, wentToLogin, timers }
}

describe('asking for a call', () => {
  it('finds the offer of the influencer named, whatever the case and with or without @', async () => {
    const { requesting } = open()
    await requesting.lookUp(' @Ivy ')
    expect(requesting.getSnapshot()).toMatchObject({ lookup: 'found', influencer: ivy })
  })

  it('says that nobody has that name', async () => {
    const { requesting, posted } = open()
    await requesting.send({ username: 'nobody', start: '' })
    expect(requesting.getSnapshot()).toMatchObject({ lookup: 'missing', phase: 'asking' })
    expect(posted).toEqual([])
  })

  it.each([
    ['the server fails', new ApiError(503, { detail: 'Please try again in a moment' }, '')],
    ['there is no connection', new ApiError(0, null, 'No connection')],
  ])('says of no name that nobody has it while %s', async (_when, failsOnce) => {
    const { requesting, posted, timers } = open({ failsOnce })
    await requesting.send({ username: 'ivy', start: '' })
    const failed = { lookup: 'failed', lookupProblem: failsOnce.message, phase: 'asking' }
    expect(requesting.getSnapshot()).toMatchObject(failed)
    for (const work of timers) work()
    expect(requesting.getSnapshot()).toMatchObject(failed)
    expect(posted).toEqual([])
    await requesting.lookUp('ivy')
    expect(requesting.getSnapshot()).toMatchObject({ lookup: 'found', lookupProblem: null })
  })

  it('sends the offer as it was shown, for any time, with the version of the terms beside the button', async () => {
    const { requesting, posted, shown } = open()
    await requesting.send({ username: 'ivy', start: '' })
    expect(posted).toEqual([
      { ...OFFER, timeRange: null, terms_version: TERMS_VERSION, request_type: 'private', uuid: 'key-1' },
    ])
    expect(shown).toEqual(['sent'])
  })

  it('agrees a time as long as the call, with the refund policy that was shown', async () => {
    const { requesting, posted } = open()
    await requesting.send({ username: 'ivy', start: '2026-06-01T12:00' })
    const timeRange = timeRangeFrom('2026-06-01T12:00', 900)
    expect(posted).toEqual([
      { ...OFFER, timeRange, money_back: 'strict', request_type: 'private', uuid: 'key-1' },
    ])
  })

  it('books the offered time that was picked, with the refund policy that was shown', async () => {
    const { requesting, posted } = open()
    const slot = '2026-06-01T11:00:00.000Z'
    await requesting.send({ username: 'ivy', start: '2026-06-01T12:00', slot })
    expect(posted).toEqual([{ ...OFFER, slot, money_back: 'strict', request_type: 'private', uuid: 'key-1' }])
  })

  it('asks a visitor to log in, and is filled in after the login', async () => {
    const { requesting, posted, shown, timers, wentToLogin } = open({ loggedIn: false })
    await requesting.send({ username: 'ivy', start: '' })
    expect(shown).toEqual([messages.loginToContinue])
    timers[0]?.()
    expect(shown).toEqual([messages.loginToContinue, 'cleared'])
    expect(wentToLogin).toEqual([{ username: 'ivy', start: '' }])
    expect(posted).toEqual([])
  })

  it('sends the same form again with the same key, and another form with another key', async () => {
    const refuse = new ApiError(503, { detail: 'busy' }, '')
    const { requesting, posted } = open({ refuse })
    await requesting.send({ username: 'ivy', start: '' })
    await requesting.send({ username: 'ivy', start: '' })
    await requesting.send({ username: 'ivy', start: '2026-06-01T12:00' })
    expect(posted.map(body => body.uuid)).toEqual(['key-1', 'key-1', 'key-2'])
    expect(requesting.getSnapshot().problem).toBe('busy')
  })
})

it.each([
  ['', null],
  ['soon', null],
  ['2026-06-01T12:00:00Z', { start: '2026-06-01T12:00:00.000Z', end: '2026-06-01T12:15:00.000Z' }],
])('a start of "%s" is the time %o', (start, range) => {
  expect(timeRangeFrom(start, 900)).toEqual(range)
})
