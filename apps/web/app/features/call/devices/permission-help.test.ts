import { describe, expect, it } from 'vitest'
import { browserPlace, helpFor } from './permission-help.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const PIXEL = 'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko)'
const MAC = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)'

describe('where a person is', () => {
  it.each([
    [`${IPHONE} Version/18.0 Mobile/15E148 Safari/604.1`, 'safari', 'ios'],
    [`${IPHONE} CriOS/130.0 Mobile/15E148 Safari/604.1`, 'chrome', 'ios'],
    [`${IPHONE} FxiOS/130.0 Mobile/15E148 Safari/605.1.15`, 'firefox', 'ios'],
    [`${PIXEL} Chrome/130.0.0.0 Mobile Safari/537.36`, 'chrome', 'android'],
    ['Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0', 'firefox', 'android'],
    [`${MAC} AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`, 'safari', 'desk'],
    [`${MAC} AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36`, 'chrome', 'desk'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0', 'firefox', 'desk'],
    ['', 'other', 'desk'],
  ])('%s is %s on %s', (userAgent, family, form) => {
    expect(browserPlace(userAgent)).toEqual({ family, form })
  })
})

describe('help in plain words', () => {
  it.each([
    ['chrome', 'desk', 'icon to the left of the address'],
    ['chrome', 'android', 'Permissions'],
    ['chrome', 'ios', 'Apps, then Chrome'],
    ['safari', 'desk', 'Settings for this website'],
    ['safari', 'ios', 'Website Settings'],
    ['firefox', 'desk', 'Blocked'],
    ['firefox', 'android', 'lock'],
  ] as const)('says where %s on %s keeps its permissions', (family, form, words) => {
    expect(helpFor('denied', { family, form }).steps.join(' ')).toContain(words)
  })
  it('says what to do about each other trouble', () => {
    const place = { family: 'chrome', form: 'desk' } as const
    expect(helpFor('dismissed', place).steps.join(' ')).toContain('Allow')
    expect(helpFor('no-device', place).title).toContain('No camera')
    expect(helpFor('in-use', place).title).toContain('Another program')
    expect(helpFor('system', place).steps.join(' ')).toContain('privacy settings')
  })
})
