import { describe, expect, it } from 'vitest'
import { isQuiet, placeOf } from './place.ts'
import { plainError, plainReplay, plainTrace } from './plain-events.ts'
import { plainRecording } from './plain-recording.ts'
import { plainTransport } from './plain-transport.ts'

const SECRETS = [
  'ann',
  'planted-token',
  'ann@example.org',
  '4242424242424242',
  'about my divorce',
  'pi_secret',
]
const ADDRESS = 'https://parley.example/profile/ann?t=planted-token&payment_intent_client_secret=pi_secret'
const HEX = '0123456789abcdef0123456789abcdef'

const plainly = (value: unknown) => {
  const text = JSON.stringify(value)
  for (const secret of SECRETS) expect(text).not.toContain(secret)
  return text
}

describe('the pattern of an address', () => {
  it.each([
    [ADDRESS, '/profile/:x'],
    ['/live-event/my-divorce-party#x', '/live-event/:x'],
    ['/api/parley/ann/parley_request/?page=2', '/api/parley/:x/parley_request/'],
    ['wss://parley.example/chat/secret/?t=Bearer%20planted-token', '/chat/:x/'],
    ['/assets/root-Ab12.js', '/assets/root-Ab12.js'],
    ['/assets/../ann', '/assets/:x/:x'],
    ['', '/'],
  ])('%s is %s', (address, place) => expect(placeOf(address)).toBe(place))

  it.each([
    '/chat/:x/',
    '/paidchat/:x',
    '/stream/:x/:x',
    '/save-card',
    '/my-account',
    '/api/influencer/:x/pay/',
  ])('%s is of a call or a payment', place => expect(isQuiet(place)).toBe(true))
  it.each(['/', '/faq', '/profile/:x', '/live-event/:x', '/explore'])('%s is not', place =>
    expect(isQuiet(place)).toBe(false),
  )
})

const error = (transaction: string) => ({
  event_id: HEX,
  transaction,
  request: { url: ADDRESS, headers: { Referer: ADDRESS } },
  user: { email: 'ann@example.org', ip_address: '{{auto}}' },
  breadcrumbs: [{ message: 'about my divorce' }],
  extra: { card: '4242424242424242' },
  exception: {
    values: [
      {
        type: 'TypeError',
        value: 'about my divorce',
        stacktrace: {
          frames: [
            {
              filename: 'https://parley.example/assets/root-Ab12.js',
              function: 'show',
              lineno: 1,
              colno: 9,
              vars: { SECRETS },
            },
            { filename: ADDRESS, function: 'ann@example.org', lineno: 2, context_line: 'planted-token' },
          ],
        },
      },
    ],
  },
})

it('an error keeps its type and its places in the source, and no text', () => {
  const plain = plainError(error('/profile/ann'))
  expect(plainly(plain)).toContain('/assets/root-Ab12.js')
  expect(plain).toMatchObject({ transaction: '/profile/:x' })
  const react = { exception: { values: [{ type: 'Error', value: 'Minified React error #418; visit ann' }] } }
  expect(plainly(plainError(react))).toContain('418')
})

it('on the page of a call only the type of an error remains', () => {
  expect(plainly(plainError(error('/chat/ann')))).not.toContain('root-Ab12')
})

it('a trace has patterns and no files, and a call has no trace', () => {
  const trace = {
    transaction: '/profile/ann',
    contexts: { trace: { trace_id: HEX, op: 'pageload', data: { url: ADDRESS } } },
    spans: [
      { op: 'http.client', span_id: HEX, description: `GET ${ADDRESS}`, data: { url: ADDRESS } },
      { op: 'http.client', description: 'POST /api/influencer/parley_requests/1/pay/' },
      { op: 'resource.img', description: 'https://parley.example/pictures/ann' },
      { op: 'ui.interaction.click', description: 'button[aria-label="ann"]' },
    ],
  }
  const plain = plainTrace(trace)
  expect(plainly(plain)).toContain('GET /profile/:x')
  expect(plain?.spans).toHaveLength(2)
  expect(plainTrace({ ...trace, transaction: '/chat/ann' })).toBeNull()
})

it('a recording shows the layout of a page, but no text, names and addresses', () => {
  const node = (tagName: string, attributes: object, childNodes: object[] = []) => ({
    type: 2,
    tagName,
    attributes,
    childNodes,
  })
  const events = [
    { type: 4, data: { href: ADDRESS, width: 400, height: 800 } },
    {
      type: 2,
      data: {
        node: node('a', { href: ADDRESS, class: 'button', title: 'ann', 'aria-label': 'ann' }, [
          { type: 3, textContent: 'about my divorce' },
          node('img', { src: ADDRESS, alt: 'ann', style: `background:url(${ADDRESS})`, rr_width: '10px' }),
          node('style', {}, [{ type: 3, isStyle: true, textContent: '.button{color:red}' }]),
        ]),
      },
    },
    {
      type: 3,
      data: {
        source: 0,
        texts: [{ id: 1, value: 'ann@example.org' }],
        attributes: [{ id: 1, attributes: { href: ADDRESS, class: 'open' } }],
      },
    },
    { type: 3, data: { source: 5, text: '4242424242424242', id: 7 } },
    { type: 5, data: { tag: 'breadcrumb', payload: { message: 'planted-token', data: { url: ADDRESS } } } },
  ]
  const text = plainRecording(`{"segment_id":0}\n${JSON.stringify(events)}`)
  plainly(text)
  for (const look of ['button', 'open', '.button{color:red}', '10px', '/profile/:x'])
    expect(text).toContain(look)
  expect(plainRecording('not understood ann')).toBeNull()
  plainly(plainReplay({ replay_id: HEX, urls: [ADDRESS], request: { url: ADDRESS }, user: { id: 'ann' } }))
})

it('events of an unknown kind are not sent', async () => {
  const passed: unknown[] = []
  const make = plainTransport(() => ({
    send: async envelope => {
      passed.push(envelope)
      return {}
    },
    flush: async () => true,
  }))
  const transport = make({ url: 'https://errors.example', recordDroppedEvent: () => undefined })
  const send = (type: string, payload: unknown) =>
    transport.send([{ event_id: HEX, trace: { transaction: ADDRESS } }, [[{ type }, payload]]] as never)
  await send('log', { items: [{ body: 'about my divorce' }] })
  await send('session', { did: 'ann' })
  await send('replay_recording', 'about my divorce')
  expect(passed).toEqual([])
  await send('event', error('/profile/ann'))
  expect(passed).toHaveLength(1)
  plainly(passed)
})
