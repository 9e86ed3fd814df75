import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/errors.ts'
import { actOf, callAbility } from './call-ability.ts'
import { carryOver } from './carry-over.ts'
import { intentLink, surroundings } from './surroundings.ts'

const getUserMedia = () => undefined

describe('whether a browser supports calls', () => {
  it.each([
    ['both are there', { RTCPeerConnection: class {}, navigator: { mediaDevices: { getUserMedia } } }, 'can'],
    ['connections are missing', { navigator: { mediaDevices: { getUserMedia } } }, 'cannot'],
    ['cameras are missing', { RTCPeerConnection: class {}, navigator: {} }, 'cannot'],
    [
      'the camera cannot be asked for',
      { RTCPeerConnection: class {}, navigator: { mediaDevices: {} } },
      'cannot',
    ],
  ])('is known where %s', (_what, browser, ability) => {
    expect(callAbility(browser, 'call')).toBe(ability)
  })

  it.each([
    ['cameras are missing', { RTCPeerConnection: class {}, navigator: {} }, 'can'],
    ['connections are missing', { navigator: { mediaDevices: { getUserMedia } } }, 'cannot'],
  ])('is known of watching where %s', (_what, browser, ability) => {
    expect(callAbility(browser, 'watch')).toBe(ability)
  })

  it('requires a camera from everybody except a person who watches an event', () => {
    const acts = (['call', 'event', 'turn'] as const).map(kind => [
      actOf({ kind, side: 'buyer' }),
      actOf({ kind, side: 'influencer' }),
    ])
    expect(acts).toEqual([
      ['call', 'call'],
      ['watch', 'call'],
      ['call', 'call'],
    ])
    expect(actOf()).toBe('call')
  })
})

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9; wv) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile'

describe('where a page was opened', () => {
  it.each([
    [`${IPHONE} Instagram 350.0.0`, 'Instagram', 'ios'],
    [`${PIXEL} trill_350 BytedanceWebview/d8a21c6`, 'TikTok', 'android'],
    [`${IPHONE} [FBAN/FBIOS;FBAV/480.0]`, 'Facebook', 'ios'],
    [`${PIXEL} Snapchat/13.0`, 'Snapchat', 'android'],
    [`${IPHONE} Twitter for iPhone/10.0`, 'X', 'ios'],
    [`${IPHONE} [LinkedInApp]/9.30`, 'LinkedIn', 'ios'],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0 Safari/537.36', null, 'desk'],
  ])('%s', (userAgent, app, form) => {
    expect(surroundings(userAgent)).toEqual({ app, form })
  })
})

it('leads an Android app to the real browser, with the part after the # of the link', () => {
  expect(intentLink('https://parley.test/carry-over#code=abc&path=%2Ffaq')).toBe(
    'intent://parley.test/carry-over#code=abc&path=%2Ffaq#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  )
})

describe('a login that is carried over', () => {
  const tokens = { access: 'token', refresh: 'other', username: 'ivy' }
  const link = { code: 'abc', path: '/faq' }
  const carried = (exchange: () => typeof tokens) =>
    carryOver({ exchange: async () => exchange(), logIn: async () => undefined }, link)
  const refused = (status: number) => () => {
    throw new ApiError(status, { detail: `the answer is ${status}` }, '')
  }

  it('is in, or its link is spent', async () => {
    expect(await carried(() => tokens)).toBe('in')
    expect(await carried(refused(401))).toBe('spent')
    expect(await carried(refused(400))).toBe('spent')
  })

  it.each([0, 429, 500, 503])('has no spent link because of a failure: %i', async status => {
    expect(await carried(refused(status))).toEqual({ problem: `the answer is ${status}` })
  })
})
