import { expect, test } from 'vitest'
import { LoadFailure } from './load-failure.ts'

test('says why a library did not load, in a code that fits a report', async () => {
  const cause = await import('./there-is-none.ts' as string).catch(error => error)
  expect(new LoadFailure(cause).code).toBe('no-native-library ERR_MODULE_NOT_FOUND')
  expect(new LoadFailure(new RangeError('x')).code).toBe('no-native-library RangeError')
  expect(new LoadFailure(Object.assign(new Error('x'), { code: 'E'.repeat(99) })).code).toHaveLength(64)
})
