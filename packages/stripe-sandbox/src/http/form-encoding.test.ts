import { describe, expect, it } from 'vitest'
import { decodeForm, type FormGroup } from './form-encoding.ts'

function plain(group: FormGroup): object {
  return Object.fromEntries(
    [...group].map(([name, value]) => [name, typeof value === 'string' ? value : plain(value)]),
  )
}

describe("Stripe's bracket notation", () => {
  it.each([
    { text: 'a=1&b=two+words&c=%C2%A3', read: { a: '1', b: 'two words', c: '£' } },
    { text: 'a[b][c]=1&a[b][d]=2', read: { a: { b: { c: '1', d: '2' } } } },
    { text: 'a[]=x&a[]=y', read: { a: { 0: 'x', 1: 'y' } } },
    { text: 'a[0]=x&a[1]=y', read: { a: { 0: 'x', 1: 'y' } } },
    { text: 'a%5Bb%5D=1', read: { a: { b: '1' } } },
    { text: 'a=', read: { a: '' } },
  ])('$text', ({ text, read }) => {
    expect(plain(decodeForm(text))).toEqual(read)
  })

  it('cannot reach a prototype', () => {
    const form = decodeForm('__proto__[polluted]=1&constructor[prototype][polluted]=1')
    expect(({} as { polluted?: string }).polluted).toBeUndefined()
    expect([...form.keys()]).toEqual(['__proto__', 'constructor'])
  })

  it.each(['a[', 'a]b=1', '[x]=1', 'a[b]c=1', `a${'[b]'.repeat(20)}=1`, 'a=1&'.repeat(1001)])(
    'refuses %s',
    text => {
      expect(() => decodeForm(text)).toThrow()
    },
  )
})

it.each(['a=%00', 'a%00=1', 'a[b]=x%00y'])('a NUL character is refused in %s', text => {
  expect(() => decodeForm(text)).toThrow(/NUL/)
})
