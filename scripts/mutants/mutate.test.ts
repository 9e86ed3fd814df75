import { expect, it } from 'vitest'
import { mutantsOf, mutate } from './mutate.ts'

const changed = async (source: string) => (await mutantsOf(source)).map(mutant => mutate(source, mutant))

it.each([
  ['const a = b < c', ['const a = b <= c']],
  ['const a = b && c', ['const a = b || c']],
  ['const a = 5', ['const a = (5 + 1)']],
  ['if (!a) go()', ['if (a) go()']],
  ['const a = true', ['const a = false']],
  ['const a = b ? c : d', ['const a = !(b) ? c : d']],
  ['const sign = "£"; const a = b + c', ['const sign = "£"; const a = b - c']],
  ['interface A { b: 1 }', []],
])('%s is broken by every small change of what runs', async (source, mutants) => {
  expect(await changed(source)).toEqual(mutants)
})

it('has the right position, also after other texts were parsed', async () => {
  await mutantsOf('const before = 1')
  expect(await mutantsOf('\n\nconst a = b === c')).toMatchObject([{ line: 3, was: '===' }])
})
