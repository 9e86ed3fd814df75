import { expect, it } from 'vitest'
import { checkedReturnUrl } from './return-address.ts'

const OURS = ['https://parley.example', 'http://localhost:3000']

it.each([
  ['https://parley.example/profile/ivy?x=1', true],
  ['http://localhost:3000/', true],
  ['http://127.0.0.1:3000/', true],
  ['http://127.0.0.1:3001/', false],
  ['http://parley.example/', false],
  ['https://parley.example.evil.test/', false],
  ['https://parley.example@evil.test/', false],
  ['//evil.test/', false],
  ['javascript:alert(1)', false],
  ['/profile/ivy', false],
])('may lead back to %s: %s', (address, may) => {
  const check = () => checkedReturnUrl(address, OURS).href
  if (may) expect(check()).toBe(address)
  else expect(check).toThrow()
})
