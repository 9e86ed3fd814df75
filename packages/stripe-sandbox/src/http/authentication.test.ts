import { expect, it } from 'vitest'
import { authenticate } from './authentication.ts'

const keys = { secretKey: 'sk_test_one', publishableKey: 'pk_test_two' }
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

it.each<[string, string | undefined, string | undefined, string | null]>([
  ['Bearer', 'Bearer sk_test_one', undefined, 'secret'],
  ['bearer in small letters', 'bearer sk_test_one', undefined, 'secret'],
  ['the user name of Basic', basic('sk_test_one:'), undefined, 'secret'],
  ['the parameter of a browser', undefined, 'pk_test_two', 'publishable'],
  ['the header, whatever the parameter says', 'Bearer pk_test_two', 'sk_test_one', 'publishable'],
  ['nothing', undefined, undefined, null],
  ['an empty key', 'Bearer ', undefined, null],
  ['the beginning of a key', 'Bearer sk_test_on', undefined, null],
  ['another scheme', 'Digest sk_test_one', undefined, null],
  ['the password of Basic', basic('x:sk_test_one'), undefined, null],
])('knows who calls by %s', (_what, header, parameter, caller) => {
  const call = () => authenticate(keys, header, parameter)
  if (caller === null) expect(call).toThrow()
  else expect(call()).toBe(caller)
})
