import { describe, expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords()

describe('a password hash', () => {
  test('is matched by its password alone', async () => {
    const hash = await passwords.hash('correct horse')
    expect(await passwords.matches('correct horse', hash)).toBe(true)
    expect(await passwords.matches('correct horsf', hash)).toBe(false)
    expect(await passwords.matches('', hash)).toBe(false)
  })

  test('costs what OWASP asks for, unless a test asks for less', async () => {
    expect(await passwords.hash('correct horse')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    const cheap = createPasswords({ cost: { memoryKib: 64, passes: 1 } })
    const hash = await cheap.hash('correct horse')
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/)
    expect(await passwords.matches('correct horse', hash)).toBe(true)
  })

  test('differs each time, so that equal passwords do not show', async () => {
    expect(await passwords.hash('correct horse')).not.toBe(await passwords.hash('correct horse'))
  })

  test('agrees with the reference implementation', async () => {
    // argon2 (P-H-C reference, v1.3): echo -n password | argon2 somesalt -id -t 2 -k 65536 -p 1
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc'
    expect(await passwords.matches('password', reference)).toBe(true)
    expect(await passwords.matches('passwore', reference)).toBe(false)
  })

  test('of an accented password is the same however the letters were typed', async () => {
    const hash = await passwords.hash('zo\u00eb is here')
    expect(await passwords.matches('zoe\u0308 is here', hash)).toBe(true)
  })

  test('of nobody is matched by no password', async () => {
    expect(await passwords.matches('anything', null)).toBe(false)
  })
})

test('when too many hashes wait, the next is refused and told to come back', async () => {
  const narrow = createPasswords({ concurrency: 1, waitingMax: 2 })
  const results = await Promise.allSettled(Array.from({ length: 5 }, () => narrow.hash('correct horse')))
  expect(results.map(result => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'fulfilled',
    'rejected',
    'rejected',
  ])
  expect(results[4]).toMatchObject({ reason: { code: 'unavailable', retryAfterSeconds: 2 } })
  expect(await narrow.hash('correct horse')).toMatch(/^\$argon2id/)
})
