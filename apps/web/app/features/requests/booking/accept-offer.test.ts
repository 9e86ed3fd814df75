import type { SessionRequest } from '@parley/contract'
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../api/errors.ts'
import { aRequest } from '../a-request.testing.ts'
import { createAcceptOffer } from './accept-offer.ts'

const link = aRequest({ request_type: 'prepaid', influencer: null })
const claimed = aRequest({ request_type: 'prepaid', state: 'accepted' })

describe('accepting an offer', () => {
  type Answer = SessionRequest | ApiError
  function setUp(answers: { accept: Answer; look?: Answer; userId?: string | null }) {
    const seen: string[] = []
    const timers: { work: () => void; delayMs: number }[] = []
    const answer = async <T>(of: Answer | undefined) => {
      if (of instanceof ApiError || of === undefined) throw of
      return of as T
    }
    const offer = createAcceptOffer({
      api: { post: () => answer(answers.accept), get: () => answer(answers.look) },
      ownUserId: () => (answers.userId === undefined ? 'u2' : answers.userId),
      accepted: request => seen.push(`accepted ${request.slug}`),
      goToLogin: () => seen.push('login'),
      goToList: () => seen.push('list'),
      alerts: { error: text => seen.push(text), clear: () => seen.push('cleared') },
      setTimer: (work, delayMs) => timers.push({ work, delayMs }),
    })
    const pass = () => {
      for (const { work, delayMs } of timers) {
        expect(delayMs).toBe(1000)
        work()
      }
    }
    return { offer, seen, pass }
  }
  const gone = new ApiError(409, { detail: 'Somebody has accepted this already' }, '')

  it('leads a visitor to the login after a second, and says why', async () => {
    const { offer, seen, pass } = setUp({ accept: claimed, userId: null })
    await offer.accept(link)
    expect(seen).toEqual(['login to continue'])
    expect(offer.getSnapshot().phase).toBe('redirecting')
    pass()
    expect(seen).toEqual(['login to continue', 'cleared', 'login'])
  })

  it('passes on the accepted request', async () => {
    const { offer, seen } = setUp({ accept: claimed })
    await offer.accept(link)
    expect(seen).toEqual(['accepted slug1'])
    expect(offer.getSnapshot().phase).toBe('ready')
  })

  it('redirects a person who is too late after a second', async () => {
    const { offer, seen, pass } = setUp({ accept: gone, look: new ApiError(404, null, 'Not Found') })
    await offer.accept(link)
    expect(seen).toEqual(['Somebody has accepted this already'])
    pass()
    expect(seen.slice(1)).toEqual(['cleared', 'list'])
  })

  it('recognises its own acceptance when the answer was lost', async () => {
    const { offer, seen } = setUp({ accept: gone, look: claimed })
    await offer.accept(link)
    expect(seen).toEqual(['accepted slug1'])
  })

  it('stays and can be tried again without an answer', async () => {
    const { offer, seen, pass } = setUp({ accept: new ApiError(0, null, 'No connection.') })
    await offer.accept(link)
    pass()
    expect(seen).toEqual(['No connection.'])
    expect(offer.getSnapshot().phase).toBe('ready')
  })
})
