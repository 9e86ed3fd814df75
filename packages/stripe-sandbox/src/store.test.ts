import { expect, test } from 'vitest'
import { Store } from './store.ts'

test('a full disk is named as the reason, and leaves nothing of the operation', () => {
  const store = new Store(':memory:', 'test')
  store.insertRaw({ id: 'small', object: 'charge' })
  store.database.exec('PRAGMA max_page_count = 1')
  const fill = () =>
    store.transaction(() => {
      for (let n = 0; n < 1_000; n++) store.insertRaw({ id: `id-${n}`, object: 'x'.repeat(1_000) })
    })
  expect(fill).toThrow('full')
  store.database.exec('PRAGMA max_page_count = 100000')
  store.transaction(() => store.insertRaw({ id: 'later', object: 'charge' }))
  expect(store.database.prepare('select id from objects order by id').all()).toEqual([
    { id: 'later' },
    { id: 'small' },
  ])
})
