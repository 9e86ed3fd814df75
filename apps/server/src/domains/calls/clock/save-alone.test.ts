import { expect, it } from 'vitest'
import { savingInOrder } from './save-alone.ts'

it('begins a save when the one before it has ended, also when that one failed', async () => {
  const began: number[] = []
  const saves = [0, 1, 2].map(() => Promise.withResolvers<void>())
  const save = savingInOrder(() => {
    began.push(began.length)
    return saves[began.length - 1]?.promise ?? Promise.resolve()
  })
  const first = save()
  const second = save()
  const third = save()
  await Promise.resolve()
  expect(began).toEqual([0])
  saves[0]?.reject(new Error('the database does not answer'))
  await expect(first).rejects.toThrow('does not answer')
  expect(began).toEqual([0, 1])
  saves[1]?.resolve()
  await second
  saves[2]?.resolve()
  await third
  expect(began).toEqual([0, 1, 2])
})
